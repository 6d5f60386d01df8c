import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, fakeServer, memberId, openSite, setHash } from '#web/site/site.testing.tsx'
import { Page } from './update-password-page.tsx'

const reset = '/api/auth/reset-password'
const server = fakeServer({
  [reset]: { user: { id: memberId } },
  '/api/auth/session': { access_token: 'a.b.c', expires_in: 900, user: { id: memberId } },
})

beforeEach(() => setHash(''))
afterEach(() => setHash(''))

async function follow(hash: string) {
  setHash(hash)
  const at = '/auth/update-password'
  await openSite({ at, routes: [{ path: at, Component: Page }] })
}
const heading = page.getByRole('heading', { level: 1 })
const field = page.getByLabelText('New password')
const update = page.getByRole('button', { name: 'Update Password' })

test('while saving the button says so, and a second click does nothing', async () => {
  server.hold(reset)
  await follow('#token=secret')
  await field.fill('mothmoth')
  await update.dblClick()
  await expectVisible(page.getByRole('button', { name: 'Updating...' }))
  expect(server.calls(reset)).toBe(1)
})

test('a short password is not sent', async () => {
  await follow('#token=secret')
  await field.fill('moth')
  await update.click()
  await expect.element(field).toHaveAccessibleDescription(/Password must be at least 6 characters long$/)
  expect(server.calls(reset)).toBe(0)
})

test.each([
  [errorResponse('invalid_request', 'This password is too common.'), 'This password is too common.'],
  [errorResponse('too_many_requests', 'Please wait 9 minutes.'), 'Please wait 9 minutes.'],
  [undefined, 'Something went wrong. Please try again.'],
])('an error is shown at its field, and the link still works', async (response, message) => {
  server.responses[reset] = response
  await follow('#token=secret')
  await field.fill('password')
  await update.click()
  await expect.element(field).toHaveAccessibleDescription(new RegExp(`${message}$`))
  server.responses[reset] = { user: { id: memberId } }
  await field.fill('mothmoth')
  await update.click()
  await expectVisible(page.getByText('at /', { exact: true }))
})

test('with a second factor the sheet asks for its code afterwards', async () => {
  server.responses[reset] = { twoFactorRedirect: true, twoFactorMethods: ['totp'] }
  await follow('#token=secret')
  await field.fill('mothmoth')
  await update.click()
  await expect.element(page.getByRole('dialog')).toHaveAccessibleName('Two-Factor Code')
  await expectVisible('Signed out')
})

test('without a token there is no field, until a complete link is pasted', async () => {
  await follow('')
  await expect.element(heading).toHaveTextContent('Recovery Link Expired')
  await expectGone(field)
  window.location.hash = '#token=new'
  await expectVisible(field)
  expect(window.location.hash).toBe('')
})
