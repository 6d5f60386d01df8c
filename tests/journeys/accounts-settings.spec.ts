import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../support/barriers.ts'
import { expect, mailTo, register, signIn, test, toast, unique, visit } from '../support/journey.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openSettings(page: Page) {
  const person = await register(page.request)
  await visit(page, '/account-settings')
  return person
}

test('a guest is denied access, signs in there, and goes back to the own profile', async ({
  page,
  playwright,
  baseURL,
}) => {
  const person = await register(await playwright.request.newContext({ baseURL }))
  await visit(page, '/account-settings')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(page.getByText('You need to be logged in to access account settings.')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email or username').fill(person.username)
  await dialog.getByLabel('Password').fill(person.password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await expect(page).toHaveURL('/account-settings')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(`/profile/${person.id}`)
})

test('a member comes from the own profile and goes back to it', async ({ page }) => {
  const person = await register(page.request)
  await visit(page, '/profile')
  await expect(page.getByRole('heading', { level: 1, name: person.username })).toBeVisible()
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Account Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/profile')
})

test('Back leads to the page one came from, also when the address was typed there', async ({ page }) => {
  const person = await register(page.request)
  await visit(page, '/?tab=popular')
  await visit(page, '/account-settings')
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page).toHaveURL('/account-settings#main')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/?tab=popular')

  const tab = await page.context().newPage()
  await visit(tab, '/account-settings')
  await tab.getByRole('button', { name: 'Back' }).click()
  await expect(tab).toHaveURL(`/profile/${person.id}`)
})

test('a guest is asked to sign in at the own profile', async ({ page, playwright, baseURL }) => {
  const person = await register(await playwright.request.newContext({ baseURL }))
  await visit(page, '/profile')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click()
  await dialog.getByLabel('Email or username').fill(person.email)
  await dialog.getByLabel('Password').fill(person.password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { level: 1, name: person.username })).toBeVisible()
})

