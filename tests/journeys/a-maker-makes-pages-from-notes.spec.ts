import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { foldSheet, recognise } from '#web/print/pdf/folded-sheet.testing.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { callApi, expect, press, register, tabTo, test, uniqueName, visit } from '../support/journey.ts'

const notes = `# Depot
The driver counts the empty seats as if one of them could be missing.

# Harbour Street
A man with a cello gets on and buys two tickets.

# Hospital
- two nurses, asleep
- one balloon

# Market Square
The cold comes in and waits in the aisle for a stop.

> We do not stop for everyone. But we slow down.
> — sign above the driver

# Terminus
Only the bus, turning round.`

/** The texts of the pages between the cover and the back. */
const insideTexts = [
  'Depot\n\nThe driver counts the empty seats as if one of them could be missing.',
  'Harbour Street\n\nA man with a cello gets on and buys two tickets.',
  'Hospital\n\n- two nurses, asleep\n- one balloon',
  'Market Square\n\nThe cold comes in and waits in the aisle for a stop.',
  'We do not stop for everyone. But we slow down.\n\nsign above the driver',
  'Terminus\n\nOnly the bus, turning round.',
]

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Make pages' })
const isReady = (page: Page) => expect(dialogOf(page).getByText('8 pages, on one sheet of paper.')).toBeVisible()
const radio = (page: Page, group: string | RegExp, name: string) =>
  dialogOf(page).getByRole('group', { name: group }).getByRole('radio', { name, exact: true })
const foldedPages = (page: Page) => page.getByRole('list', { name: 'As it will be folded' }).getByRole('button')
const words = (page: Page) => page.getByLabel(/^Words on this page/)

async function openProject(page: Page, text = notes) {
  const maker = await register(page.request)
  const title = uniqueName('Night Bus ')
  const { project } = await callApi(page.request, 'post', '/api/projects', { title, notes: text })
  await page.goto('/feeds/zines.atom')
  await page.evaluate((key) => localStorage.setItem(key, 'true'), `foldout:${maker.id}:seen:editor`)
  await visit(page, `/project/${project.id}/edit`)
  const back = [maker.username, String(new Date().getFullYear()), `${new URL(page.url()).origin}/`].join('\n\n')
  return { project, draftTexts: [title, ...insideTexts, back] }
}

