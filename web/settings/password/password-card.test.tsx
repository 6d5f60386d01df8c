import { expect, test } from 'vitest'
import { expectGone, expectToast } from '#web/site/expectations.testing.ts'
import { errorResponse } from '#web/site/site.testing.tsx'
import { card, describedBy, fakeSettings, openSettings } from '../settings-fake.testing.tsx'

const server = fakeSettings()
const change = '/api/auth/change-password'
const password = card('Password')
const current = password.getByLabelText('Current password')
const next = password.getByLabelText('New password', { exact: true })
const confirmation = password.getByLabelText('Confirm new password')
const button = password.getByRole('button', { name: 'Update Password' })

async function typeIn(passwords: { current: string; next: string; confirmation: string }) {
  await openSettings()
  await current.fill(passwords.current)
  await next.fill(passwords.next)
  await confirmation.fill(passwords.confirmation)
}

const validPasswords = { current: 'mothmoth', next: 'underwing1', confirmation: 'underwing1' }

test.each([
  [{ current: '' }, current, 'Current password required', 'Please enter your current password'],
  [{ confirmation: 'no' }, confirmation, "Passwords don't match", 'New password and confirmation must match'],
])(
  'passwords that cannot be sent disable the button, which still says why (%#)',
  async (changes, field, title, message) => {
    await typeIn({ ...validPasswords, ...changes })
    await expect.element(button).toHaveAttribute('aria-disabled', 'true')
    await button.click({ force: true })
    await expectToast({ title, description: message, variant: 'destructive' })
    await expect.element(field).toHaveAccessibleDescription(describedBy(message))
    await expect.element(field).toHaveFocus()
    expect(server.calls(change)).toBe(0)
  },
)

test.each([
  ['wrong_password', 'Current password is incorrect', current],
  ['invalid_request', 'This password is too common.', next],
] as const)('a password that the server refuses says why at its field', async (code, message, field) => {
  server.responses[change] = errorResponse(code, message)
  await typeIn(validPasswords)
  await button.click()
  await expectToast({ title: 'Error updating password', description: message, variant: 'destructive' })
  await expect.element(field).toHaveAccessibleDescription(describedBy(message))
  await expect.element(next).toHaveValue('underwing1')
})

test('an error without a field is shown below them', async () => {
  server.responses[change] = undefined
  await typeIn(validPasswords)
  await button.click()
  const description = 'Something went wrong. Please try again.'
  await expectToast({ title: 'Error updating password', description })
  await expect.element(password.getByRole('alert')).toHaveTextContent(description)
})

test('a member without a password can request a link to set one', async () => {
  server.responses['/api/auth/identities'] = { hasPassword: false, identities: [], providers: [] }
  await openSettings()
  await password.getByRole('button', { name: 'Email Me the Link' }).click()
  const description =
    "If that email's in our system, a reset link is on the way! It may take a few minutes to show up in your inbox."
  await expectToast({ title: 'Check your inbox.', description })
  expect(server.bodyOf('/api/auth/request-password-reset')).toEqual({ email: 'wren@moths.example' })
  await expectGone(current)
})
