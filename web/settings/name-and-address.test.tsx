import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isGone, isSeen, said } from '#web/site/seen.testing.ts'
import { member, memberId, refusal } from '#web/site/site.testing.tsx'
import { readToast } from '#web/ui/toasts/toast-store.ts'
import { card, describedBy, done, fakeSettings, oneFactor, openSettings } from './settings-fake.testing.tsx'

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
])('the username "%s" is rejected before anything is sent', async (name, sentence) => {
  await rename(name)
  await said({ title: 'Invalid username', description: sentence, variant: 'destructive' })
  await expect.element(username).toHaveAccessibleDescription(describedBy(sentence))
  await expect.element(card('Username').getByRole('button')).toHaveAttribute('aria-disabled', 'true')
  expect(writes()).toEqual([])
})

test('a username is updated, and the same one is no change', async () => {
  await rename('wren')
  await said({ title: 'No changes', description: 'Username is the same as current' })
  await username.fill(' moth ')
  await userEvent.keyboard('{Enter}')
  await said({ title: 'Profile Updated', description: 'Your profile has been updated successfully.' })
  expect(writes()).toEqual([{ method: 'PUT', path: profilePath, body: { username: 'moth' } }])
})

test.each([
  [refusal(409, 'This username is already taken.', 'username_taken'), 'This username is already taken.'],
  [new Response('', { status: 502 }), 'Failed to update username'],
])('a username that the server refuses says why (%#)', async (answer, sentence) => {
  server.answers[`PUT ${profilePath}`] = answer
  await rename('moth')
  await said({ title: 'Error updating username', description: sentence, variant: 'destructive' })
  await expect.element(username).toHaveAccessibleDescription(describedBy(sentence))
  await expect.element(username).toHaveValue('moth')
})

const bad = (code: string, sentence: string, status = 409) => refusal(status, sentence, code)
const admin = '/api/auth/admin-update-email'
const direct = '/api/auth/direct-update-email'
const email = card('Email Address').getByLabelText('Email address')
async function moveTo(address: string) {
  await openSettings()
  await email.fill(address)
  await card('Email Address').getByRole('button', { name: 'Update Email' }).click({ force: true })
}
const emailUpdated = {
  title: 'Email updated successfully',
  description: 'Your email has been updated across all services.',
}

test('when the first call fails, the second is tried', async () => {
  server.answers[admin] = new Response('', { status: 500 })
  await moveTo('new@moths.example')
  await said(emailUpdated)
  expect(writes().map(({ path }) => path)).toEqual([admin, direct, profilePath])
  expect(writes()[0]?.body).toEqual({ userId: memberId, newEmail: 'new@moths.example' })
})

test('a click while the page is still reloading the change is handled', async () => {
  server.answers[admin] = bad('email_taken', 'This email is already registered.')
  server.answers[direct] = server.answers[admin]
  await openSettings()
  server.answers['/api/auth/user'] = new Promise(() => {})
  await email.fill('taken@moths.example')
  await userEvent.keyboard('{Enter}')
  await said({ title: 'Error updating email' })
  server.answers[admin] = { success: true }
  await email.fill('new@moths.example')
  await userEvent.keyboard('{Enter}')
  await said(emailUpdated)
})

test('an invalid address is rejected before anything is sent, and the same one is no change', async () => {
  await moveTo('wren@moths')
  const sentence = 'Please enter a valid email address'
  await said({ title: 'Invalid email', description: sentence, variant: 'destructive' })
  await expect.element(email).toHaveAccessibleDescription(describedBy(sentence))
  await email.fill('Wren@moths.example')
  await userEvent.keyboard('{Enter}')
  await said({ title: 'No changes', description: 'Email is the same as current' })
  expect(writes()).toEqual([])
})

test.each([
  [bad('email_taken', 'Taken.'), 'Error updating email', 'Taken.'],
  [
    bad('invalid_request', 'Email address is already set to this value.', 400),
    'No changes needed',
    'Email address is already set to this value.',
  ],
  [
    new Response('', { status: 502 }),
    'Email update failed',
    'Unable to update email. Authentication service limitations prevent email changes at this time.',
  ],
])('an address that both calls refuse says why (%#)', async (answer, title, sentence) => {
  server.answers[admin] = answer
  server.answers[direct] = answer
  await moveTo('new@moths.example')
  await said({ title, description: sentence, variant: 'destructive' })
  await expect.element(email).toHaveAccessibleDescription(describedBy(sentence))
})