test('a username is changed, and every reason why it is not is told', async ({
  page,
  playwright,
  baseURL,
}) => {
  const other = await register(await playwright.request.newContext({ baseURL }))
  const person = await openSettings(page)
  const field = card(page, 'Username').getByLabel('Username')
  const say = async (name: string, ...words: string[]) => {
    await field.fill(name)
    await field.press('Enter')
    for (const sentence of words) await expect(toast(page, sentence)).toBeVisible()
  }
  await say('', 'Invalid username', 'Username cannot be empty')
  await say('a b', 'Invalid username', 'A username has no spaces.')
  await say(person.username, 'No changes', 'Username is the same as current')
  await say(other.username, 'Error updating username', 'This username is already taken.')
  await page.route('**/api/users/*', (route) => route.fulfill({ status: 404 }))
  await say(unique('new'), 'Error updating username', 'Failed to update username')
  await page.unroute('**/api/users/*')
  const name = unique('new')
  await say(name, 'Profile Updated', 'Your profile has been updated successfully.')
  await visit(page, `/profile/${person.id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})

const emailUpdated = [
  'Email updated successfully',
  'Your email has been updated across all services.',
] as const

test('an address is changed and confirmed, and every reason why it is not is told', async ({
  page,
  playwright,
  baseURL,
}) => {
  const other = await register(await playwright.request.newContext({ baseURL }))
  const person = await openSettings(page)
  const settings = card(page, 'Email Address')
  const field = settings.getByLabel('Email address')
  const say = async (address: string, ...words: string[]) => {
    await field.fill(address)
    await field.press('Enter')
    for (const sentence of words) await expect(toast(page, sentence)).toBeVisible()
  }
  await settings.getByRole('button', { name: 'Send again' }).click()
  await expect(toast(page, 'Mail sent')).toBeVisible()
  await confirmAddress(page, person.email)
  await expect(settings.getByText('Not confirmed')).toBeHidden()
  await say('wren@moths', 'Invalid email', 'Please enter a valid email address')
  await say(person.email, 'No changes', 'Email is the same as current')
  await say(other.email, 'Error updating email', 'This email is already registered.')
  const [first, second] = [`${unique('first')}@example.org`, `${unique('second')}@example.org`]
  await page.route('**/api/auth/*-update-email', (route) => route.fulfill({ status: 404 }))
  await say(
    first,
    'Email update failed',
    'Unable to update email. Authentication service limitations prevent email changes at this time.',
  )
  await page.unroute('**/api/auth/*-update-email')

  const stale = await page.context().newPage()
  await visit(stale, '/account-settings')
  await page.bringToFront()
  await say(first, ...emailUpdated)
  await expect(settings.getByText(first)).toBeVisible()
  expect((await mailTo(person.email, /changed/)).links.join()).toContain('undo_email_change')
  await stale.bringToFront()
  const staleField = card(stale, 'Email Address').getByLabel('Email address')
  await staleField.fill(first)
  await staleField.press('Enter')
  await expect(toast(stale, 'No changes needed')).toBeVisible()
  await expect(toast(stale, 'Email address is already set to this value.')).toBeVisible()

  await page.bringToFront()
  await confirmAddress(page, first)
  await expect(field).toHaveValue(first)
  await expect(settings.getByText('Not confirmed')).toBeHidden()

  // Nothing is asked by itself any more that would tell the page of the end of its session first.
  await stale.close()
  await page.waitForLoadState('networkidle')
  await field.fill(second)
  await page.request.post('/api/auth/sign-out')
  await field.press('Enter')
  for (const sentence of ['Error updating email', 'No valid authentication session'])
    await expect(toast(page, sentence)).toBeVisible()
  await signInAgain(page, { ...person, email: first })
  await say(second, ...emailUpdated)
})

async function confirmAddress(page: Page, address: string) {
  const { links } = await mailTo(address, /Confirm/)
  await visit(page, links.find((link) => link.includes('#type=')) ?? '')
  await expect(page.getByRole('heading', { name: 'Email Confirmed!' })).toBeVisible()
  await visit(page, '/account-settings')
}

/** In the dialog that came by itself, over what was typed. */
async function signInAgain(page: Page, { email, password }: { email: string; password: string }) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email or username').fill(email)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await expect(dialog).toBeHidden()
}

test('a password is changed, other devices are signed out, and every reason why not is told', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await openSettings(page)
  const elsewhere = await browser.newContext({ baseURL })
  const credentials = { email: person.email, password: person.password }
  await elsewhere.request.post('/api/auth/sign-in/email', { data: credentials })
  const settings = card(page, 'Password')
  const button = settings.getByRole('button', { name: 'Update Password' })
  const say = async (passwords: [string, string, string], ...words: string[]) => {
    const fields = ['Current password', 'New password', 'Confirm new password']
    for (const [index, label] of fields.entries())
      await settings.getByLabel(label, { exact: true }).fill(passwords[index] ?? '')
    await settings.getByLabel('Confirm new password').press('Enter')
    for (const sentence of words) await expect(toast(page, sentence)).toBeVisible()
  }
  const next = 'underwing by night'
  await say(['', next, next], 'Current password required', 'Please enter your current password')
  await expect(button).toBeDisabled()
  await say(
    [person.password, 'moth', 'moth'],
    'Invalid password',
    'Password must be at least 6 characters long',
  )
  await say(
    [person.password, next, 'other'],
    "Passwords don't match",
    'New password and confirmation must match',
  )
  await say(['wrong horse', next, next], 'Error updating password', 'Current password is incorrect')
  await say([person.password, 'password', 'password'], 'This password is a very common one')
  await say([person.password, next, next], 'Password updated successfully')
  await expect(settings.getByLabel('Current password')).toHaveValue('')
  await expect(settings.getByLabel('New password', { exact: true })).toHaveValue('')
  expect(await (await elsewhere.request.get('/api/auth/user')).json()).toEqual({ user: null })
  const guest = await elsewhere.newPage()
  await visit(guest, '/')
  await signIn(guest, { ...person, password: next })
  await expect(guest).toHaveURL(`/profile/${person.id}`)
  await elsewhere.close()
})

test('nothing of it is a barrier', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 360, height: 740 })
  await visit(page, '/account-settings')
  await expectNoBarrier(page)
  const person = await openSettings(page)
  await expectNoBarrier(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await card(page, 'Two-Factor').getByRole('button', { name: 'Set Up Two-Factor' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Password').fill(person.password)
  await expectNoBarrier(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img')).toBeVisible()
  await expectNoBarrier(page)
  await page.keyboard.press('Escape')
  await card(page, 'Danger Zone').getByRole('button', { name: 'Delete Account' }).click()
  await expect(dialog).toBeVisible()
  await expectNoBarrier(page)
})