/** Opens each page of the folded draft and compares its words. Returns the addresses of the pictures. */
async function stepThrough(page: Page, texts: string[], open: (button: Locator) => Promise<void>) {
  await expect(page).toHaveURL(/\/draft\//)
  await expect(foldedPages(page)).toHaveCount(8, { timeout: 90_000 })
  for (const [index, text] of texts.entries()) {
    const button = foldedPages(page).nth(index)
    // Pressing the current page would edit it.
    if (index > 0) await open(button)
    await expect(button).toHaveAttribute('aria-current')
    await expect(words(page)).toHaveValue(new RegExp(`^${RegExp.escape(text)}`))
  }
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const { draft } = await callApi(page.request, 'get', `/api/drafts/${id}`)
  return draft.content.pages.map(({ url }: { url: string }) => url) as string[]
}

type Paper = { width: number; height: number }

/** Downloads the PDF, folds it and compares each page with the draft’s picture. */
async function expectFoldedPdf(page: Page, urls: string[], { size, save }: { size: Paper; save: () => Promise<void> }) {
  const download = page.waitForEvent('download')
  await save()
  const folded = await foldSheet(await readFile(await (await download).path()))
  expect(folded).toMatchObject({ sheets: 1, size })
  const pictures = await Promise.all(urls.map(async (url) => (await page.request.get(url)).body()))
  const found = await recognise(folded.pages, pictures)
  expect(found.map((index) => urls[index])).toEqual(urls)
}

async function expectTextPage(page: Page, texts: string[]) {
  await expect(page).toHaveURL(/\/text$/)
  await expect(page.getByRole('main').locator('section')).toContainText(
    texts.map((text) => new RegExp(text.replaceAll(/^- /gm, '').split(/\s+/).map(RegExp.escape).join('\\s*'))),
  )
}

// In a separate page, because the browser logs the interrupted requests to the console.
test('on a phone with a poor connection, notes become pages that are folded, printed, published and read', async ({
  browser,
  baseURL,
}) => {
  test.slow()
  const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const { project, draftTexts } = await openProject(page)
  await press(page, 'Make pages')
  await isReady(page)
  const dialog = dialogOf(page)
  for (const [group, name] of [
    ['Type', 'Typewriter'],
    [/^Paper/, 'Mint'],
    [/^Ink/, 'Violet'],
    [/^Second ink/, 'Orange'],
  ] as const)
    await dialog.getByRole('group', { name: group }).locator('label').filter({ hasText: name }).click()
  await expectAccessible(page, 'making pages from notes')
  await press(dialog, 'Make pages')
  await expect(page).toHaveURL(/\/draft\//)
  await expect(page.getByText(/^Page \d of 8$/)).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/^page \d of 8 is waiting for a connection/)).toBeVisible({ timeout: 90_000 })
  await context.setOffline(false)
  await expect(foldedPages(page)).toHaveCount(8, { timeout: 90_000 })
  await expect(page.getByRole('button', { name: 'Publish' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('link', { name: 'Print', exact: true })).toBeInViewport({ ratio: 1 })
  const urls = await stepThrough(page, draftTexts, (button) => button.click())
  await expectAccessible(page, 'made pages')

  await page.getByRole('link', { name: 'Print', exact: true }).click()
  await expect(page.getByRole('img', { name: 'Sheet 1: 8, 1, 2, 3; upside down: 7, 6, 5, 4' })).toBeVisible()
  await expectAccessible(page, 'printing a draft')
  await page.getByRole('radio', { name: 'A4' }).check({ force: true })
  await page.getByRole('checkbox', { name: /^Do not print the paper color/ }).uncheck()
  await press(page, 'Prepare the PDF')
  const save = () => page.getByRole('link', { name: 'Save the PDF' }).click()
  await expectFoldedPdf(page, urls, { size: { width: 842, height: 595 }, save })
  await expect(page.getByRole('heading', { name: 'Three folds, one cut' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the draft' }).click()

  await press(page, 'Publish', 'Not now')
  await expect(page).toHaveURL(/\/zine\//)
  const address = page.url()
  await visit(page, `${new URL(address).pathname}/text`)
  await expectTextPage(page, draftTexts)
  await expect(page.getByRole('main')).toContainText(address)
  expect((await callApi(page.request, 'get', `/api/projects/${project.id}`)).project.notes).toBe(notes)
  await context.close()
})

test('with the keyboard alone, notes become pages that are folded, printed, published and read', async ({ page }) => {
  test.slow()
  const { project, draftTexts } = await openProject(page)
  await callApi(page.request, 'post', '/api/drafts', { projectId: project.id })
  const key = (name: string) => page.keyboard.press(name)
  await tabTo(page, page.getByRole('button', { name: 'Project menu' }))
  await key('Enter')
  await key('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Make pages from notes' })).toBeFocused()
  await key('Enter')
  await isReady(page)
  await expect(dialogOf(page).getByText('This project already has a draft with 0 pages.')).toBeVisible()
  const make = dialogOf(page).getByRole('button', { name: 'Make pages' })
  await expect(make).toBeFocused()
  for (const [group, before, after] of [
    [/^Second ink/, 'Pink', 'Yellow'],
    [/^Ink/, 'Black', 'Blue'],
    [/^Paper/, 'Cream', 'Pink'],
    ['Type', 'Poster', 'Plain'],
  ] as const) {
    await tabTo(page, radio(page, group, before), 'Shift+Tab')
    await key('ArrowDown')
    await expect(radio(page, group, after)).toBeChecked()
  }
  await tabTo(page, make)
  await key('Enter')
  const urls = await stepThrough(page, draftTexts, async (button) => {
    await tabTo(page, button)
    await key('Enter')
  })

  await tabTo(page, page.getByRole('link', { name: 'Print', exact: true }))
  await key('Enter')
  await tabTo(page, page.getByRole('checkbox', { name: /^Do not print the paper color/ }))
  await key('Space')
  await tabTo(page, page.getByRole('button', { name: 'Prepare the PDF' }))
  await key('Enter')
  await expect(page.getByRole('button', { name: 'Print the PDF' })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: 'Save the PDF' }))
  await expectFoldedPdf(page, urls, { size: { width: 792, height: 612 }, save: () => key('Enter') })
  await tabTo(page, page.getByRole('link', { name: 'Back to the draft' }), 'Shift+Tab')
  await key('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Publish', exact: true }))
  await key('Enter')
  await expect(page.getByRole('button', { name: 'Mark as finished' })).toBeFocused()
  await key('Enter')
  await expect(page).toHaveURL(/\/zine\//)

  await tabTo(page, page.getByRole('link', { name: 'Read', exact: true }))
  await key('Enter')
  await expect(page).toHaveURL(/\/read$/)
  const asText = page.getByRole('link', { name: 'The whole zine as text' })
  // The reader ignores keys until its script runs.
  await expect(async () => {
    await key('t')
    await expect(asText).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await tabTo(page, asText)
  await key('Enter')
  await expectTextPage(page, draftTexts)
})

test('one line leaves equal pages in plain ink, with a picture each', async ({ page }) => {
  await openProject(page, 'One cello.')
  await press(page, 'Make pages')
  await isReady(page)
  await press(dialogOf(page), 'Make pages')
  await expect(page).toHaveURL(/\/draft\//)
  await expect(foldedPages(page)).toHaveCount(8, { timeout: 90_000 })
})
