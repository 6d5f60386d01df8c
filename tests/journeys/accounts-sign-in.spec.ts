import type { APIRequestContext, Page } from '@playwright/test'
import { codeOf } from '../support/authenticator.ts'
import { expect, mailTo, register, signIn, test, toast, unique, visit } from '../support/journey.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const openDoor = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).click()

async function fillRegistration(page: Page, { email, username }: { email: string; username: string }) {
  await openDoor(page)
  await dialog(page).getByRole('button', { name: 'Create Account' }).click()
  await dialog(page).getByLabel('Email').fill(email)
  await dialog(page).getByLabel('Username').fill(username)
  await dialog(page).getByLabel('Password').fill('correct horse')
  await dialog(page).getByRole('button', { name: 'Create Account' }).click()
}

const viewerOf = async (request: APIRequestContext) =>
  (await (await request.get('/api/auth/user')).json()).user as { id: string; username: string } | null

test('somebody registers, and is on the own profile at once', async ({ page }) => {
  const username = unique('moth')
  await visit(page, '/')
  await fillRegistration(page, { email: `${username}@example.org`, username })
  await expect(toast(page, 'Account created successfully!')).toContainText(
    'Please check your email to verify your account.',
  )
  await expect(page).toHaveURL(/\/profile\/[\w-]{36}$/)
  expect((await viewerOf(page.request))?.username).toBe(username)
})

test('everything that stands against a registration is said in one go', async ({
  page,
  playwright,
  baseURL,
}) => {
  const earlier = await register(await playwright.request.newContext({ baseURL }))
  await visit(page, '/')
  await fillRegistration(page, earlier)
  await expect(toast(page, 'Registration failed')).toBeVisible()
  await expect(dialog(page).locator('.error')).toHaveText([/email/i, /username/i])
  await dialog(page).getByLabel('Username').fill(' ')
  await dialog(page).getByRole('button', { name: 'Create Account' }).click()
  await expect(dialog(page).getByText('Please enter a username.')).toBeVisible()
  expect(await viewerOf(page.request)).toBeNull()
})

test('when the profile cannot be made, nobody is left signed in', async ({ page }) => {
  const username = unique('moth')
  await page.route('**/api/users/create-profile', (route) => route.fulfill({ status: 418, body: 'moth' }))
  await visit(page, '/')
  await fillRegistration(page, { email: `${username}@example.org`, username })
  await expect(toast(page, 'Registration failed')).toContainText('Failed to create user profile')
  await expect.poll(() => viewerOf(page.request)).toBeNull()
})

test('a name nobody has and a wrong password are told, the right one opens the profile', async ({
  page,
  playwright,
  baseURL,
}) => {
  const person = await register(await playwright.request.newContext({ baseURL }))
  await visit(page, '/')
  await signIn(page, { ...person, username: unique('nobody') })
  await expect(toast(page, 'Login failed')).toContainText('User not found with this username.')
  const name = dialog(page).getByLabel('Email or username')
  const password = dialog(page).getByLabel('Password')
  const go = dialog(page).getByRole('button', { name: 'Sign In' })
  await name.fill(person.email)
  await password.fill('wrong horse')
  await go.click()
  await expect(dialog(page).locator('.error')).toHaveText(/password/i)
  await expect(toast(page, 'Login failed')).toBeVisible()
  await password.fill(person.password)
  await go.click()
  await expect(toast(page, 'Logged in successfully!')).toBeVisible()
  await expect(page).toHaveURL(`/profile/${person.id}`)
})

/** A member with a second factor, in a context of their own. */
async function registerWithFactor(request: APIRequestContext) {
  const person = await register(request)
  const data = { password: person.password }
  const { secret } = await (await request.post('/api/auth/factors/enroll', { data })).json()
  const verified = await request.post('/api/auth/factors/verify', { data: { code: codeOf(secret) } })
  const { recoveryCodes } = (await verified.json()) as { recoveryCodes: string[] }
  return { ...person, secret: secret as string, recoveryCodes }
}

