import type { APIRequestContext, Page } from '@playwright/test'
import { callApi, expect, press, register, signIn, test, toast, uniqueName, visit } from '../support/journey.ts'

const dialog = (page: Page) => page.getByRole('dialog')

const viewerOf = async (request: APIRequestContext) =>
  (await callApi(request, 'get', '/api/auth/user')).user as { id: string; username: string } | null

test('a member signs in at the third attempt and logs out, and another tab follows, each asking once', async ({
  page,
  otherRequest,
}) => {
  const person = await register(otherRequest)
  const requested: string[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/auth/session')) requested.push(request.url())
  })
  const otherPage = await page.context().newPage()
  await visit(otherPage, '/about')
  await visit(page, '/')
  await signIn(page, { ...person, username: uniqueName('nobody') })
  await expect(toast(page, 'Login failed')).toContainText('User not found with this username.')
  const name = dialog(page).getByLabel('Email or username')
  const password = dialog(page).getByLabel('Password')
  const submitButton = dialog(page).getByRole('button', { name: 'Sign In' })
  await name.fill(person.email)
  await password.fill('wrong horse')
  await submitButton.click()
  await expect(dialog(page).locator('.error')).toHaveText(/password/i)
  await expect(toast(page, 'Login failed')).toBeVisible()
  await password.fill(person.password)
  await submitButton.click()
  await expect(toast(page, 'Logged in successfully!')).toBeVisible()
  await expect(page).toHaveURL(`/profile/${person.id}`)
  await expect(otherPage.getByRole('link', { name: 'Your profile' })).toBeVisible()
  await expect.poll(() => requested.length).toBe(2)
  await press(page, 'Profile menu', 'Logout')
  await expect(toast(page, 'Logged out successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  for (const tab of [page, otherPage])
    await expect(tab.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(requested).toHaveLength(2)
})

const signInThroughProvider = async (page: Page, name: string) => {
  await visit(page, '/')
  await press(page, 'Sign in', 'Continue with Open House')
  await page.getByLabel('Your name').fill(name)
  await press(page, 'Sign in at Open House')
}

test('a newcomer signs in through a provider, unless the address is taken', async ({ page }) => {
  const name = uniqueName('guest')
  await signInThroughProvider(page, name)
  await expect(page).toHaveURL(/\/profile\/[\w-]{36}$/)
  await expect(toast(page, 'Logged in successfully!')).toBeVisible()
  expect((await viewerOf(page.request))?.username).toBe(name)
  await page.context().clearCookies()

  const takenUsername = uniqueName('taken')
  const data = {
    email: `${takenUsername}@openhouse.example`,
    password: 'correct horse',
    username: takenUsername,
  }
  await callApi(page.request, 'post', '/api/auth/sign-up/email', data)
  await page.context().clearCookies()
  await signInThroughProvider(page, takenUsername)
  await expect(page.getByRole('heading', { name: 'Confirmation Failed' })).toBeVisible()
  await expect(page.getByText('An account with this email already exists.')).toBeVisible()
  expect(await viewerOf(page.request)).toBeNull()
})
