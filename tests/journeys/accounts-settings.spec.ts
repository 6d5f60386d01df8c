import type { Page } from '@playwright/test'
import { codeOf } from '../support/authenticator.ts'
import {
  expect,
  mailTo,
  type Person,
  register,
  reload,
  signIn,
  test,
  toast,
  unique,
  visit,
} from '../support/journey.ts'
import { publish } from '../support/published-zine.ts'

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const halfMinute = 30_000

/** Up to the sheet with the key, which it answers. */
async function beginEnrolling(page: Page, { password }: Person) {
  await card(page, 'Two-Factor').getByRole('button', { name: 'Set Up Two-Factor' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Password').fill('wrong horse')
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await expect(toast(page, 'Two-factor not turned on')).toBeVisible()
  await sheet.getByLabel('Password').fill(password)
  await sheet.getByRole('button', { name: 'Continue' }).click()
  await expect(sheet.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  return (await sheet.locator('.settings-dialogs-secret').innerText()).replace(/\s/g, '')
}

async function giveCode(page: Page, code: string, button: string) {
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Code').fill(code)
  await sheet.getByRole('button', { name: button }).click()
}

test('a second factor is turned on, asked for at sign-in, and turned off', async ({ page }) => {
  const person = await register(page.request)
  await visit(page, '/account-settings')
  const factor = card(page, 'Two-Factor')
  await beginEnrolling(page, person)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await reload(page)
  await expect(factor.getByRole('button', { name: 'Set Up Two-Factor' })).toBeVisible()

  const key = await beginEnrolling(page, person)
  await giveCode(page, '000000', 'Turn On')
  await expect(toast(page, 'Two-factor not turned on')).toBeVisible()
  await giveCode(page, codeOf(key), 'Turn On')
  await expect(page.getByRole('heading', { name: 'Recovery Codes' })).toBeVisible()
  const kept = await page.getByRole('dialog').getByRole('listitem').allInnerTexts()
  expect(new Set(kept).size).toBe(10)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download', exact: true }).click()
  expect((await saved).suggestedFilename()).toBe('foldout-recovery-codes.txt')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Back to the Codes' }).click()
  await page.getByRole('button', { name: 'I Have Kept Them' }).click()
  await expect(factor.getByText('On', { exact: true })).toBeVisible()
  await expect(factor.getByText('10 recovery codes left')).toBeVisible()

  await page.request.post('/api/auth/sign-out')
  await visit(page, '/')
  await signIn(page, person)
  await giveCode(page, codeOf(key, Date.now() + halfMinute), 'Continue')
  await expect(page).toHaveURL(`/profile/${person.id}`)

  await visit(page, '/account-settings')
  await factor.getByRole('button', { name: 'Turn Off' }).click()
  await page.getByRole('dialog').getByLabel('Password').fill(person.password)
  await giveCode(page, '000000', 'Turn Off')
  await expect(toast(page, 'Two-factor not turned off')).toBeVisible()
  await giveCode(page, kept[0] ?? '', 'Turn Off')
  await expect(toast(page, 'Two-factor is off')).toBeVisible()
  await expect(factor.getByRole('button', { name: 'Set Up Two-Factor' })).toBeVisible()
  await mailTo(person.email, /turned off/)
})

test('one other device is signed out, and then all', async ({ page, browser, baseURL }) => {
  const person = await register(page.request)
  const phone = await browser.newContext({
    baseURL,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  const { email, password } = person
  await phone.request.post('/api/auth/sign-in/email', { data: { email, password } })
  await visit(page, '/account-settings')
  const devices = card(page, 'Devices')
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByText('This device')).toBeVisible()
  await devices.getByRole('button', { name: 'Sign Out Firefox on Linux' }).click()
  await expect(toast(page, 'Firefox on Linux is signed out.')).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)
  const there = await phone.newPage()
  await visit(there, '/account-settings')
  await expect(there.getByRole('heading', { name: 'Access Denied' })).toBeVisible()

  await phone.request.post('/api/auth/sign-in/email', { data: { email, password } })
  const tab = await page.context().newPage()
  await visit(tab, '/account-settings')
  await page.bringToFront()
  await card(page, 'Danger Zone').getByRole('button', { name: 'Sign Out of All Devices' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign Out' }).click()
  await expect(toast(page, 'Logged out successfully')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(tab.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  expect(await (await phone.request.get('/api/auth/user')).json()).toEqual({ user: null })
  await phone.close()
})

test('Back leads from the settings to the page before or the profile', async ({ page }) => {
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

test('a member changes the password, which signs out other devices', async ({ page, browser, baseURL }) => {
  const person = await register(page.request)
  const elsewhere = await browser.newContext({ baseURL })
  const credentials = { email: person.email, password: person.password }
  await elsewhere.request.post('/api/auth/sign-in/email', { data: credentials })
  await visit(page, '/account-settings')
  const settings = card(page, 'Password')
  const next = 'underwing by night'
  const fill = async (current: string) => {
    await settings.getByLabel('Current password').fill(current)
    await settings.getByLabel('New password', { exact: true }).fill(next)
    await settings.getByLabel('Confirm new password').fill(next)
    await settings.getByLabel('Confirm new password').press('Enter')
  }
  await fill('wrong horse')
  await expect(toast(page, 'Current password is incorrect')).toBeVisible()
  await fill(person.password)
  await expect(toast(page, 'Password updated successfully')).toBeVisible()
  expect(await (await elsewhere.request.get('/api/auth/user')).json()).toEqual({ user: null })
  const guest = await elsewhere.newPage()
  await visit(guest, '/')
  await signIn(guest, { ...person, password: next })
  await expect(guest).toHaveURL(`/profile/${person.id}`)
  await elsewhere.close()
})

test('a member downloads a copy and deletes the account, and nothing is left', async ({ page }) => {
  const person = await register(page.request)
  const zine = await publish(page.request, unique('Gone'))
  await visit(page, '/account-settings')
  await card(page, 'Danger Zone').getByRole('button', { name: 'Delete Account' }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText('1 zine with all pages and media')).toBeVisible()
  const copy = page.waitForEvent('download')
  await sheet.getByRole('link', { name: 'Download Everything' }).click()
  await expect(toast(page, 'Download begun')).toBeVisible()
  expect((await copy).suggestedFilename()).toMatch(/\.zip$/)
  const button = sheet.getByRole('button', { name: 'Delete Account' })
  await expect(button).toBeDisabled()
  await sheet.getByLabel(`Type ${person.username} to delete it all`).fill(person.username)
  await button.click()
  await expect(toast(page, 'Your account and everything in it is gone.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  for (const path of [`/profile/${person.id}`, `/zine/${zine.id}`])
    expect((await page.request.get(path)).status(), path).toBe(404)
})
