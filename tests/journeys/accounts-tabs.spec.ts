import type { Page } from '@playwright/test'
import { expect, register, signIn, test, toast, visit } from '../support/journey.ts'

const profileLink = (page: Page) => page.getByRole('link', { name: 'Your profile' })
const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

test('two tabs sign in and out together, and each asks for its session once', async ({ page, elsewhere }) => {
  const person = await register(elsewhere)
  const asked: string[] = []
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/auth/session')) asked.push(request.url())
  })
  const other = await page.context().newPage()
  await visit(other, '/about')
  await visit(page, '/')
  await signIn(page, person)
  await expect(profileLink(page)).toBeVisible()
  await expect(profileLink(other)).toBeVisible()
  await expect.poll(() => asked.length).toBe(2)
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(toast(page, 'Logged out successfully')).toBeVisible()
  await expect(signInButton(other)).toBeVisible()
  expect(asked).toHaveLength(2)
})
