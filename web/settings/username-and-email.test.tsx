import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectGone, expectToast, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, member, memberId } from '#web/site/site.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import {
  card,
  describedBy,
  emailChanged,
  fakeSettings,
  oneFactor,
  openSettings,
  success,
} from './settings-fake.testing.tsx'

const server = fakeSettings()
const profilePath = `/api/users/${memberId}`
const { writes } = server

const username = card('Username').getByLabelText('Username')
async function rename(name: string) {
  await openSettings()
  await username.fill(name)
  await card('Username').getByRole('button', { name: 'Update Username' }).click({ force: true })
}

test.each([
  ['  ', 'Username cannot be empty'],
  ['ab', 'Usernames are 3 to 30 characters long. This one has 2.'],
  ['moth moth', 'Usernames cannot have spaces. Use _ . or - instead.'],
  ['admin', 'This username is reserved. Please choose another one.'],
])('the username "%s" is rejected before anything is sent', async (name, message) => {
  await rename(name)
  await expectToast({ title: 'Invalid username', description: message, variant: 'destructive' })
  await expect.element(username).toHaveAccessibleDescription(describedBy(message))
  await expect.element(card('Username').getByRole('button')).toHaveAttribute('aria-disabled', 'true')
  expect(writes()).toEqual([])
})

test('a username is updated, and the same one is no change', async () => {
  await rename('wren')
  await expectToast({ title: 'No changes', description: 'Username is the same as current' })
  await username.fill(' moth ')
  await userEvent.keyboard('{Enter}')
  await expectToast({ title: 'Profile Updated', description: 'Your profile has been updated successfully.' })
  expect(writes()).toEqual([{ method: 'PUT', path: profilePath, body: { username: 'moth' } }])
})

test.each([
  [errorResponse('username_taken', 'This username is already taken.'), 'This username is already taken.'],
  [new Response('', { status: 502 }), 'Failed to update username'],
])('a username that the server refuses says why (%#)', async (response, message) => {
  server.responses[`PUT ${profilePath}`] = response
  await rename('moth')
  await expectToast({ title: 'Error updating username', description: message, variant: 'destructive' })
  await expect.element(username).toHaveAccessibleDescription(describedBy(message))
  await expect.element(username).toHaveValue('moth')
})

const admin = '/api/auth/admin-update-email'
const direct = '/api/auth/direct-update-email'
const email = card('Email Address').getByLabelText('Email address')
async function changeEmailTo(address: string) {
  await openSettings()
  await email.fill(address)
  await card('Email Address').getByRole('button', { name: 'Update Email' }).click({ force: true })
}
const emailUpdated = {
  title: 'Email updated successfully',
  description: 'Your email has been updated across all services.',
}

test('when the first call fails, the second is tried', async () => {
  server.responses[admin] = new Response('', { status: 500 })
  await changeEmailTo('new@moths.example')
  await expectToast(emailUpdated)
  expect(writes().map(({ path }) => path)).toEqual([admin, direct, profilePath])
  expect(writes()[0]?.body).toEqual({ userId: memberId, newEmail: 'new@moths.example' })
})

test('a click while the page is still reloading the change is handled', async () => {
  server.responses[admin] = errorResponse('email_taken', 'This email is already registered.')
  server.responses[direct] = server.responses[admin]
  await openSettings()
  server.responses['/api/auth/user'] = new Promise(() => {})
  await email.fill('taken@moths.example')
  await userEvent.keyboard('{Enter}')
  await expectToast({ title: 'Error updating email' })
  server.responses[admin] = emailChanged
  await email.fill('new@moths.example')
  await userEvent.keyboard('{Enter}')
  await expectToast(emailUpdated)
})

test('an invalid address is rejected before anything is sent, and the same one is no change', async () => {
  await changeEmailTo('wren@moths')
  const message = 'Please enter a valid email address'
  await expectToast({ title: 'Invalid email', description: message, variant: 'destructive' })
  await expect.element(email).toHaveAccessibleDescription(describedBy(message))
  await email.fill('Wren@moths.example')
  await userEvent.keyboard('{Enter}')
  await expectToast({ title: 'No changes', description: 'Email is the same as current' })
  expect(writes()).toEqual([])
})

test.each([
  [errorResponse('email_taken', 'Taken.'), 'Error updating email', 'Taken.'],
  [
    errorResponse('nothing_to_change', 'Email address is already set to this value.'),
    'No changes needed',
    'Email address is already set to this value.',
  ],
  [
    new Response('', { status: 502 }),
    'Email update failed',
    'Unable to update email. Authentication service limitations prevent email changes at this time.',
  ],
])('an address that both calls refuse says why (%#)', async (response, title, message) => {
  server.responses[admin] = response
  server.responses[direct] = response
  await changeEmailTo('new@moths.example')
  await expectToast({ title, description: message, variant: 'destructive' })
  await expect.element(email).toHaveAccessibleDescription(describedBy(message))
})