async function giveRecoveryCode(page: Page, code = '') {
  await dialog(page).getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog(page).getByLabel('Recovery code').fill(code)
  await dialog(page).getByRole('button', { name: 'Continue', exact: true }).click()
}

test('with a second factor the password alone opens nothing', async ({ page, playwright, baseURL }) => {
  const person = await registerWithFactor(await playwright.request.newContext({ baseURL }))
  await visit(page, '/')
  await signIn(page, person)
  const code = dialog(page).getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  expect(await viewerOf(page.request)).toBeNull()
  await code.fill('000000')
  await dialog(page).getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(dialog(page).locator('.error')).toBeVisible()
  await expect(toast(page, 'Login failed')).toBeVisible()
  await giveRecoveryCode(page, person.recoveryCodes[0])
  await expect(page).toHaveURL(`/profile/${person.id}`)
  await expect(toast(page, 'Logged in successfully!')).toBeVisible()
})

test('a new password does not open an account with a second factor either', async ({
  page,
  playwright,
  baseURL,
}) => {
  const person = await registerWithFactor(await playwright.request.newContext({ baseURL }))
  const { links } = await mailTo(person.email, /Confirm your email/)
  await visit(page, links.find((link) => link.includes('/auth/callback')) ?? '')
  await expect(page.getByRole('heading', { name: 'Email Confirmed!' })).toBeVisible()
  await page.request.post('/api/auth/request-password-reset', { data: { email: person.email } })
  const mail = await mailTo(person.email, /new password/)
  await visit(page, mail.links.find((link) => link.includes('/auth/update-password')) ?? '')
  await page.getByLabel('New password').fill('moths at night')
  await page.getByRole('button', { name: 'Update Password' }).click()
  await expect(toast(page, 'Password updated')).toBeVisible()
  await expect(page).toHaveURL('/')
  expect(await viewerOf(page.request)).toBeNull()
  await giveRecoveryCode(page, person.recoveryCodes[0])
  await expect(page).toHaveURL(`/profile/${person.id}`)
})

const comeInAs = async (page: Page, name: string) => {
  await visit(page, '/')
  await openDoor(page)
  await dialog(page).getByRole('button', { name: 'Continue with Open House' }).click()
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Sign in at Open House' }).click()
}

test('through a provider, too, a second factor is asked for', async ({ page }) => {
  const name = unique('guest')
  await comeInAs(page, name)
  await expect(page).toHaveURL(/\/profile\/[\w-]{36}$/)
  const profile = page.url()
  const { secret } = await (await page.request.post('/api/auth/factors/enroll', { data: {} })).json()
  const data = { code: codeOf(secret) }
  const { recoveryCodes } = await (await page.request.post('/api/auth/factors/verify', { data })).json()
  await page.context().clearCookies()
  await comeInAs(page, name)
  await expect(dialog(page)).toHaveAccessibleName('Two-Factor Code')
  await expect(page).toHaveURL('/')
  await giveRecoveryCode(page, recoveryCodes[0])
  await expect(page).toHaveURL(profile)
})

test('somebody comes in through a provider, and stays out when the address is taken here', async ({
  page,
}) => {
  const name = unique('guest')
  await comeInAs(page, name)
  await expect(page).toHaveURL(/\/profile\/[\w-]{36}$/)
  await expect(toast(page, 'Logged in successfully!')).toBeVisible()
  expect((await viewerOf(page.request))?.username).toBe(name)
  await page.context().clearCookies()

  const taken = unique('taken')
  const data = { email: `${taken}@openhouse.example`, password: 'correct horse', username: taken }
  await page.request.post('/api/auth/sign-up/email', { data })
  await page.context().clearCookies()
  await comeInAs(page, taken)
  await expect(page.getByRole('heading', { name: 'Confirmation Failed' })).toBeVisible()
  await expect(page.getByText('An account with this email exists already.')).toBeVisible()
  expect(await viewerOf(page.request)).toBeNull()
})
