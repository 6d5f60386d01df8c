import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type APIRequestContext,
  test as base,
  type ConsoleMessage,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'
import PostalMime from 'postal-mime'
import { journeyDataDir } from './journey-data.ts'

export { expect }
export type TestMember = { id: string; username: string; email: string; password: string }

const fixture = (name: string) => `tests/fixtures/${name}`
export const fixtures = (...names: string[]) => names.map(fixture)

/**
 * Opens an address and waits until its buttons respond, because a script is faster than a person. Brings the tab to the
 * front, because parts that load when a page is idle do not load in a background tab.
 */
export async function visit(page: Page, path: string) {
  await page.bringToFront()
  const response = await page.goto(path)
  await page.locator('html[data-ready]').waitFor()
  return response
}

/** Clicks buttons and the items of their menus, one after the other. */
export async function press(container: Page | Locator, ...names: (string | RegExp)[]) {
  for (const name of names)
    await container
      .getByRole('button', { name, exact: true })
      .or(container.getByRole('menuitem', { name, exact: true }))
      .click()
}

/** Moves the focus with the keyboard alone. With Shift+Tab, backwards. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await target.waitFor()
  for (let steps = 0; steps < 80; steps += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${target} cannot be reached`)
}

export async function reload(page: Page) {
  await page.reload()
  await page.locator('html[data-ready]').waitFor()
}

/**
 * `otherRequest` makes API calls as another member. A journey fails if the console of its page contains an error, caught or not,
 * or the warning that a sentence was shown before its area was loaded.
 */
export const test = base.extend<{ otherRequest: APIRequestContext; expectQuietConsole: undefined }>({
  otherRequest: async ({ playwright, baseURL }, use) => {
    const context = await playwright.request.newContext({ baseURL })
    await use(context)
    await context.dispose()
  },
  expectQuietConsole: [
    async ({ page }, use) => {
      const consoleErrors: string[] = []
      page.on('pageerror', (error) => consoleErrors.push(error.message))
      page.on('console', (message) => {
        const text = message.text()
        if (message.type() === 'error' && !isFailedRequest(text)) consoleErrors.push(text)
        if (isUntranslated(message)) consoleErrors.push(text)
      })
      await use(undefined)
      expect(consoleErrors).toEqual([])
    },
    { auto: true },
  ],
})

/** Lingui’s warning that the catalog of a sentence was not loaded, and that its id was shown. */
export const isUntranslated = (message: ConsoleMessage) => message.text().startsWith('Uncompiled message')

/** Chromium logs every refused call as an error. Journeys that provoke one check what the page shows instead. */
const isFailedRequest = (text: string) =>
  /Failed to load resource: the server responded with a status of 4\d\d/.test(text)

/** A name that is unique in this run. */
export const uniqueName = (word: string) => `${word}${randomBytes(4).toString('hex')}`

/** Registers through the API. The request context is signed in afterwards. */
export async function register(request: APIRequestContext, username = uniqueName('reader')): Promise<TestMember> {
  const email = `${username}@example.org`
  const password = 'correct horse'
  await callApi(request, 'post', '/api/auth/sign-up/email', { email, password, name: username, username })
  const { user } = await callApi(request, 'post', '/api/users/create-profile', {})
  return { id: user.id, username, email, password }
}

/** Calls the API as the context's member, expects success and returns the response body. */
export async function callApi(
  request: APIRequestContext,
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  data?: object,
) {
  const response = await request[method](path, data && { data })
  expect(response.ok(), await response.text()).toBe(true)
  return response.json()
}

export async function signIn(page: Page, { username, password }: TestMember) {
  await press(page, 'Sign in')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email or username').fill(username)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
}

/** The visible notification, which lasts five seconds. Its screen reader text lasts only one, too short for polling. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text }).first()

export type Mail = { subject: string; text: string; links: string[] }

/** Waits for the newest email to an address, with a matching subject if one is given. */
export async function waitForMail(address: string, subject = /./, dataDir = journeyDataDir()): Promise<Mail> {
  let mail: Mail | undefined
  await expect
    .poll(
      async () => {
        mail = (await listMails(address, dataDir)).filter((mail) => subject.test(mail.subject)).at(-1)
        return mail
      },
      {
        message: `a mail to ${address} about ${subject}`,
        timeout: 20_000,
      },
    )
    .toBeTruthy()
  return mail as Mail
}

async function listMails(address: string, dataDir: string) {
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(
    names
      // The name of an email that is still being written starts with a dot.
      .filter((name) => /^[^.].*\.eml$/.test(name))
      .sort()
      .map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  )
  return mails
    .filter((mail) => mail.to?.some((each) => each.address === address))
    .map(({ subject = '', text = '' }) => ({ subject, text, links: text.match(/https?:\/\/\S+/g) ?? [] }))
}
