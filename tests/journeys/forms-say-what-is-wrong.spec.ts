import type { Locator, Page } from '@playwright/test'
import { expectNoBarrier } from '../support/barriers.ts'
import { expect, fixtures, register, test, unique, visit } from '../support/journey.ts'

/** Sends a form whose first wrong field is this one, while focus is on the button. */
async function refused(form: Locator | Page, button: string, field: Locator, sentence?: string | RegExp) {
  await form.getByRole('button', { name: button, exact: true }).press('Enter')
  await expect(field).toBeFocused()
  if (sentence) await expect(field).toHaveAccessibleDescription(sentence)
}

test('the account forms bring a guest to the first wrong field', async ({ page, playwright, baseURL }) => {
  const other = await register(await playwright.request.newContext({ baseURL }))
  await visit(page, '/')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await refused(dialog, 'Sign In', dialog.getByLabel('Email or username'))
  await dialog.getByLabel('Email or username').fill('somebody')
  await refused(dialog, 'Sign In', dialog.getByLabel('Password'))
  await dialog.getByRole('button', { name: 'Forgot password?' }).click()
  const reset = page.getByRole('dialog', { name: 'Reset Password' })
  await refused(reset, 'Send Reset Link', reset.getByLabel('Email'))
  await page.keyboard.press('Escape')

  await dialog.getByRole('button', { name: 'Create Account' }).click()
  const [email, username] = [dialog.getByLabel('Email'), dialog.getByLabel('Username')]
  await refused(dialog, 'Create Account', email)
  await email.fill(`${unique('new')}@example.org`)
  await username.fill('moth 🦋')
  await dialog.getByLabel('Password').fill('correct horse')
  await refused(dialog, 'Create Account', username, /A username has no spaces/)
  await username.fill('moth🦋')
  await refused(dialog, 'Create Account', username, /no emoji. Please take “🦋” out/)
  await username.fill('_moth')
  await refused(dialog, 'Create Account', username, /starts with a letter or a digit, not with “_”/)
  await username.fill('m'.repeat(34))
  await refused(dialog, 'Create Account', username, /This one has 34/)
  await username.fill('mоth')
  await refused(dialog, 'Create Account', username, /“о” is not a Latin letter/)
  await username.fill(other.username)
  await refused(dialog, 'Create Account', username, /already taken/)
  await expectNoBarrier(page)
})

test('the forms of a member bring them to the first wrong field', async ({ page }) => {
  await register(page.request)
  await visit(page, '/account-settings')
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const name = card('Username').getByLabel('Username')
  await name.fill('ab')
  await refused(card('Username'), 'Update Username', name, /This one has 2/)
  const address = card('Email Address').getByLabel('Email address')
  await address.fill('nowhere')
  await refused(card('Email Address'), 'Update Email', address)
  await refused(card('Password'), 'Update Password', card('Password').getByLabel('Current password'))

  await visit(page, '/profile')
  await page.getByRole('button', { name: 'Edit username' }).click()
  const form = page.getByRole('form', { name: 'Edit username' })
  await form.getByLabel('Username').fill('a b')
  await refused(form, 'Save', form.getByLabel('Username'), /no spaces/)
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Add a bio to tell people about yourself' }).click()
  const about = page.getByRole('form', { name: 'Edit your profile' })
  await about.getByLabel('Contact email').fill('nowhere')
  await refused(about, 'Save', about.getByLabel('Contact email'))
  await about.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  const upload = page.getByRole('dialog')
  await refused(upload, 'Share', upload.getByLabel('Choose files'))
  await expectNoBarrier(page)
  await upload.getByLabel('Choose files').setInputFiles(fixtures('photo.avif'))
  await refused(upload, 'Share', upload.getByLabel('Title'))
  await refused(upload, 'Share', upload.getByLabel('Title'))
  await expectNoBarrier(page)
})
