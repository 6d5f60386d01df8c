import type { Browser, BrowserContext, Page } from '@playwright/test'
import { callApi, expect, press, register, reload, signIn, test, toast, uniqueName, visit } from '../support/journey.ts'
import { journeyPort } from '../support/journey-data.ts'

const notesField = (page: Page) => page.getByRole('textbox', { name: 'Notes' })
const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const saveState = (page: Page) => page.locator('.editor-state')

/** A separate browser that can go offline. Its console may contain failed requests, but its pages must not throw. */
async function inBrowser(browser: Browser, act: (page: Page, context: BrowserContext) => Promise<void>) {
  const context = await browser.newContext({ baseURL: `http://localhost:${journeyPort}` })
  const page = await context.newPage()
  const uncaught: string[] = []
  page.on('pageerror', ({ message }) => uncaught.push(message))
  await act(page, context)
  expect(uncaught).toEqual([])
  await context.close()
}

async function createTexts(page: Page) {
  const member = await register(page.request)
  const { project } = await callApi(page.request, 'post', '/api/projects', { title: 'Eleven Moths', notes: 'Page 1.' })
  const { draft } = await callApi(page.request, 'post', '/api/drafts', { content: { title: 'Twelve Moths' } })
  await page.goto('/feeds/zines.atom')
  await page.evaluate((key) => localStorage.setItem(key, 'true'), `foldout:${member.id}:seen:editor`)
  return { member, project, editor: `/project/${project.id}/edit`, draft, table: `/draft/${draft.id}` }
}

/** The addresses of the API whose responses this browser has. */
const copies = (page: Page) =>
  page.evaluate(async () => {
    const record = await caches.match('/kept-workspace.json', { cacheName: 'foldout:kept-workspace' })
    const { copies = [], script = '' } = (await record?.json()) ?? {}
    return script ? copies.map(({ path }: { path: string }) => path) : []
  })

const leftInBrowser = (page: Page) =>
  page.evaluate(async () => [
    ...(await caches.keys()),
    ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
  ])

test('a project reloads without a connection, and what is written then is saved later', async ({ browser }) => {
  await inBrowser(browser, async (page, context) => {
    const { project, editor } = await createTexts(page)
    await visit(page, editor)
    await expect(notesField(page)).toHaveValue('Page 1.')
    await expect.poll(() => copies(page)).toContain(`/api/projects/${project.id}`)
    await context.setOffline(true)
    await reload(page)
    await expect(notesField(page)).toHaveValue('Page 1.')
    await expect(saveState(page)).toHaveText('Offline')
    await expect(page.getByText('You’re offline.')).toBeVisible()
    await notesField(page).fill('Page 1. In a tunnel.')
    await expect(saveState(page)).toHaveText('Offline')
    await reload(page)
    await expect(notesField(page)).toHaveValue('Page 1. In a tunnel.')
    await context.setOffline(false)
    await expect(saveState(page)).toHaveText('Saved')
    await expect(page.getByText('You’re offline.')).toBeHidden()
    const saved = (await callApi(page.request, 'get', `/api/projects/${project.id}`)).project
    expect(saved.notes).toBe('Page 1. In a tunnel.')
  })
})
