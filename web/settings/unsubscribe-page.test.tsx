import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectToast, expectVisible, heading } from '#web/site/expectations.testing.ts'
import { errorResponse, fakeServer, openSite } from '#web/site/site.testing.tsx'
import { Page } from './unsubscribe-page.tsx'

const token = 'A'.repeat(43)
const path = `/api/digest/unsubscribe?token=${token}`
const server = fakeServer({ [path]: { success: true } })
const button = page.getByRole('button', { name: 'Unsubscribe' })

afterEach(() => window.history.replaceState(null, '', window.location.pathname + window.location.search))

function openLink(hash = `#token=${token}`) {
  window.location.hash = hash
  return openSite({ at: '/unsubscribe', routes: [{ path: '/unsubscribe', Component: Page }] })
}

test('the link of a digest asks first, then ends it', async () => {
  await openLink()
  await expectVisible(heading('Unsubscribe from the digest?'))
  expect(server.writes()).toEqual([])
  expect(window.location.hash).toBe('')
  await button.click()
  await expectVisible(heading('Unsubscribed'))
  expect(server.writes()).toMatchObject([{ method: 'POST', path }])
})

test('a link that is not valid says so, and a failure can be repeated', async () => {
  server.responses[path] = errorResponse('unavailable', 'Please try again in a moment.')
  await openLink()
  await button.click()
  await expectToast({ title: 'Not unsubscribed', description: 'Please try again in a moment.', variant: 'destructive' })
  server.responses[path] = errorResponse('link_expired', 'This link is not valid.')
  await button.click()
  await expectVisible(heading('This link is not valid'))
})

test('without a link there is nothing to do', async () => {
  await openLink('')
  await expectVisible(heading('Nothing to unsubscribe from'))
})