test('a member whose session has ended is asked to sign in, and nothing is lost', async () => {
  server.responses[admin] = errorResponse('not_signed_in', 'You need to be signed in.')
  server.responses[direct] = server.responses[admin]
  await changeEmailTo('new@moths.example')
  await expectToast({ title: 'Error updating email', description: 'No valid authentication session' })
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await expectVisible(dialog.getByText(/You were signed out/))
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(email).toHaveValue('new@moths.example')
})

test('an account without an address says so', async () => {
  server.responses['/api/auth/user'] = { user: { ...member, email: '' } }
  await changeEmailTo('new@moths.example')
  await expectToast({ title: 'Error updating email', description: 'User email not found' })
  expect(writes()).toEqual([])
})

const confirm = '/api/auth/confirm-password'
const confirmDialog = page.getByRole('dialog', { name: 'Confirm It’s You' })
const confirmField = (label: string) => confirmDialog.getByLabelText(label)

/** Fills in and confirms the password dialog. The server gives this response. */
async function confirmWith(values: Record<string, string>, response: unknown) {
  server.responses[confirm] = response
  for (const [label, text] of Object.entries(values)) await confirmField(label).fill(text)
  await confirmDialog.getByRole('button', { name: 'Confirm' }).click()
}

async function changeEmailUntilAsked() {
  server.responses[admin] = errorResponse('confirmation_needed', 'You signed in a while ago.')
  await changeEmailTo('new@moths.example')
  await expect.element(confirmField('Password')).toHaveFocus()
  server.responses[admin] = emailChanged
}

test('a member without a recent sign-in enters the password, and the request is repeated', async () => {
  await changeEmailUntilAsked()
  const message = 'Current password is incorrect'
  await confirmWith({ Password: 'mothmoths' }, errorResponse('wrong_password', message))
  await expect.element(confirmField('Password')).toHaveAccessibleDescription(describedBy(message))
  await confirmWith({ Password: 'mothmoth' }, success)
  await expectToast(emailUpdated)
  await expectGone(confirmDialog)
  expect(writes().map(({ path }) => path)).toEqual([admin, confirm, confirm, admin, profilePath])
})

test('a member with a second factor enters a code as well', async () => {
  server.responses['/api/auth/factors'] = oneFactor
  await changeEmailUntilAsked()
  await confirmWith({ Password: 'mothmoth' }, success)
  await expect.element(confirmField('Code')).toHaveAccessibleDescription(describedBy('Please enter a code.'))
  await confirmWith({ Code: '000000' }, errorResponse('wrong_code', 'This code is wrong.'))
  await expect.element(confirmField('Code')).toHaveAccessibleDescription(describedBy('This code is wrong.'))
  await confirmWith({ Code: '123456' }, success)
  await expectToast(emailUpdated)
  const confirmCall = server.requests.findLast(({ path }) => path === confirm)
  expect(confirmCall?.body).toEqual({ password: 'mothmoth', code: '123456' })
})

test('a second factor unknown to the page is reported by the server, and the code is requested', async () => {
  await changeEmailUntilAsked()
  const message = 'Please enter a code as well.'
  await confirmWith({ Password: 'mothmoth' }, errorResponse('wrong_code', message))
  await expect.element(confirmField('Code')).toHaveAccessibleDescription(describedBy(message))
  await confirmWith({ Code: '123456' }, success)
  await expectToast(emailUpdated)
})

test('cancelling the password prompt changes nothing and shows no message', async () => {
  await changeEmailUntilAsked()
  await confirmDialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(card('Email Address').getByRole('button', { name: 'Update Email' })).toHaveFocus()
  await expect.element(email).toHaveValue('new@moths.example')
  expect(readToast()?.open ?? false).toBe(false)
  expect(writes()).toHaveLength(1)
})

test('an unconfirmed address says so, and the mail can be sent again', async () => {
  server.responses['/api/auth/user'] = { user: { ...member, emailVerified: false } }
  await openSettings()
  const sendAgain = card('Email Address').getByRole('button', { name: 'Send the link again' })
  await expectVisible(card('Email Address').getByText(/recovery emails go to/))
  await sendAgain.click()
  await expectToast({ title: 'Email sent', description: 'We sent the link to wren@moths.example.' })
  server.responses['/api/auth/send-verification-email'] = errorResponse('too_many_requests', 'Please wait.')
  await sendAgain.click()
  await expectToast({ title: 'Email not sent', description: 'Please wait.' })
})
