import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { isGone, isSeen, said } from '#web/site/seen.testing.ts'
import { refusal } from '#web/site/site.testing.tsx'
import { card, fakeSettings, here, openSettings } from '../settings-fake.testing.tsx'

const server = fakeSettings()
const accounts = card('Connected Accounts')
const path = '/api/auth/identities'
const link = `${path}/link`
const github = { id: 'github', name: 'GitHub' }
const unlinked = { hasPassword: true, identities: [], providers: [github] }
const linked = { id: here.id, provider: 'github', createdAt: here.createdAt }

test('without configured providers there is no card', async () => {
  await openSettings()
  await isSeen(card('Devices'))
  await isGone(accounts)
})

test.each([
  [{ url: 'javascript:document.title="no"', redirect: true }, 'The provider could not be opened.'],
  [refusal(503, 'GitHub does not answer.', 'unavailable'), 'GitHub does not answer.'],
])('connecting that cannot be done says why', async (answer, sentence) => {
  server.answers[path] = unlinked
  server.answers[link] = answer
  await openSettings()
  await accounts.getByRole('button', { name: 'Connect GitHub' }).click()
  await said({ title: 'Not connected', description: sentence, variant: 'destructive' })
})

test('connecting sends the browser where the server says', async () => {
  server.answers[path] = unlinked
  server.answers[link] = { url: `${window.location.href.split('#')[0]}#at-github`, redirect: true }
  await openSettings()
  await accounts.getByRole('button', { name: 'Connect GitHub' }).click()
  await expect.poll(() => window.location.hash).toBe('#at-github')
  expect(server.bodyOf(link)).toEqual({ provider: 'github' })
})

test('disconnecting asks first', async () => {
  server.answers[path] = { hasPassword: true, identities: [linked], providers: [github] }
  server.answers[`${path}/${linked.id}`] = { success: true }
  await openSettings()
  await accounts.getByRole('button', { name: 'Disconnect GitHub' }).click()
  expect(server.writes()).toEqual([])
  server.answers[path] = unlinked
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await said({ title: 'Disconnected' })
  await isSeen(accounts.getByText('Not connected'))
  await expect.element(accounts).toHaveFocus()
})

test('the last way in cannot be disconnected, and says why', async () => {
  server.answers[path] = { hasPassword: false, identities: [linked], providers: [github] }
  await openSettings()
  await isSeen(accounts.getByText(/Your only way to sign in/))
  await isGone(accounts.getByRole('button'))
})

test('removing what has become the last sign-in method is rejected by the server', async () => {
  const sentence = 'This is your only sign-in method. Set a password or connect another account first.'
  server.answers[path] = { hasPassword: true, identities: [linked], providers: [] }
  server.answers[`${path}/${linked.id}`] = refusal(409, sentence, 'last_way_in')
  await openSettings()
  await accounts.getByRole('button', { name: 'Disconnect github' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await said({ title: 'Not disconnected', description: sentence, variant: 'destructive' })
})

test.each([
  ['?linked=github', 'Connected', 'You can now sign in with GitHub.'],
  ['?error=access_denied', 'Not connected', 'You canceled at the provider. Nothing was changed.'],
  ['?error=nonsense', 'Not connected', 'The accounts could not be connected. Nothing was changed.'],
])('coming back with %s says how it went, once', async (search, title, sentence) => {
  server.answers[path] = { hasPassword: true, identities: [linked], providers: [github] }
  await openSettings(`/account-settings${search}`)
  await said({ title, description: sentence })
  await isSeen(page.getByText('at /account-settings', { exact: true }))
})
