import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { expect, fixtures, reload, signIn, test, toast, uniqueName, visit, waitForMail } from '../support/journey.ts'
import { journeyPort } from '../support/journey-data.ts'
import { createSeparateSite } from '../support/separate-site.ts'

/** A separate site with restricted sign-up. Each test starts it with other settings. */
const port = journeyPort + 2
test.use({ baseURL: `http://localhost:${port}` })
test.describe.configure({ mode: 'serial' })

let site: Awaited<ReturnType<typeof createSeparateSite>>
test.beforeAll(async () => {
  site = await createSeparateSite(port)
})
test.afterEach(async ({ page }) => {
  // An open page would send requests to a site that has stopped.
  await page.goto('about:blank')
  await site.stop()
})
test.afterAll(() => site.remove())

const dialog = (page: Page) => page.getByRole('dialog')

async function fillSignUpForm(page: Page, username: string) {
  await dialog(page).getByLabel('Email').fill(`${username}@example.org`)
  await dialog(page).getByLabel('Username').fill(username)
  await dialog(page).getByLabel('Password').fill('correct horse')
  await dialog(page).getByRole('button', { name: 'Create Account' }).click()
}

async function chooseZine(page: Page, title: string) {
  await page.getByRole('button', { name: 'Upload' }).first().click()
  await dialog(page).locator('[type="file"]').setInputFiles(fixtures('photo.avif'))
  await dialog(page).getByLabel('Title').fill(title)
}

const username = uniqueName('invited')

test('a newcomer signs up by an invite, and publishes once confirmed', async ({ page }) => {
  await site.start({ SIGN_UPS: 'invite', SIGN_UP_PROOF: 'always', CONFIRM_BEFORE_PUBLISHING: 'on' })
  const { code } = await site.runAdmin('invite', 'create')
  await visit(page, '/?invite=nonsense')
  await expect(dialog(page).getByLabel('Invite code')).toHaveValue('nonsense')
  await expectAccessible(page)
  await fillSignUpForm(page, username)
  await expect(dialog(page).getByLabel('Invite code')).toBeFocused()
  await expect(dialog(page).locator('.error')).toHaveText(/^This invite code does not work/)

  await visit(page, `/?invite=${code}`)
  await expect(page).toHaveURL('/')
  await expect(dialog(page).getByLabel('Invite code')).toHaveValue(code)
  await expect(dialog(page).getByLabel('Email')).toBeFocused()
  await fillSignUpForm(page, username)
  // Separate waits: first for the proof of work, then for the navigation to the profile.
  await expect(toast(page, 'Account created successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/profile\//)

  const title = uniqueName('Invited')
  await chooseZine(page, title)
  await dialog(page).getByRole('button', { name: 'Share' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Please confirm your email before you publish.')
  await expectAccessible(page)
  await dialog(page).getByRole('button', { name: 'Send a New Link' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Link sent' })).toBeVisible()
  const [link = ''] = (await waitForMail(`${username}@example.org`, /Confirm/, site.dataDir)).links
  const inbox = await page.context().newPage()
  await visit(inbox, link)
  await expect(inbox.getByRole('heading', { name: 'Email Confirmed!' })).toBeVisible()
  await inbox.close()
  await dialog(page).getByRole('button', { name: 'Share' }).click()
  await expect(toast(page, 'Your zine has been uploaded successfully.')).toBeVisible()
})

test('a newcomer waits for approval, and the profile says so until then', async ({ page }) => {
  await site.start({ SIGN_UPS: 'approval' })
  const waitingMember = uniqueName('waiting')
  await visit(page, '/')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Create Account' }).click()
  await expect(dialog(page).getByText('A moderator approves each new account.')).toBeVisible()
  await expectAccessible(page)
  await fillSignUpForm(page, waitingMember)
  await expect(toast(page, 'After that, a moderator reviews it.')).toBeVisible()
  await expect(page).toHaveURL(/\/profile\//)
  const approvalNotice = page.getByText('Your account is waiting for approval')
  await expect(approvalNotice).toBeVisible()
  await expectAccessible(page)
  await chooseZine(page, uniqueName('Early'))
  await dialog(page).getByRole('button', { name: 'Share' }).click()
  await expect(toast(page, 'Your account is waiting for approval')).toBeVisible()

  await site.runAdmin('member', 'approve', waitingMember)
  await dialog(page).getByRole('button', { name: 'Share' }).click()
  await expect(toast(page, 'Your zine has been uploaded successfully.')).toBeVisible()
  await reload(page)
  await expect(page.getByRole('heading', { name: waitingMember })).toBeVisible()
  await expect(approvalNotice).toBeHidden()
})

test('a site with closed sign-ups says so, and lets members sign in', async ({ page }) => {
  await site.start({ SIGN_UPS: 'closed' })
  await visit(page, '/?invite=whatever')
  await expect(dialog(page).getByText('This site does not accept new accounts right now.')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Create Account' })).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await signIn(page, { id: '', email: '', username, password: 'correct horse' })
  await expect(page).toHaveURL(/\/profile\//)
})
