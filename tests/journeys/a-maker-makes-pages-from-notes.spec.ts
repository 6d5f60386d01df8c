import { readFile } from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { callApi, expect, press, register, test, uniqueName, visit } from '../support/journey.ts'

const eightPages = `# Depot
The driver counts the empty seats as if one of them could be missing.

# Harbour Street
A man with a cello gets on and buys two tickets.

# Hospital
- two nurses, asleep
- one balloon

# Market Square
The cold comes in and stands in the aisle for a stop.

> We do not stop for everyone. But we slow down.
> — sign above the driver

# Terminus
Only the bus, turning round.`

async function openProject(page: Page, notes = eightPages) {
  const maker = await register(page.request)
  const title = uniqueName('Night Bus ')
  const { project } = await callApi(page.request, 'post', '/api/projects', { title, notes })
  await page.goto('/feeds/zines.atom')
  await page.evaluate((key) => localStorage.setItem(key, 'true'), `foldout:${maker.id}:seen:editor`)
  await visit(page, `/project/${project.id}/edit`)
  return { title, maker, project }
}

async function expectFolded(page: Page) {
  await expect(page).toHaveURL(/\/draft\//, { timeout: 90_000 })
  const folded = page.getByRole('list', { name: 'As it will be folded' })
  await expect(folded.getByRole('button')).toHaveCount(8)
  await expect(folded.getByRole('img', { name: /^Title page: Night Bus/ })).toBeVisible()
}

async function readPdf(page: Page) {
  await press(page, /^(Make|Prepare) the PDF$/)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save the PDF' }).click()
  const library = await PDFiumLibrary.init()
  const pdf = await library.loadDocument(await readFile(await (await download).path()))
  const sheets = pdf.getPageCount()
  pdf.destroy()
  library.destroy()
  return sheets
}

test('on a phone, notes become pages that are folded, printed, published and read', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { title, project } = await openProject(page)
  await press(page, 'Make pages')
  const dialog = page.getByRole('dialog', { name: 'Make pages' })
  await expect(dialog.getByText('8 pages, on one sheet of paper.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Typewriter' }).check({ force: true })
  await dialog
    .getByRole('group', { name: /^Paper/ })
    .getByRole('radio', { name: 'Mint' })
    .check({ force: true })
  await expectAccessible(page, 'making pages from notes')
  await dialog.getByRole('button', { name: 'Make pages' }).click()
  await expectFolded(page)
  await expectAccessible(page, 'made pages')

  await expect(page.getByRole('button', { name: 'Publish' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('link', { name: 'Print', exact: true })).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  await expect(page.getByRole('img', { name: 'Sheet 1: 8, 1, 2, 3; upside down: 7, 6, 5, 4' })).toBeVisible()
  await expectAccessible(page, 'printing a draft')
  expect(await readPdf(page)).toBe(1)
  await page.getByRole('link', { name: 'Back to the draft' }).click()

  await press(page, 'Publish', 'Not now')
  await expect(page).toHaveURL(/\/zine\//)
  await visit(page, `${new URL(page.url()).pathname}/text`)
  for (const words of [title, 'buys two tickets', 'We do not stop for everyone', 'Only the bus'])
    await expect(page.getByRole('main')).toContainText(words)
  expect((await callApi(page.request, 'get', `/api/projects/${project.id}`)).project.notes).toBe(eightPages)
})

test('with the keyboard alone, when one line leaves equal pages in plain ink, and the project has a draft', async ({
  page,
}) => {
  const { project } = await openProject(page, 'One cello.')
  await callApi(page.request, 'post', '/api/drafts', { projectId: project.id })
  await page.getByRole('button', { name: 'Project menu' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Make pages' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Make pages' })
  await expect(dialog.getByText('This project already has a draft with 0 pages.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Make pages' })).toBeFocused()
  await expect(dialog.getByText('8 pages, on one sheet of paper.')).toBeVisible()
  await page.keyboard.press('Enter')
  await expectFolded(page)
})

test('without a connection, making says so or waits, and then continues', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await openProject(page)
  await press(page, 'Make pages')
  const dialog = page.getByRole('dialog', { name: 'Make pages' })
  await expect(dialog.getByText('8 pages, on one sheet of paper.')).toBeVisible()
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Make pages' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Check your connection. Your notes are safe.')

  await context.setOffline(false)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByText(/page 3 of 8/)).toBeVisible()
  await context.setOffline(true)
  await expect(dialog.getByText(/^page \d of 8 is waiting for a connection/)).toBeVisible()
  await context.setOffline(false)
  await expectFolded(page)
  await context.close()
})
