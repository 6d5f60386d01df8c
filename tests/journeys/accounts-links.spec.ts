import type { Page } from '@playwright/test'
import {
  callApi,
  expect,
  press,
  register,
  signIn,
  type TestMember,
  test,
  toast,
  visit,
  waitForMail,
} from '../support/journey.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const profileLink = (page: Page) => page.getByRole('link', { name: 'Your profile' })
const linkIn = (links: string[], path: string) => links.find((link) => link.includes(path)) ?? ''

async function findConfirmationLink({ email }: TestMember) {
  const { links } = await waitForMail(email, /Confirm your email/)
  return linkIn(links, '/auth/callback')
}

test('the link of the first email confirms the address, once', async ({ page }) => {
  const link = await findConfirmationLink(await register(page.request))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Email Confirmed!' })).toBeVisible()
  await expect(page.getByText('Email confirmed successfully! You are now logged in.')).toBeVisible()
  await expect(page).toHaveURL('/auth/callback')
  await expect(page).toHaveURL('/')
  const { user } = await callApi(page.request, 'get', '/api/auth/user')
  expect(user.emailVerified).toBe(true)

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Confirmation Failed' })).toBeVisible()
  await expect(page.getByText('Email confirmation failed', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Homepage' }).click()
  await expect(page).toHaveURL('/')
})

async function requestResetLink(page: Page, email: string) {
  await visit(page, '/')
  await press(page, 'Sign in')
  await dialog(page).getByLabel('Email or username').fill(email)
  await press(page, 'Forgot password?')
  const reset = page.getByRole('dialog', { name: 'Reset Password' })
  await expect(reset.getByLabel('Email')).toHaveValue(email)
  await press(reset, 'Send Reset Link')
}

const confirmationMessage =
  "Check your inbox. If that email's in our system, a reset link is on the way! It may take a few minutes to show up in your inbox."

test('a member sets a new password with the link of an email', async ({ page, otherRequest }) => {
  const person = await register(otherRequest)
  await page.goto(await findConfirmationLink(person))
  await requestResetLink(page, person.email)
  await expect(toast(page, 'Check your inbox.')).toContainText(confirmationMessage)
  const { links } = await waitForMail(person.email, /new password/)
  const link = linkIn(links, '/auth/update-password')
  await visit(page, link)
  expect(page.url()).not.toContain('token')
  const field = page.getByLabel('New password')
  const update = page.getByRole('button', { name: 'Update Password' })
  await field.fill('123456')
  await update.click()
  await expect(page.locator('.error')).toBeVisible()
  await field.fill('moths at night')
  await update.click()
  await expect(toast(page, 'Password updated')).toContainText('Your new password has been set.')
  await expect(page).toHaveURL('/')
  await expect(profileLink(page)).toBeVisible()

  await visit(page, link)
  await field.fill('moths by day')
  await update.click()
  await expect(page.getByRole('heading', { name: 'Recovery Link Expired' })).toBeVisible()
  await press(page, 'Send a New Link')
  await expect(page.getByRole('dialog', { name: 'Reset Password' })).toBeVisible()

  await page.context().clearCookies()
  await visit(page, '/')
  await signIn(page, { ...person, password: 'moths at night' })
  await expect(page).toHaveURL(`/profile/${person.id}`)
})

test('an address change is undone, and every device is signed out', async ({ page }) => {
  const person = await register(page.request)
  await page.goto(await findConfirmationLink(person))
  await expect(page.getByRole('heading', { name: 'Email Confirmed!' })).toBeVisible()
  const newEmail = `new-${person.email}`
  await visit(page, '/account-settings')
  const card = page.getByRole('region', { name: 'Email Address', exact: true })
  await card.getByLabel('Email address').fill(newEmail)
  await card.getByLabel('Email address').press('Enter')
  await expect(toast(page, 'Your email has been updated across all services.')).toBeVisible()
  await expect(card.getByText('Not confirmed')).toBeVisible()
  const confirm = linkIn((await waitForMail(newEmail)).links, '/auth/callback')
  const undo = linkIn((await waitForMail(person.email, /was changed/)).links, '/auth/callback')

  await page.goto(confirm)
  await expect(page.getByText(`We’ll send your email to ${newEmail} from now on.`)).toBeVisible()
  await page.goto(undo)
  await expect(page.getByRole('heading', { name: 'Restore your old address?' })).toBeVisible()
  await press(page, 'Restore the old address')
  await expect(page.getByRole('heading', { name: 'Your old address is restored' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await visit(page, linkIn((await waitForMail(person.email, /new password/)).links, '/auth/update-password'))
  await page.getByLabel('New password').fill('moths at night')
  await press(page, 'Update Password')
  await expect(profileLink(page)).toBeVisible()
  const { user } = await callApi(page.request, 'get', '/api/auth/user')
  expect(user).toMatchObject({ email: person.email, emailVerified: true })
})
