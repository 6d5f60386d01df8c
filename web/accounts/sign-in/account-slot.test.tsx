import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeServer, memberId as id, openDialog as open, refusal } from '#web/site/site.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { openSignIn } from '../viewer.ts'

const server = fakeServer({
  '/api/users/get-email-by-username': { email: 'a1@handle.invalid' },
  '/api/auth/sign-in/email': { user: { id } },
  '/api/validate-registration': { valid: true, errors: [], issues: [] },
  '/api/auth/sign-up/email': { user: { id } },
  '/api/users/create-profile': { user: { id, username: 'wren' } },
  '/api/auth/sign-out': { success: true },
})
const { asked, bodyOf, calls } = server

const dialog = page.getByRole('dialog')
const signInButton = dialog.getByRole('button', { name: 'Sign In', exact: true })
const createButton = dialog.getByRole('button', { name: 'Create Account', exact: true })

async function signIn(identifier: string, password: string) {
  await dialog.getByLabelText('Email or username').fill(identifier)
  await dialog.getByLabelText('Password').fill(password)
  await signInButton.click()
}

test('an email signs in as it is, and leads to the own profile', async () => {
  await open()
  await signIn('wren@moths.example', 'mothmoth')
  await expect.element(page.getByText(`at /profile/${id}`)).toBeVisible()
  expect(bodyOf('/api/auth/sign-in/email')).toEqual({ email: 'wren@moths.example', password: 'mothmoth' })
  expect(asked.some(({ path }) => path === '/api/users/get-email-by-username')).toBe(false)
  expect(asked.some(({ path }) => path === '/api/users/create-profile')).toBe(true)
  expect(readToast()?.title).toBe('Logged in successfully!')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a username is resolved to an email first', async () => {
  await open()
  await signIn(' wren ', 'mothmoth')
  await expect.element(page.getByText(`at /profile/${id}`)).toBeVisible()
  expect(bodyOf('/api/users/get-email-by-username')).toEqual({ username: 'wren' })
  expect(bodyOf('/api/auth/sign-in/email')).toMatchObject({ email: 'a1@handle.invalid' })
})

test('a username that nobody has is told at its field', async () => {
  server.answers['/api/users/get-email-by-username'] = { email: null }
  await open()
  await signIn('nobody', 'mothmoth')
  const field = dialog.getByLabelText('Email or username')
  await expect.element(field).toHaveAccessibleDescription(/User not found with this username\.$/)
  await expect.element(field).toHaveFocus()
  expect(readToast()).toMatchObject({
    title: 'Login failed',
    description: 'User not found with this username.',
    variant: 'destructive',
  })
})

test.each([
  [refusal(401, 'Invalid email or password'), 'Invalid email or password'],
  [
    refusal(429, 'Too many tries. Please wait 40 seconds.', 'too_many_requests'),
    'Too many tries. Please wait 40 seconds.',
  ],
  [new Response('<h1>Bad gateway</h1>', { status: 502 }), 'Something went wrong. Please try again.'],
])('a failed sign-in says why and keeps what was typed', async (answer, sentence) => {
  server.answers['/api/auth/sign-in/email'] = answer
  await open()
  await signIn('wren@moths.example', 'mothmoths')
  await expect.element(dialog.getByText(sentence)).toBeVisible()
  expect(readToast()).toMatchObject({ title: 'Login failed', description: sentence })
  await expect.element(dialog.getByLabelText('Email or username')).toHaveValue('wren@moths.example')
})

test('blank fields and a short password are told before anything is sent', async () => {
  await open()
  await signIn('', 'moth')
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

test('registering checks, signs up, makes the profile and leads to it at once', async () => {
  await open()
  await register()
  await expect.element(page.getByText(`at /profile/${id}`)).toBeVisible()
  const person = { email: 'wren@moths.example', username: 'wren', bio: 'Moths.' }
  expect(bodyOf('/api/validate-registration')).toEqual({ email: person.email, username: 'wren' })
  expect(bodyOf('/api/auth/sign-up/email')).toEqual({ ...person, name: 'wren', password: 'mothmoth' })
  expect(bodyOf('/api/users/create-profile')).toEqual({ ...person, id })
  expect(readToast()).toMatchObject({
    title: 'Account created successfully!',
    description: 'Please check your email to verify your account.',
  })
})

test('a registration needs a username', async () => {
  await open()
  await register(' ')
  await expect
    .element(dialog.getByLabelText('Username'))
    .toHaveAccessibleDescription(/Please enter a username\.$/)
  expect(bodyOf('/api/validate-registration')).toBeUndefined()
})

test('everything the check finds is said in one go, each at its field, and the first has focus', async () => {
  const email = 'This email is already registered.'
  const username = 'This username is already taken.'
  server.answers['/api/validate-registration'] = {
    valid: false,
    errors: [email, username],
    issues: [
      { path: 'email', message: email },
      { path: 'username', message: username },
    ],
  }
  await open()
  await register()
  const sentence = `${email} ${username}`
  await expect.element(dialog.getByLabelText('Email')).toHaveFocus()
  await expect
    .element(dialog.getByLabelText('Email'))
    .toHaveAccessibleDescription(expect.stringContaining(email))
  await expect
    .element(dialog.getByLabelText('Username'))
    .toHaveAccessibleDescription(expect.stringContaining(username))
  expect(readToast()).toMatchObject({ title: 'Registration failed', description: sentence })
  expect(bodyOf('/api/auth/sign-up/email')).toBeUndefined()
})

test.each([
  [refusal(400, 'The bio is too long.'), 'The bio is too long.'],
  [new Response('', { status: 500 }), 'Failed to create user profile'],
])('without a profile the new session is ended again', async (answer, sentence) => {
  server.answers['/api/users/create-profile'] = answer
  await open()
  await register()
  await expect.element(dialog.getByText(sentence)).toBeVisible()
  expect(asked.at(-1)?.path).toBe('/api/auth/sign-out')
})

test('somebody who wants to upload is told first, and uploads after signing in', async () => {
  const goOn = vi.fn()
  await open({ because: 'upload', goOn })
  await expect.element(dialog).toHaveAccessibleName('Sign In Required')
  await expect.element(signInButton).toHaveFocus()
  await signInButton.click()
  await expect.element(dialog.getByLabelText('Email or username')).toHaveFocus()
  await signIn('wren@moths.example', 'mothmoth')
  await expect.element(page.getByText(`at /profile/${id}`)).toBeVisible()
  await expect.poll(() => goOn).toHaveBeenCalledOnce()
})

test('cancelling the prompt gives focus back to where it came from', async () => {
  await open({ because: 'upload' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Knock' })).toHaveFocus()
})

test('a guest who favorites signs in and stays on the page', async () => {
  await open()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  openSignIn({ because: 'favorite' })
  await expect.element(dialog.getByText(/You need to be signed in to keep favorites/)).toBeVisible()
  await signIn('wren@moths.example', 'mothmoth')
  await expect.element(dialog).not.toBeInTheDocument()
  await new Promise((resolve) => setTimeout(resolve, 200))
  await expect.element(page.getByText('at /', { exact: true })).toBeVisible()
})
