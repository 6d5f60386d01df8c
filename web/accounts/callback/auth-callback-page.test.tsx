import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeServer, member, memberId, openSite, refusal } from '#web/site/site.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { Page } from './auth-callback-page.tsx'

const verify = '/api/auth/verify-email'
const undoChange = '/api/auth/undo-email-change'
const server = fakeServer({
  [verify]: { success: true, isSignedIn: true },
  [undoChange]: { success: true },
  '/api/auth/user': { user: member },
  '/api/auth/session': { access_token: 'a.b.c', expires_in: 900, user: { id: memberId } },
  '/api/users/create-profile': { user: { id: memberId, username: 'wren' } },
})

const toHash = (hash: string) => window.history.replaceState(null, '', window.location.pathname + hash)
beforeEach(() => toHash(''))
afterEach(() => toHash(''))

const InStrictMode = () => (
  <StrictMode>
    <Page />
  </StrictMode>
)

/** Follows a mailed link: what stands behind its `#`, and what before. */
async function follow(hash: string, search = '') {
  toHash(hash)
  await openSite({
    at: `/auth/callback${search}`,
    routes: [{ path: '/auth/callback', Component: InStrictMode }],
  })
}
const heading = page.getByRole('heading', { level: 1 })
const at = (path: string) => page.getByText(`at ${path}`, { exact: true })
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('confirming takes the secret out of the address, uses it once, and leads home after two seconds', async () => {
  await follow('#type=signup&token=secret')
  await expect.element(heading).toHaveTextContent('Email Confirmed!')
  await expect
    .element(page.getByText(/^Email confirmed successfully! You are now logged in\. Taking you/))
    .toBeVisible()
  expect(window.location.hash).toBe('')
  expect(server.bodyOf(verify)).toEqual({ token: 'secret' })
  expect(server.calls(verify)).toBe(1)
  await wait(1_000)
  await expect.element(at('/auth/callback')).toBeVisible()
  await expect.element(at('/')).toBeVisible()
  expect(server.calls(verify)).toBe(1)
})

