import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectGone, expectToast, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse } from '#web/site/site.testing.tsx'
import { card, fakeSettings, openSettings, thisDevice } from '../settings-fake.testing.tsx'

const server = fakeSettings()
const accounts = card('Connected Accounts')
const path = '/api/auth/identities'
const link = `${path}/link`
const github = { id: 'github', name: 'GitHub' }
const unlinked = { hasPassword: true, identities: [], providers: [github] }
const linked = { id: thisDevice.id, provider: 'github', createdAt: thisDevice.createdAt }

test('without configured providers there is no card', async () => {
  await openSettings()
  await expectVisible(card('Devices'))
  await expectGone(accounts)
})

test.each([
  [{ url: 'javascript:document.title="no"', redirect: true }, 'The provider could not be opened. Please try again.'],
  [errorResponse('unavailable', 'GitHub does not answer.'), 'GitHub does not answer.'],
])('connecting that cannot be done says why', async (response, message) => {
  server.responses[path] = unlinked
  server.responses[link] = response
  await openSettings()
  await accounts.getByRole('button', { name: 'Connect GitHub' }).click()
  await expectToast({ title: 'Not connected', description: message, variant: 'destructive' })
})

test('connecting sends the browser where the server says', async () => {
  server.responses[path] = unlinked
  server.responses[link] = { url: `${window.location.href.split('#')[0]}#at-github`, redirect: true }
  await openSettings()
  await accounts.getByRole('button', { name: 'Connect GitHub' }).click()
  await expect.poll(() => window.location.hash).toBe('#at-github')
  expect(server.bodyOf(link)).toEqual({ provider: 'github' })
})

test('disconnecting asks first', async () => {
  server.responses[path] = { hasPassword: true, identities: [linked], providers: [github] }
  server.responses[`${path}/${linked.id}`] = { success: true }
  await openSettings()
  await accounts.getByRole('button', { name: 'Disconnect GitHub' }).click()
  expect(server.writes()).toEqual([])
  server.responses[path] = unlinked
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expectToast({ title: 'Disconnected' })
  await expectVisible(accounts.getByText('Not connected'))
  await expect.element(accounts).toHaveFocus()
})

test('the last way in cannot be disconnected, and says why', async () => {
  server.responses[path] = { hasPassword: false, identities: [linked], providers: [github] }
  await openSettings()
  await expectVisible(accounts.getByText(/Your only way to sign in/))
  await expectGone(accounts.getByRole('button'))
})

test('removing what has become the last sign-in method is rejected by the server', async () => {
  const message = 'This is your only sign-in method. Set a password or connect another account first.'
  server.responses[path] = { hasPassword: true, identities: [linked], providers: [] }
  server.responses[`${path}/${linked.id}`] = errorResponse('last_way_in', message)
  await openSettings()
  await accounts.getByRole('button', { name: 'Disconnect github' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await expectToast({ title: 'Not disconnected', description: message, variant: 'destructive' })
})

test.each([
  ['?linked=github', 'Connected', 'You can now sign in with GitHub.'],
  ['?error=access_denied', 'Not connected', 'You canceled the sign-in at the provider. Nothing was changed.'],
  ['?error=nonsense', 'Not connected', 'The accounts could not be connected. Nothing was changed.'],
])('coming back with %s says how it went, once', async (search, title, message) => {
  server.responses[path] = { hasPassword: true, identities: [linked], providers: [github] }
  await openSettings(`/account-settings${search}`)
  await expectToast({ title, description: message })
  await expectVisible(page.getByText('at /account-settings', { exact: true }))
})
