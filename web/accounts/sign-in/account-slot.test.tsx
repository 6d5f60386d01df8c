import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import {
  errorResponse,
  fakeServer,
  memberId as id,
  openDialog as open,
  signInOnSheet,
} from '#web/site/site.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'

const server = fakeServer({
  '/api/users/get-email-by-username': { email: 'a1@handle.invalid' },
  '/api/validate-registration': { valid: true, errors: [], issues: [] },
  '/api/auth/sign-up/email': { user: { id } },
  '/api/auth/sign-out': { success: true },
})
const { requests, bodyOf, calls } = server

const dialog = page.getByRole('dialog')
const signInButton = dialog.getByRole('button', { name: 'Sign In', exact: true })
const createButton = dialog.getByRole('button', { name: 'Create Account', exact: true })

test.each([
  [errorResponse('not_signed_in', 'Invalid email or password'), 'Invalid email or password'],
  [
    errorResponse('too_many_requests', 'Too many tries. Please wait 40 seconds.'),
    'Too many tries. Please wait 40 seconds.',
  ],
  [new Response('<h1>Bad gateway</h1>', { status: 502 }), 'Something went wrong. Please try again.'],
])('a failed sign-in says why and keeps the typed values', async (response, message) => {
  server.responses['/api/auth/sign-in/email'] = response
  await open()
  await signInOnSheet('wren@moths.example', 'mothmoths')
  await expectVisible(dialog.getByText(message))
  expect(readToast()).toMatchObject({ title: 'Login failed', description: message })
  await expect.element(dialog.getByLabelText('Email or username')).toHaveValue('wren@moths.example')
})

test('blank fields and a short password are reported before anything is sent', async () => {
  await open()
  await signInOnSheet('', 'moth')
  await expect
    .element(dialog.getByLabelText('Email or username'))
    .toHaveAccessibleDescription(/Please enter your email or username\.$/)
  await expect
    .element(dialog.getByLabelText('Password'))
    .toHaveAccessibleDescription(/Password must be at least 6 characters long$/)
  expect(calls('/api/auth/sign-in/email') + calls('/api/users/get-email-by-username')).toBe(0)
})

async function register(username = 'wren') {
  await createButton.click()
  await dialog.getByLabelText('Email').fill('wren@moths.example')
  await dialog.getByLabelText('Username').fill(username)
  await dialog.getByLabelText('Password').fill('mothmoth')
  await dialog.getByLabelText(/^Bio/).fill('Moths.')
  await createButton.click()
}

test('registering validates, signs up, creates the profile and opens it immediately', async () => {
  await open()
  await register()
  await expectVisible(`at /profile/${id}`)
  const profile = { email: 'wren@moths.example', username: 'wren', bio: 'Moths.' }
  expect(bodyOf('/api/validate-registration')).toEqual({ email: profile.email, username: 'wren' })
  expect(bodyOf('/api/auth/sign-up/email')).toEqual({ ...profile, name: 'wren', password: 'mothmoth' })
  expect(bodyOf('/api/users/create-profile')).toEqual({ ...profile, id })
  expect(readToast()).toMatchObject({
    title: 'Account created successfully!',
    description: 'Please check your email to verify your account.',
  })
})

test('all problems of the check are shown together at their fields, and the first field gets focus', async () => {
  const issues = [
    { path: 'email', message: 'This email is already registered.' },
    { path: 'username', message: 'This username is already taken.' },
  ]
  const errors = issues.map(({ message }) => message)
  server.responses['/api/validate-registration'] = { valid: false, errors, issues }
  await open()
  await register()
  await expect.element(dialog.getByLabelText('Email')).toHaveFocus()
  for (const [at, label] of ['Email', 'Username'].entries())
    await expect
      .element(dialog.getByLabelText(label))
      .toHaveAccessibleDescription(expect.stringContaining(errors[at] ?? ''))
  expect(readToast()).toMatchObject({ title: 'Registration failed', description: errors.join(' ') })
  expect(calls('/api/auth/sign-up/email')).toBe(0)
})

test('without a profile the new session is ended again', async () => {
  server.responses['/api/users/create-profile'] = new Response('', { status: 500 })
  await open()
  await register()
  await expectVisible(dialog.getByText('Failed to create user profile'))
  expect(requests.at(-1)?.path).toBe('/api/auth/sign-out')
})

test('a visitor who wants to upload sees the sign-in dialog first, and uploads after signing in', async () => {
  const onSignedIn = vi.fn()
  await open({ reason: 'upload', onSignedIn })
  await expect.element(dialog).toHaveAccessibleName('Sign In Required')
  await expect.element(signInButton).toHaveFocus()
  await signInButton.click()
  await expect.element(dialog.getByLabelText('Email or username')).toHaveFocus()
  await signInOnSheet()
  await expectVisible(`at /profile/${id}`)
  await expect.poll(() => onSignedIn).toHaveBeenCalledOnce()
})

test('cancelling the prompt returns focus to its opener', async () => {
  await open({ reason: 'upload' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expectGone(dialog)
  await expect.element(page.getByRole('button', { name: 'Ping' })).toHaveFocus()
})