test.each([
  ['is down', new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['cannot be reached', undefined],
])('when the server %s it says so, and the link can be tried again', async (_, answer) => {
  server.answers[verify] = answer
  await follow('#type=signup&token=secret')
  await expect.element(heading).toHaveTextContent('Confirmation Failed')
  await expect.element(page.getByText('Authentication service unavailable')).toBeVisible()
  server.answers[verify] = { success: true, isSignedIn: true }
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(heading).toHaveTextContent('Email Confirmed!')
})

test('on a device that is not signed in it says that one can log in', async () => {
  server.answers[verify] = { success: true, isSignedIn: false }
  server.answers['/api/auth/user'] = { user: null }
  await follow('#type=signup&token=secret')
  await expect
    .element(page.getByText(/^Email confirmed successfully! You can now log in\. Taking you/))
    .toBeVisible()
})

test('an answer that nobody expects is an unexpected error', async () => {
  server.answers[verify] = new Response('moth', { status: 200 })
  await follow('#type=signup&token=secret')
  await expect.element(page.getByText('An unexpected error occurred during confirmation')).toBeVisible()
})

test('with nothing to confirm it leads home', async () => {
  server.answers['/api/auth/user'] = { user: null }
  await follow('')
  await expect.element(heading).toHaveTextContent('Confirming your account...')
  await expect.element(at('/')).toBeVisible()
  expect(server.calls(verify)).toBe(0)
})

const expired = refusal(400, 'This link has expired or was used before.', 'link_expired')

test('a member whose address is confirmed already is told so over an old link', async () => {
  server.answers[verify] = expired
  await follow('#type=signup&token=secret')
  await expect
    .element(page.getByText('Your address is confirmed already: there is nothing to do.'))
    .toBeVisible()
})

test('a member whose address is not confirmed has a new link sent', async () => {
  server.answers[verify] = expired
  server.answers['/api/auth/user'] = { user: { ...member, emailVerified: false } }
  server.answers['/api/auth/send-verification-email'] = { success: true }
  await follow('#type=signup&token=secret')
  await page.getByRole('button', { name: 'Send a New Link' }).dblClick()
  await expect
    .poll(() => readToast())
    .toMatchObject({ title: 'Mail sent', description: 'The link is on its way to wren@moths.example.' })
  expect(server.calls('/api/auth/send-verification-email')).toBe(1)
})

test('too many tries say how long to wait', async () => {
  server.answers[verify] = refusal(429, 'Please wait 9 minutes.', 'too_many_requests')
  await follow('#type=signup&token=secret')
  await expect.element(page.getByText('Email confirmation failed. Please try again.')).toBeVisible()
  await expect.element(page.getByText('Please wait 9 minutes.')).toBeVisible()
})

test.each(['#type=signup', '#type=email_change&token='])(
  'a link without its end (%s) is told',
  async (hash) => {
    await follow(hash)
    await expect.element(page.getByText('Email confirmation failed. Please try again.')).toBeVisible()
    expect(server.calls(verify)).toBe(0)
  },
)

test('another link that is pasted over the page is followed', async () => {
  server.answers[verify] = refusal(400, 'This link has expired or was used before.', 'link_expired')
  await follow('#type=signup&token=old')
  await expect.element(heading).toHaveTextContent('Confirmation Failed')
  server.answers[verify] = { success: true, isSignedIn: true }
  window.location.hash = '#type=signup&token=new'
  await expect.element(heading).toHaveTextContent('Email Confirmed!')
  expect(server.asked.filter(({ path }) => path === verify).map(({ body }) => body)).toEqual([
    { token: 'old' },
    { token: 'new' },
  ])
  expect(window.location.hash).toBe('')
})

const takeBack = page.getByRole('button', { name: 'Take the old address back' })

test('undoing twice in a hurry is one call', async () => {
  server.answers[undoChange] = new Promise(() => {})
  await follow('#type=undo_email_change&token=secret')
  await takeBack.dblClick()
  await expect.element(page.getByRole('button', { name: 'Taking it back...' })).toBeVisible()
  expect(server.calls(undoChange)).toBe(1)
})

test('an address that another account has by now is told', async () => {
  server.answers[undoChange] = refusal(409, 'This email belongs to another account by now.', 'email_taken')
  await follow('#type=undo_email_change&token=secret')
  expect(server.calls(undoChange)).toBe(0)
  await takeBack.click()
  await expect.element(page.getByText('This email belongs to another account by now.')).toBeVisible()
})

test('back from a provider without a session, the way to sign in is open', async () => {
  server.answers['/api/auth/user'] = { user: null }
  await follow('', '?type=oauth')
  await expect
    .element(page.getByText('Signing in through the provider did not work. Please try again.'))
    .toBeVisible()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect.element(page.getByRole('dialog')).toHaveAccessibleName('Sign In')
})

test.each([
  ['access_denied', 'The sign-in was called off at the provider. Nothing has changed here.'],
  [
    'account_not_linked',
    'An account with this email exists already. Sign in to it, then connect the provider in Account Settings.',
  ],
  ['email_not_found', 'The provider did not tell us an email, and an account here needs one.'],
  ['state_mismatch', 'This sign-in took too long, or began in another window. Please try again.'],
  ['temporarily_unavailable', 'The provider cannot be reached right now. Please try again in a moment.'],
  ['moths', 'Signing in through the provider did not work. Please try again.'],
])('what a provider says (%s) is put into words', async (code, sentence) => {
  await follow('', `?error=${code}&type=oauth`)
  await expect.element(heading).toHaveTextContent('Confirmation Failed')
  await expect.element(page.getByText(sentence)).toBeVisible()
  expect(server.calls(verify)).toBe(0)
})
