import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { totpCode } from '../support/authenticator.ts'
import {
  callApi,
  expect,
  press,
  register,
  reload,
  signIn,
  type TestMember,
  test,
  toast,
  uniqueName,
  visit,
  waitForMail,
} from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const halfMinute = 30_000

/** Opens the sheet with the key and returns the key. */
async function startTwoFactorSetup(page: Page, { password }: TestMember) {
  await press(card(page, 'Two-Factor'), 'Set Up Two-Factor')
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Password').fill('wrong horse')
  await press(sheet, 'Continue')
  await expect(toast(page, 'Two-factor not turned on')).toBeVisible()
  await sheet.getByLabel('Password').fill(password)
  await press(sheet, 'Continue')
  await expect(sheet.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  return (await sheet.locator('.settings-dialogs-secret').innerText()).replace(/\s/g, '')
}

async function enterCode(page: Page, code: string, button: string) {
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Code').fill(code)
  await press(sheet, button)
}

test('a second factor is enabled, required at sign-in, and disabled', async ({ page }) => {
  const person = await register(page.request)
  await visit(page, '/account-settings')
  const factor = card(page, 'Two-Factor')
  await startTwoFactorSetup(page, person)
  await expectAccessible(page, 'a key for codes')
  await press(page.getByRole('dialog'), 'Cancel')
  await reload(page)
  await expect(factor.getByRole('button', { name: 'Set Up Two-Factor' })).toBeVisible()

  const key = await startTwoFactorSetup(page, person)
  await enterCode(page, '000000', 'Turn On')
  await expect(toast(page, 'Two-factor not turned on')).toBeVisible()
  await enterCode(page, totpCode(key), 'Turn On')
  await expect(page.getByRole('heading', { name: 'Recovery Codes' })).toBeVisible()
  const recoveryCodes = await page.getByRole('dialog').getByRole('listitem').allInnerTexts()
  expect(new Set(recoveryCodes).size).toBe(10)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download', exact: true }).click()
  expect((await saved).suggestedFilename()).toBe('foldout-recovery-codes.txt')
  await press(page.getByRole('dialog'), 'Close')
  await press(page.getByRole('alertdialog'), 'Back to the Codes')
  await press(page, 'I Saved Them')
  await expect(factor.getByText('On', { exact: true })).toBeVisible()
  await expect(factor.getByText('10 recovery codes left')).toBeVisible()

  await callApi(page.request, 'post', '/api/auth/sign-out')
  await visit(page, '/')
  await signIn(page, person)
  await enterCode(page, totpCode(key, Date.now() + halfMinute), 'Continue')
  await expect(page).toHaveURL(`/profile/${person.id}`)

  await visit(page, '/account-settings')
  await press(factor, 'Turn Off')
  await page.getByRole('dialog').getByLabel('Password').fill(person.password)
  await enterCode(page, '000000', 'Turn Off')
  await expect(toast(page, 'Two-factor not turned off')).toBeVisible()
  await enterCode(page, recoveryCodes[0] ?? '', 'Turn Off')
  await expect(toast(page, 'Two-factor is off')).toBeVisible()
  await expect(factor.getByRole('button', { name: 'Set Up Two-Factor' })).toBeVisible()
  await waitForMail(person.email, /turned off/)
})

test('another device is signed out alone, by a new password, and with all others', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await register(page.request)
  const phone = await browser.newContext({
    baseURL,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  const signInThere = (password = person.password) =>
    callApi(phone.request, 'post', '/api/auth/sign-in/email', { email: person.email, password })
  await signInThere()
  await visit(page, '/account-settings')
  const devices = card(page, 'Devices')
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByText('This device')).toBeVisible()
  await press(devices, 'Sign Out Firefox on Linux')
  await expect(toast(page, 'Firefox on Linux is signed out.')).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  const there = await phone.newPage()
  await visit(there, '/account-settings')
  await expect(there.getByRole('heading', { name: 'Access Denied' })).toBeVisible()

  await signInThere()
  const settings = card(page, 'Password')
  const next = 'underwing by night'
  const change = async (current: string) => {
    await settings.getByLabel('Current password').fill(current)
    await settings.getByLabel('New password', { exact: true }).fill(next)
    await settings.getByLabel('Confirm new password').fill(next)
    await settings.getByLabel('Confirm new password').press('Enter')
  }
  await change('wrong horse')
  await expect(toast(page, 'Current password is incorrect')).toBeVisible()
  await change(person.password)
  await expect(toast(page, 'Password updated successfully')).toBeVisible()
  expect(await callApi(phone.request, 'get', '/api/auth/user')).toEqual({ user: null })

  await signInThere(next)
  const tab = await page.context().newPage()
  await visit(tab, '/account-settings')
  await page.bringToFront()
  await press(card(page, 'Danger Zone'), 'Sign Out of All Devices')
  await press(page.getByRole('alertdialog'), 'Sign Out')
  await expect(toast(page, 'Logged out successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(tab.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  expect(await callApi(phone.request, 'get', '/api/auth/user')).toEqual({ user: null })
  await phone.close()
})

test('Back leads from the settings to the page before or the profile', async ({ page }) => {
  const person = await register(page.request)
  await visit(page, '/?tab=popular')
  await visit(page, '/account-settings')
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page).toHaveURL('/account-settings#main')
  await press(page, 'Back')
  await expect(page).toHaveURL('/?tab=popular')

  const tab = await page.context().newPage()
  await visit(tab, '/account-settings')
  await press(tab, 'Back')
  await expect(tab).toHaveURL(`/profile/${person.id}`)
})

test('a member downloads a copy and deletes the account, and nothing is left', async ({ page }) => {
  const person = await register(page.request)
  const zine = await publish(page.request, uniqueName('Gone'))
  await visit(page, '/account-settings')
  await press(card(page, 'Danger Zone'), 'Delete Account')
  const sheet = page.getByRole('dialog')
  await expectAccessible(page, 'deleting the account', sheet.getByText('1 zine with all pages and media'))
  const copy = page.waitForEvent('download')
  await sheet.getByRole('link', { name: 'Download Everything' }).click()
  await expect(toast(page, 'Download started')).toBeVisible()
  expect((await copy).suggestedFilename()).toMatch(/\.zip$/)
  const button = sheet.getByRole('button', { name: 'Delete Account' })
  await expect(button).toBeDisabled()
  await sheet.getByLabel(`Type ${person.username} to delete everything`).fill(person.username)
  await button.click()
  await expect(toast(page, 'Your account and everything in it were deleted.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  for (const path of [`/profile/${person.id}`, `/zine/${zine.id}`])
    expect((await page.request.get(path)).status(), path).toBe(404)
})
