import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type APIRequestContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { journeyData } from './journey-data.ts'

export { expect }
export type Person = { id: string; username: string; email: string; password: string }

const fixture = (name: string) => `tests/fixtures/${name}`
export const fixtures = (...names: string[]) => names.map(fixture)

/**
 * Goes to an address and waits until its buttons answer; nobody is quicker than a script. Of several tabs it is the one that
 * is looked at: what comes to a page when it is still does not come to one behind another.
 */
export async function visit(page: Page, path: string) {
  await page.bringToFront()
  const answer = await page.goto(path)
  await page.locator('html[data-ready]').waitFor()
  return answer
}

/** Presses buttons and what their menus offer, one after the other. */
export async function press(within: Page | Locator, ...names: (string | RegExp)[]) {
  for (const name of names)
    await within
      .getByRole('button', { name, exact: true })
      .or(within.getByRole('menuitem', { name, exact: true }))
      .click()
}

export async function reload(page: Page) {
  await page.reload()
  await page.locator('html[data-ready]').waitFor()
}

/**
 * `elsewhere` is for calls of the API by somebody else. After every journey, the console of its page may hold no error, caught or not.
 */
export const test = base.extend<{ elsewhere: APIRequestContext; quietConsole: undefined }>({
  elsewhere: async ({ playwright, baseURL }, use) => {
    const context = await playwright.request.newContext({ baseURL })
    await use(context)
    await context.dispose()
  },
  quietConsole: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !isRefusal(message.text())) complaints.push(message.text())
      })
      await use(undefined)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** Chromium reports every refused call as an error; journeys that provoke one look at what the page says of it. */
const isRefusal = (text: string) =>
  /Failed to load resource: the server responded with a status of 4\d\d/.test(text)

/** A name nobody else in the run has. */
export const unique = (word: string) => `${word}${randomBytes(4).toString('hex')}`

/** Registers over the API; the request context is signed in afterwards. */
export async function register(request: APIRequestContext, username = unique('reader')): Promise<Person> {
  const email = `${username}@example.org`
  const password = 'correct horse'
  await send(request, 'post', '/api/auth/sign-up/email', { email, password, name: username, username })
  const { user } = await send(request, 'post', '/api/users/create-profile', {})
  return { id: user.id, username, email, password }
}

/** Calls the API for whoever the context is signed in as; it must be taken. Answers what is answered. */
export async function send(
  request: APIRequestContext,
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  data?: object,
) {
  const answer = await request[method](path, data && { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/** Signs in through the dialog, as a person does. */
export async function signIn(page: Page, { username, password }: Person) {
  await press(page, 'Sign in')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email or username').fill(username)
  await dialog.getByLabel('Password').fill(password)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
}

/** A notification as it is seen, for five seconds. What a screen reader is told of it is there for one, and a look comes each second. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('listitem').filter({ hasText: text }).first()

export type Mail = { subject: string; text: string; links: string[] }

/** The newest mail to an address, once it has come; with a subject, the newest of those that fit. */
export async function mailTo(address: string, subject = /./, dataDir = journeyData()): Promise<Mail> {
  let found: Mail | undefined
  await expect
    .poll(
      async () => {
        found = (await mailsTo(address, dataDir)).filter((mail) => subject.test(mail.subject)).at(-1)
        return found
      },
      {
        message: `a mail to ${address} about ${subject}`,
        timeout: 20_000,
      },
    )
    .toBeTruthy()
  return found as Mail
}

async function mailsTo(address: string, dataDir: string) {
  const folder = join(dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(
    names
      // A mail that is still being written has a name with a dot before it.
      .filter((name) => /^[^.].*\.eml$/.test(name))
      .sort()
      .map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  )
  return mails
    .filter((mail) => mail.to?.some((each) => each.address === address))
    .map(({ subject = '', text = '' }) => ({ subject, text, links: text.match(/https?:\/\/\S+/g) ?? [] }))
}
