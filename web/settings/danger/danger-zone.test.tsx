import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectGone, expectToast, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, memberId } from '#web/site/site.testing.tsx'
import { card, deleted, describedBy, fakeSettings, openSettings, usage } from '../settings-fake.testing.tsx'

const server = fakeSettings()
const danger = card('Danger Zone')
const endAllSessionsCall = 'DELETE /api/auth/sessions'
const account = `DELETE /api/users/${memberId}`
const deletions = () => server.requests.filter(({ method }) => method === 'DELETE')

test.each([
  [errorResponse('too_many_requests', 'Please wait.'), 'Please wait.'],
  [new Response('', { status: 502 }), 'Failed to log out'],
])('when signing out everywhere fails, the member stays signed in here', async (response, message) => {
  server.responses[endAllSessionsCall] = response
  await openSettings()
  await danger.getByRole('button', { name: 'Sign Out of All Devices' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign Out' }).click()
  await expectToast({ title: 'Error', description: message, variant: 'destructive' })
  await expect.element(danger.getByRole('button', { name: 'Sign Out of All Devices' })).toHaveFocus()
})

const sheet = page.getByRole('dialog', { name: 'Delete Account' })
const field = sheet.getByLabelText('Type wren to delete everything')
const button = sheet.getByRole('button', { name: 'Delete Account' })

async function openDeletion() {
  await openSettings()
  await danger.getByRole('button', { name: 'Delete Account' }).click()
  await expectVisible(sheet)
}

test('deleting an account says what is deleted, offers an export and asks for the name', async () => {
  server.responses['/api/auth/usage'] = { ...usage, shelves: { used: 2, most: 100 } }
  await openDeletion()
  await expectVisible(sheet.getByText('your drafts'))
  await expectVisible(sheet.getByText('2 shelves and “To read”'))
  await expectVisible(sheet.getByText('12 zines with all pages and media'))
  await expectVisible(sheet.getByText('your follows, and 1 follower'))
  await expect
    .element(sheet.getByRole('link', { name: 'Download Everything' }))
    .toHaveAttribute('href', `/api/users/${memberId}/export`)
  await field.fill('wrens')
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await button.click({ force: true })
  await expect.element(field).toHaveAccessibleDescription(describedBy('This is not your username.'))
  expect(deletions()).toEqual([])
})

test('for a large account, a message says that removing it takes a while', async () => {
  server.responses[account] = { success: true, isPending: true }
  await openDeletion()
  await field.fill('wren')
  server.responses['/api/auth/user'] = { user: null }
  await button.click()
  const description =
    'No one can see your account anymore. Deleting everything takes a few minutes. After that, your username is available again.'
  await expectToast({ title: 'Account deleted', description })
})

test('deleting asks for the password without a recent sign-in, and then does it', async () => {
  server.responses[account] = errorResponse('confirmation_needed', 'You signed in a while ago.')
  await openDeletion()
  await field.fill('wren')
  await button.click()
  const question = page.getByRole('dialog', { name: 'Confirm It’s You' })
  await expect.element(question.getByLabelText('Password')).toHaveFocus()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expectGone(question)
  await expect.element(field).toHaveValue('wren')
  await button.click()
  await question.getByLabelText('Password').fill('mothmoth')
  server.responses[account] = deleted
  server.responses['/api/auth/user'] = { user: null }
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expectToast({ title: 'Account deleted' })
})

test('an account that could not be deleted still exists, and says so', async () => {
  server.responses[account] = undefined
  server.responses[`/api/users/${memberId}`] = undefined
  server.responses['/api/auth/usage'] = undefined
  await openDeletion()
  await expectVisible(sheet.getByText('your shelves'))
  await expectVisible(sheet.getByText('your zines with all pages and media'))
  await field.fill('wren')
  await button.click()
  await expectToast({ title: 'Account not deleted', description: 'Something went wrong. Please try again.' })
  await expect.element(field).toHaveFocus()
})