test('a member whose session has ended is asked to sign in, and nothing is lost', async () => {
  server.answers[admin] = bad('not_signed_in', 'You need to be signed in.', 401)
  server.answers[direct] = server.answers[admin]
  await moveTo('new@moths.example')
  await said({ title: 'Error updating email', description: 'No valid authentication session' })
  const dialog = page.getByRole('dialog', { name: 'Sign In' })
  await isSeen(dialog.getByText(/You were signed out/))
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(email).toHaveValue('new@moths.example')
})

test('an account without an address says so', async () => {
  server.answers['/api/auth/user'] = { user: { ...member, email: '' } }
  await moveTo('new@moths.example')
  await said({ title: 'Error updating email', description: 'User email not found' })
  expect(writes()).toEqual([])
})

const confirm = '/api/auth/confirm-password'
const question = page.getByRole('dialog', { name: 'Confirm It Is You' })
const asked = (label: string) => question.getByLabelText(label)

/** Fills in and confirms the password dialog. The server gives this response. */
async function confirmWith(words: Record<string, string>, answer: unknown) {
  server.answers[confirm] = answer
  for (const [label, text] of Object.entries(words)) await asked(label).fill(text)
  await question.getByRole('button', { name: 'Confirm' }).click()
}

async function moveUpToTheQuestion() {
  server.answers[admin] = bad('confirmation_needed', 'You signed in a while ago.', 403)
  await moveTo('new@moths.example')
  await expect.element(asked('Password')).toHaveFocus()
  server.answers[admin] = done
}

test('a member without a recent sign-in enters the password, and the request is repeated', async () => {
  await moveUpToTheQuestion()
  const sentence = 'Current password is incorrect'
  await confirmWith({ Password: 'mothmoths' }, bad('wrong_password', sentence, 400))
  await expect.element(asked('Password')).toHaveAccessibleDescription(describedBy(sentence))
  await confirmWith({ Password: 'mothmoth' }, done)
  await said(emailUpdated)
  await isGone(question)
  expect(writes().map(({ path }) => path)).toEqual([admin, confirm, confirm, admin, profilePath])
})

test('a member with a second factor enters a code as well', async () => {
  server.answers['/api/auth/factors'] = oneFactor
  await moveUpToTheQuestion()
  await confirmWith({ Password: 'mothmoth' }, done)
  await expect.element(asked('Code')).toHaveAccessibleDescription(describedBy('Please enter a code.'))
  await confirmWith({ Code: '000000' }, bad('wrong_code', 'This code is wrong.', 400))
  await expect.element(asked('Code')).toHaveAccessibleDescription(describedBy('This code is wrong.'))
  await confirmWith({ Code: '123456' }, done)
  await said(emailUpdated)
  const given = server.asked.findLast(({ path }) => path === confirm)
  expect(given?.body).toEqual({ password: 'mothmoth', code: '123456' })
})

test('a second factor unknown to the page is reported by the server, and the code is requested', async () => {
  await moveUpToTheQuestion()
  const sentence = 'Please enter a code as well.'
  await confirmWith({ Password: 'mothmoth' }, bad('wrong_code', sentence, 400))
  await expect.element(asked('Code')).toHaveAccessibleDescription(describedBy(sentence))
  await confirmWith({ Code: '123456' }, done)
  await said(emailUpdated)
})

test('cancelling the password prompt changes nothing and shows no message', async () => {
  await moveUpToTheQuestion()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(card('Email Address').getByRole('button', { name: 'Update Email' })).toHaveFocus()
  await expect.element(email).toHaveValue('new@moths.example')
  expect(readToast()?.open ?? false).toBe(false)
  expect(writes()).toHaveLength(1)
})

test('an unconfirmed address says so, and the mail can be sent again', async () => {
  server.answers['/api/auth/user'] = { user: { ...member, emailVerified: false } }
  await openSettings()
  const sendAgain = card('Email Address').getByRole('button', { name: 'Send again' })
  await isSeen(card('Email Address').getByText(/recovery emails go to/))
  await sendAgain.click()
  await said({ title: 'Email sent', description: 'We sent the link to wren@moths.example.' })
  server.answers['/api/auth/send-verification-email'] = refusal(429, 'Please wait.', 'too_many_requests')
  await sendAgain.click()
  await said({ title: 'Email not sent', description: 'Please wait.' })
})
