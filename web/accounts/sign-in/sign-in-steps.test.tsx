import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isSolution, type Proof, puzzleText } from '#contract/proof-of-work.ts'
import { button, expectGone, expectToast, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, fakeServer, memberId as id, openDialog, signInOnSheet } from '#web/site/site.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'

const server = fakeServer({
  '/api/auth/request-password-reset': { success: true },
  '/api/auth/factors/verify': { user: { id } },
})

const signInSheet = page.getByRole('dialog', { name: 'Sign In' })
const resetSheet = page.getByRole('dialog', { name: 'Reset Password' })
const codeSheet = page.getByRole('dialog', { name: 'Two-Factor Code' })
const identifier = signInSheet.getByLabelText('Email or username')
const signInButton = signInSheet.getByRole('button', { name: 'Sign In', exact: true })
const forgot = page.getByRole('button', { name: 'Forgot password?' })
const email = resetSheet.getByLabelText('Email')
const sendLink = resetSheet.getByRole('button', { name: 'Send Reset Link' })

test('a typed password can be looked at', async () => {
  await openDialog()
  const password = signInSheet.getByLabelText('Password')
  await expect.element(password).toHaveAttribute('type', 'password')
  await button('Show what is typed').click()
  await expect.element(password).toHaveAttribute('type', 'text')
})

test('a username is no address to write to, and neither is a blank', async () => {
  await openDialog()
  await identifier.fill('wren')
  await forgot.click()
  await expect.element(email).toHaveValue('')
  await sendLink.click()
  await expect.element(email).toHaveAccessibleDescription(/Please enter a valid email address\.$/)
  expect(server.calls('/api/auth/request-password-reset')).toBe(0)
  await userEvent.keyboard('{Escape}')
  await expectGone(resetSheet)
  await expect.element(identifier).toHaveValue('wren')
})

test.each([
  [errorResponse('too_many_requests', 'Please wait 9 minutes.'), 'Please wait 9 minutes.'],
  [new Response('', { status: 503 }), 'Something went wrong. Please try again.'],
  [undefined, 'Something went wrong. Please try again.'],
])('a failed reset says why and keeps the address', async (response, message) => {
  server.responses['/api/auth/request-password-reset'] = response
  await openDialog()
  await forgot.click()
  await email.fill('wren@moths.example')
  await sendLink.click()
  await expectVisible(resetSheet.getByText(message))
  expect(readToast()).toMatchObject({ title: 'Reset failed', description: message, variant: 'destructive' })
  await expect.element(email).toHaveValue('wren@moths.example')
})

test('while an account is under attack its browser solves the proof of work, and says so', async () => {
  const path = '/api/auth/sign-in/email'
  const task = { challenge: '11.1999999999.abc.def', puzzles: 16, bits: 11, how: '' }
  const challengeResponse = errorResponse('proof_needed', 'Please try again.', { proof: task })
  Object.defineProperty(server.responses, path, {
    get: () => (server.calls(path) > 1 ? { user: { id } } : challengeResponse),
  })
  await openDialog()
  await signInOnSheet()
  await expectVisible(signInSheet.getByRole('button', { name: 'Checking that you’re not a robot…' }))
  await expectVisible(`at /profile/${id}`)
  const [, sent] = server.requests.filter((call) => call.path === path)
  const { proof, ...credentials } = { ...(sent?.body as { proof: Proof }) }
  expect(credentials).toEqual({ email: 'wren@moths.example', password: 'mothmoth' })
  expect(proof.challenge).toBe(task.challenge)
  expect(proof.solutions).toHaveLength(task.puzzles)
  for (const [index, solution] of proof.solutions.entries()) {
    const text = new TextEncoder().encode(puzzleText(task.challenge, index, solution))
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
    expect(isSolution(hash, task.bits)).toBe(true)
  }
})

test('a rejected proof of work is shown like any error, and not repeated', async () => {
  const path = '/api/auth/sign-in/email'
  const proof = { challenge: '1.1999999999.abc.def', puzzles: 16, bits: 1, how: '' }
  server.responses[path] = errorResponse('proof_needed', 'Please try once more.', { proof })
  await openDialog()
  await signInOnSheet()
  await expectVisible(signInSheet.getByText('Please try once more.'))
  expect(server.calls(path)).toBe(2)
})

