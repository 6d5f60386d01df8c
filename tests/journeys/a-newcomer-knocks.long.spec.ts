import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { expectNoBarrierInBothThemes } from '../support/barriers.ts'
import { expect, fixtures, mailTo, reload, signIn, test, toast, unique, visit } from '../support/journey.ts'
import { journeyPort } from '../support/journey-data.ts'
import { type RunningSite, runBuiltSite } from '../support/running-site.ts'

/** A site beside that of the other journeys, whose operator does not let everybody in; each test opens it another way. */
const port = journeyPort + 2
test.use({ baseURL: `http://localhost:${port}` })
// Each starts a site and goes far in it.
test.describe.configure({ mode: 'serial', timeout: 120_000 })

let dataDir: string
let site: RunningSite | undefined
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'foldout-knocked-'))
})
test.afterEach(async ({ page }) => {
  // What is open asks a site that is gone.
  await page.goto('about:blank')
  site?.signal('SIGTERM')
  await site?.ended
})
test.afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function openSite(settings: Record<string, string>) {
  site = await runBuiltSite({ PORT: String(port), DATA_DIR: dataDir, ...settings })
}

/** What the operator's command answers, run beside the site. */
async function operate(...words: string[]) {
  const program = ['server/admin/admin-main.ts', ...words, '--json']
  const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const { stdout } = await promisify(execFile)(process.execPath, program, { env })
  return JSON.parse(stdout)
}

const dialog = (page: Page) => page.getByRole('dialog')

async function fillAccount(page: Page, username: string) {
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

const username = unique('invited')

test('somebody with an invite gets in by its link, and publishes once the address is confirmed', async ({
  page,
}) => {
  await openSite({ SIGN_UPS: 'invite', SIGN_UP_PROOF: 'always', CONFIRM_BEFORE_PUBLISHING: 'on' })
  const { code } = await operate('invite', 'create')
  await visit(page, '/?invite=nonsense')
  await expect(dialog(page).getByLabel('Invite code')).toHaveValue('nonsense')
  await expectNoBarrierInBothThemes(page)
  await fillAccount(page, username)
  await expect(dialog(page).getByLabel('Invite code')).toBeFocused()
  await expect(dialog(page).locator('.error')).toHaveText(/^This invite code does not work/)
  await expectNoBarrierInBothThemes(page)

  await visit(page, `/?invite=${code}`)
  await expect(page).toHaveURL('/')
  await expect(dialog(page).getByLabel('Invite code')).toHaveValue(code)
  await expect(dialog(page).getByLabel('Email')).toBeFocused()
  await fillAccount(page, username)
  // First the work that is asked for, then the way to the profile: each takes its time.
  await expect(toast(page, 'Account created successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/profile\//)

  const title = unique('Invited')
  await chooseZine(page, title)
  await dialog(page).getByRole('button', { name: 'Share' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText('Please confirm your email before you publish.')
  await expectNoBarrierInBothThemes(page)
  await dialog(page).getByRole('button', { name: 'Send a New Link' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Link sent' })).toBeVisible()
  const [link = ''] = (await mailTo(`${username}@example.org`, /Confirm/, dataDir)).links
  const inbox = await page.context().newPage()
  await visit(inbox, link)
  await expect(inbox.getByRole('heading', { name: 'Email Confirmed!' })).toBeVisible()
  await inbox.close()
  await dialog(page).getByRole('button', { name: 'Share' }).click()
  await expect(toast(page, 'Your zine has been uploaded successfully.')).toBeVisible()
})

test('somebody waits for a yes, and is told on their page until it comes', async ({ page }) => {
  await openSite({ SIGN_UPS: 'approval' })
  const waiting = unique('waiting')
  await visit(page, '/')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Create Account' }).click()
  await expect(
    dialog(page).getByText('Whoever runs this site looks at each new account first.'),
  ).toBeVisible()
  await expectNoBarrierInBothThemes(page)
  await fillAccount(page, waiting)
  await expect(toast(page, 'Whoever runs this site looks at it next.')).toBeVisible()
  await expect(page).toHaveURL(/\/profile\//)
  const notice = page.getByText('has yet to say yes to your account')
  await expect(notice).toBeVisible()
  await expectNoBarrierInBothThemes(page)
  await chooseZine(page, unique('Early'))
  await dialog(page).getByRole('button', { name: 'Share' }).click()
  await expect(toast(page, 'has yet to say yes to your account')).toBeVisible()

  await operate('member', 'approve', waiting)
  await dialog(page).getByRole('button', { name: 'Share' }).click()
  await expect(toast(page, 'Your zine has been uploaded successfully.')).toBeVisible()
  await reload(page)
  await expect(page.getByRole('heading', { name: waiting })).toBeVisible()
  await expect(notice).toBeHidden()
})

test('where nobody new is let in the door says so, and opens for those who have an account', async ({
  page,
}) => {
  await openSite({ SIGN_UPS: 'closed' })
  await visit(page, '/?invite=whatever')
  await expect(dialog(page).getByText('This site takes no new accounts right now.')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Create Account' })).toHaveCount(0)
  await expectNoBarrierInBothThemes(page)
  await page.keyboard.press('Escape')
  await signIn(page, { id: '', email: '', username, password: 'correct horse' })
  await expect(page).toHaveURL(/\/profile\//)
})
