import { StrictMode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { impossibleAnswer } from '#web/site/check-answer.testing.ts'
import { button, expectToast, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, member, memberServer, memberSession, openSite, setHash } from '#web/site/site.testing.tsx'
import { Page } from './auth-callback-page.tsx'

const verify = '/api/auth/verify-email'
const undoChange = '/api/auth/undo-email-change'
const confirmed = { success: true, isSignedIn: true }
const server = memberServer({
  [verify]: confirmed,
  [undoChange]: { success: true },
  '/api/auth/session': memberSession,
})

beforeEach(() => setHash(''))
afterEach(() => setHash(''))

const InStrictMode = () => (
  <StrictMode>
    <Page />
  </StrictMode>
)

/** Opens a mailed link with this fragment and query. */
async function follow(hash = '#type=signup&token=secret', search = '') {
  setHash(hash)
  const routes = [{ path: '/auth/callback', Component: InStrictMode }]
  await openSite({ at: `/auth/callback${search}`, routes })
}
const heading = page.getByRole('heading', { level: 1 })
const at = (path: string) => page.getByText(`at ${path}`, { exact: true })

test('confirming removes the secret from the address, uses it once, and leads home after two seconds', async () => {
  await follow()
  await expect.element(heading).toHaveTextContent('Email Confirmed!')
  await expectVisible(/^Email confirmed successfully! You are now logged in\. Taking you/)
  expect(window.location.hash).toBe('')
  expect(server.bodyOf(verify)).toEqual({ token: 'secret' })
  await new Promise((later) => setTimeout(later, 1_000))
  await expectVisible(at('/auth/callback'))
  await expectVisible(at('/'))
  expect(server.calls(verify)).toBe(1)
})

test.each([
  ['is down', new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ['cannot be reached', undefined],
])('when the server %s it says so, and the link can be tried again', async (_, response) => {
  server.responses[verify] = response
  await follow()
  await expect.element(heading).toHaveTextContent('Confirmation Failed')
  await expectVisible('Authentication service unavailable')
  server.responses[verify] = confirmed
  await button('Try again').click()
  await expect.element(heading).toHaveTextContent('Email Confirmed!')
})

const failedMessage = 'Email confirmation failed. Please try again.'
const expired = errorResponse('link_expired', 'This link has expired or was used before.')
const rateLimited = errorResponse('too_many_requests', 'Please wait 9 minutes.')

test.each([
  [
    'confirms it on another device',
    { success: true, isSignedIn: false },
    /^Email confirmed successfully! You can now log in\. Taking you/,
  ],
  ['gets an unexpected response', impossibleAnswer('moth'), 'An unexpected error occurred during confirmation'],
  ['was confirmed already', expired, 'Your address is already confirmed.'],
  ['tries too often', rateLimited, failedMessage],
  ['must wait', rateLimited, 'Please wait 9 minutes.'],
])('a member who %s sees a message', async (_, response, message) => {
  server.responses[verify] = response
  if (response !== expired) server.responses['/api/auth/user'] = { user: null }
  await follow()
  await expectVisible(message)
})

test('with nothing to confirm it leads home', async () => {
  server.responses['/api/auth/user'] = { user: null }
  await follow('')
  await expect.element(heading).toHaveTextContent('Confirming your account...')
  await expectVisible(at('/'))
  expect(server.calls(verify)).toBe(0)
})

test('a member with an unconfirmed address can request a new link', async () => {
  const send = '/api/auth/send-verification-email'
  server.responses = { ...server.responses, [verify]: expired, [send]: { success: true } }
  server.responses['/api/auth/user'] = { user: { ...member, emailVerified: false } }
  await follow()
  await button('Send a New Link').dblClick()
  await expectToast({ title: 'Email sent', description: 'We sent the link to wren@moths.example.' })
  expect(server.calls(send)).toBe(1)
})

test('another link that is pasted over the page is followed', async () => {
  server.responses[verify] = expired
  await follow('#type=signup&token=old')
  await expect.element(heading).toHaveTextContent('Confirmation Failed')
  server.responses[verify] = confirmed
  window.location.hash = '#type=signup&token=new'
  await expect.element(heading).toHaveTextContent('Email Confirmed!')
  expect(server.writes().map(({ body }) => body)).toEqual([{ token: 'old' }, { token: 'new' }])
  expect(window.location.hash).toBe('')
})

const undoButton = button('Restore the old address')

test('undoing twice in a hurry is one call', async () => {
  server.hold(undoChange)
  await follow('#type=undo_email_change&token=secret')
  expect(server.calls(undoChange)).toBe(0)
  await undoButton.dblClick()
  await expectVisible(button('Restoring…'))
  expect(server.calls(undoChange)).toBe(1)
})

test('an address that another account has taken shows an error', async () => {
  server.responses[undoChange] = errorResponse('email_taken', 'This email belongs to another account by now.')
  await follow('#type=undo_email_change&token=secret')
  await undoButton.click()
  await expectVisible('This email belongs to another account by now.')
})

test('back from a provider without a session, the way to sign in is open', async () => {
  server.responses['/api/auth/user'] = { user: null }
  await follow('', '?type=oauth')
  await expectVisible('Signing in with this provider failed. Please try again.')
  await button('Sign In').click()
  await expect.element(page.getByRole('dialog')).toHaveAccessibleName('Sign In')
})

test.each([
  ['#type=signup', '', failedMessage],
  ['#type=email_change&token=', '', failedMessage],
  ['', 'access_denied', 'You canceled the sign-in at the provider. Nothing was changed.'],
  [
    '',
    'account_not_linked',
    'An account with this email already exists. Sign in to it, then connect the provider in Account Settings.',
  ],
  [
    '',
    'email_not_found',
    'The provider did not share an email address, and an account here needs one. Allow the provider to share it, or create an account with a password.',
  ],
  ['', 'state_mismatch', 'This sign-in took too long or started in another window. Please try again.'],
  ['', 'temporarily_unavailable', 'The provider cannot be reached right now. Please try again in a moment.'],
  ['', 'moths', 'Signing in with this provider failed. Please try again.'],
])('a truncated link (%s), or a provider error %s, has a message', async (hash, code, message) => {
  await follow(hash, code && `?error=${code}&type=oauth`)
  await expect.element(heading).toHaveTextContent('Confirmation Failed')
  await expectVisible(message)
  expect(server.calls(verify)).toBe(0)
})
