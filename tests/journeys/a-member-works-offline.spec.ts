import type { Browser, BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import {
  callApi,
  expect,
  isUntranslated,
  press,
  register,
  reload,
  signIn,
  test,
  toast,
  uniqueName,
  visit,
} from '../support/journey.ts'
import { journeyPort } from '../support/journey-data.ts'
import { pictures, publish } from '../support/published-zine.ts'

const notesField = (page: Page) => page.getByRole('textbox', { name: 'Notes' })
const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const saveState = (page: Page) => page.locator('.session-state')

/**
 * A separate browser that can go offline. Its console may contain failed requests, but its pages must not throw, nor show a
 * sentence whose catalog was not saved.
 */
async function inBrowser(browser: Browser, act: (page: Page, context: BrowserContext) => Promise<void>) {
  const context = await browser.newContext({ baseURL: `http://localhost:${journeyPort}` })
  const page = await context.newPage()
  const uncaught: string[] = []
  page.on('pageerror', ({ message }) => uncaught.push(message))
  page.on('console', (message) => {
    if (isUntranslated(message)) uncaught.push(message.text())
  })
  await act(page, context)
  expect(uncaught).toEqual([])
  await context.close()
}

async function createTexts(page: Page) {
  const member = await register(page.request)
  const { project } = await callApi(page.request, 'post', '/api/projects', { title: 'Eleven Moths', notes: 'Page 1.' })
  const [url] = await pictures(page.request, 'photo.avif')
  const content = { title: 'Twelve Moths', pages: [{ url, altText: 'A moth' }] }
  const { draft } = await callApi(page.request, 'post', '/api/drafts', { content })
  await page.goto('/feeds/zines.atom')
  await page.evaluate((key) => localStorage.setItem(key, 'true'), `foldout:${member.id}:seen:editor`)
  return { member, project, editor: `/project/${project.id}/edit`, draft, table: `/draft/${draft.id}` }
}

async function openEditor(page: Page, editor: string) {
  await visit(page, editor)
  await expect(notesField(page)).toHaveValue('Page 1.')
  await expect.poll(() => copies(page)).toContain(`/api/projects/${editor.split('/')[2]}`)
}

/** API calls of the same member, whether or not the page is online. */
async function read(context: BrowserContext, path: string) {
  const body = await callApi(context.request, 'get', path)
  return body.project ?? body.draft
}

const write = (context: BrowserContext, path: string, data: object) => callApi(context.request, 'put', path, data)

const savedWorkspace = (page: Page) =>
  page.evaluate(async (): Promise<{ script: string; copies: { path: string }[] }> => {
    const record = await caches.match('/kept-workspace.json', { cacheName: 'foldout:kept-workspace' })
    return record?.json() ?? { script: '', copies: [] }
  })

/** The addresses of the API whose responses this browser has, when the pages are saved, too. */
async function copies(page: Page) {
  const { script, copies } = await savedWorkspace(page)
  return script ? copies.map(({ path }) => path) : []
}

const leftInBrowser = (page: Page) =>
  page.evaluate(async () => [
    ...(await caches.keys()),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  ])

test('writes bypass the service worker, which might stop with a closing page', async ({ page, context }) => {
  const { editor } = await createTexts(page)
  await openEditor(page, editor)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await openEditor(page, editor)
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const tools = await context.newCDPSession(page)
  await tools.send('Network.enable')
  const routed = new Promise<unknown>((resolve) => {
    tools.on('Network.responseReceived', ({ response }) => {
      if (response.url.includes('/api/projects/')) resolve(response.serviceWorkerRouterInfo?.matchedSourceType)
    })
  })
  await notesField(page).fill('Page 1. One.')
  await page.keyboard.press('Control+s')
  expect(await routed).toBe('network')
  await expect(saveState(page)).toHaveText('Saved')
})

test('a saved zine is read without a connection, and the workspace stays', async ({ browser, otherRequest }) => {
  await register(otherRequest)
  const zine = await publish(otherRequest, uniqueName('Tunnel'))
  await inBrowser(browser, async (page, context) => {
    const { editor } = await createTexts(page)
    await openEditor(page, editor)
    await visit(page, `/zine/${zine.id}`)
    await press(page, 'Save for offline')
    await expect(page.getByRole('link', { name: 'Saved for offline' })).toBeVisible()
    await context.setOffline(true)
    await page.goto(`/zine/${zine.id}/read`)
    await expect(page.getByText('This is your saved copy.').first()).toBeVisible()
    await page.goto(editor)
    await expect(notesField(page)).toHaveValue('Page 1.')
  })
})

test('a project reloads without a connection, and what is written then is saved later', async ({ browser }) => {
  await inBrowser(browser, async (page, context) => {
    const { project, editor } = await createTexts(page)
    await openEditor(page, editor)
    await context.setOffline(true)
    await reload(page)
    await expect(notesField(page)).toHaveValue('Page 1.')
    await expect(saveState(page)).toHaveText('Offline')
    await expect(page.getByText('This is the last version that this browser has.')).toBeVisible()
    await expectAccessible(page, 'a project without a connection')
    await notesField(page).fill('Page 1. In a tunnel.')
    await expect(page.getByText('Your text is in this browser')).toBeVisible()
    await reload(page)
    await expect(notesField(page)).toHaveValue('Page 1. In a tunnel.')
    await expect(saveState(page)).toHaveText('Offline')
    // Another field changes somewhere else. Both changes remain.
    const { version } = await read(context, `/api/projects/${project.id}`)
    await write(context, `/api/projects/${project.id}`, { title: 'Thirteen Moths', version })
    await context.setOffline(false)
    await expect(saveState(page)).toHaveText('Saved')
    await expect(titleField(page)).toHaveValue('Thirteen Moths')
    await expect(page.getByText('You’re offline.')).toBeHidden()
    await expect
      .poll(() => read(context, `/api/projects/${project.id}`))
      .toMatchObject({ title: 'Thirteen Moths', notes: 'Page 1. In a tunnel.' })
  })
})

test('a draft reloads on the layout table without a connection, even if only the workspace was open', async ({
  browser,
}) => {
  await inBrowser(browser, async (page, context) => {
    const { member, editor, draft, table } = await createTexts(page)
    await visit(page, `/profile/${member.id}?tab=workspace`)
    await expect.poll(async () => (await savedWorkspace(page)).script).not.toBe('')
    await context.setOffline(true)
    await visit(page, table)
    await expect(page.getByRole('heading', { name: 'This browser has no copy of this draft.' })).toBeVisible()
    await expectAccessible(page, 'a draft that this browser does not have')
    await press(page, 'Try again')
    await context.setOffline(false)
    await expect(titleField(page)).toHaveValue('Twelve Moths')
    await expect.poll(() => copies(page)).toEqual([`/api/drafts/${draft.id}`])
    const picture = page.getByRole('img', { name: 'A moth' }).first()
    const pictureWidth = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
    await expect.poll(pictureWidth).toBeGreaterThan(0)

    await context.setOffline(true)
    await reload(page)
    await expect(titleField(page)).toHaveValue('Twelve Moths')
    await expect(saveState(page)).toHaveText('Offline')
    await expect.poll(pictureWidth).toBeGreaterThan(0)
    await titleField(page).fill('Twelve Moths at Night')
    await expect(page.getByText('Your changes are in this browser')).toBeVisible()
    await context.setOffline(false)
    await expect(saveState(page)).toHaveText('Saved')
    expect((await read(context, `/api/drafts/${draft.id}`)).content.title).toBe('Twelve Moths at Night')

    // What was deleted leaves the browser.
    await press(page, 'Draft menu', 'Delete draft')
    await press(page.getByRole('alertdialog'), 'Delete draft')
    await expect.poll(() => copies(page)).toEqual([])
    await visit(page, editor)
    await expect.poll(() => copies(page)).toHaveLength(1)
  })
})

test('signing out deletes the pages and copies, and another member never sees them', async ({ browser }) => {
  await inBrowser(browser, async (page, context) => {
    const { member, editor } = await createTexts(page)
    await openEditor(page, editor)
    await press(page, 'Project menu', 'Logout')
    await expect(toast(page, 'Logged out successfully')).toBeVisible()
    await expect.poll(() => leftInBrowser(page)).toEqual([])
    await context.setOffline(true)
    expect(await page.goto(editor).catch((error) => String(error))).toContain('ERR_INTERNET_DISCONNECTED')

    // Offline, the copies leave immediately, too. The session ends when the browser is online.
    await context.setOffline(false)
    await visit(page, '/')
    await signIn(page, member)
    await expect(page.getByRole('link', { name: 'Your profile' })).toBeVisible()
    await openEditor(page, editor)
    await context.setOffline(true)
    await reload(page)
    await expect(notesField(page)).toHaveValue('Page 1.')
    await press(page, 'Project menu', 'Logout')
    await press(page.getByRole('alertdialog'), 'Leave now')
    await expect.poll(() => leftInBrowser(page)).toEqual([])
    expect(await page.goto(editor).catch((error) => String(error))).toContain('ERR_INTERNET_DISCONNECTED')
    await context.setOffline(false)
    await visit(page, '/')
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  })
})

test('copies of a session that ended somewhere else are deleted, and are not those of the next member', async ({
  browser,
}) => {
  await inBrowser(browser, async (page, context) => {
    const { editor, project } = await createTexts(page)
    await openEditor(page, editor)
    const cookies = await context.cookies()
    await context.clearCookies()
    await visit(page, editor)
    await expect(page.getByRole('heading', { name: 'Your project' })).toBeVisible()
    await expect.poll(() => leftInBrowser(page)).toEqual([])

    // The session of another member replaced this one.
    await context.addCookies(cookies)
    await openEditor(page, editor)
    await context.clearCookies()
    const next = await createTexts(page)
    await openEditor(page, next.editor)
    expect(await copies(page)).toEqual([`/api/projects/${next.project.id}`])
    await context.setOffline(true)
    await visit(page, editor)
    await expect(page.getByRole('heading', { name: 'This browser has no copy of this project.' })).toBeVisible()
    expect(project.id).not.toBe(next.project.id)
  })
})