async function signInUpToTheCode() {
  server.responses['/api/auth/sign-in/email'] = { twoFactorRedirect: true, twoFactorMethods: ['totp'] }
  await openDialog()
  await signInOnSheet()
}
const code = codeSheet.getByLabelText('Code')
const continueButton = codeSheet.getByRole('button', { name: 'Continue' })

test('a blank or rejected code is reported at its field, and a recovery code signs in', async () => {
  const message = 'This code is wrong.'
  server.responses['/api/auth/factors/verify'] = errorResponse('wrong_code', message)
  await signInUpToTheCode()
  await expect.element(code).toHaveFocus()
  await code.fill(' ')
  await continueButton.click()
  await expect.element(code).toHaveAccessibleDescription(/Please enter a code\.$/)
  expect(server.calls('/api/auth/factors/verify')).toBe(0)
  await code.fill('000000')
  await continueButton.click()
  await expect.element(code).toHaveAccessibleDescription(new RegExp(`${message}$`))
  await expect.element(code).toHaveFocus()
  expect(readToast()).toMatchObject({ title: 'Login failed', description: message })
  expect(server.calls('/api/users/create-profile')).toBe(0)
  server.responses['/api/auth/factors/verify'] = { user: { id } }
  await codeSheet.getByRole('button', { name: 'Use a recovery code' }).click()
  const recovery = codeSheet.getByLabelText('Recovery code')
  await expect.element(recovery).toHaveFocus()
  await expect.element(recovery).toHaveAttribute('inputmode', 'text')
  await recovery.fill('abcde-fghij')
  await continueButton.click()
  await expectVisible(`at /profile/${id}`)
  expect(server.requests.findLast(({ path }) => path === '/api/auth/factors/verify')?.body).toEqual({
    code: 'abcde-fghij',
  })
})

test('a member without a code goes back to Sign in', async () => {
  await signInUpToTheCode()
  await codeSheet.getByRole('button', { name: 'Back to Sign In' }).click()
  await expect.element(identifier).toHaveFocus()
})

test('an expired code leads back to Sign in, which says so', async () => {
  server.responses['/api/auth/factors/verify'] = errorResponse('not_signed_in', 'Please sign in.')
  await signInUpToTheCode()
  await code.fill('123456')
  await continueButton.click()
  await expectVisible(signInSheet.getByText('That took too long. Please sign in again.'))
  await expect.element(identifier).toHaveFocus()
})

const withProvider = (url: string) => {
  server.responses['/api/auth/providers'] = { providers: [{ id: 'github', name: 'GitHub' }] }
  server.responses['/api/auth/sign-in/social'] = { url, redirect: true }
}
const gitHub = page.getByRole('button', { name: 'Continue with GitHub' })

test('a configured provider is offered to who signs in and to who registers', async () => {
  withProvider(`${window.location.href.split('#')[0]}#at-the-provider`)
  await openDialog()
  await expectVisible(gitHub)
  await signInSheet.getByRole('button', { name: 'Create Account' }).click()
  await gitHub.click()
  await expect.poll(() => window.location.hash).toBe('#at-the-provider')
  expect(server.bodyOf('/api/auth/sign-in/social')).toEqual({ provider: 'github' })
})

test('an address that is not of the web is not followed', async () => {
  withProvider('javascript:document.body.remove()')
  await openDialog()
  await gitHub.click()
  await expectToast({ title: 'Login failed', description: 'Something went wrong. Please try again.' })
})

test('no provider is offered without one or without a response about them', async () => {
  server.responses['/api/auth/providers'] = new Response('', { status: 500 })
  await openDialog()
  await expectVisible(signInButton)
  await expectGone(/^Continue with/)
})

test('a member is signed in only after their profile was created, or if that fails', async () => {
  const respond = server.hold('/api/users/create-profile')
  await openDialog()
  await signInOnSheet()
  await expect.poll(() => server.calls('/api/users/create-profile')).toBe(1)
  await expectVisible(signInSheet)
  respond(errorResponse('internal', 'Something went wrong.'))
  await expectVisible(`at /profile/${id}`)
})
