import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { pdfOf, textOperators } from '#server/documents/pdf.testing.ts'
import { fitInside, placeCells } from '#web/print/imposition/cells.ts'
import { impose } from '#web/print/imposition/impose.ts'
import { sheetSize } from '#web/print/imposition/layouts.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { callApi, expect, press, register, test, visit } from '../support/journey.ts'

const pageButton = (page: Page, n: number) =>
  page.getByRole('list', { name: 'Pages in order' }).getByRole('button', { name: `Page ${n}`, exact: true })
const saveState = (page: Page) => page.locator('.session-state')

/** A scan of an eight-page zine that the site printed. */
async function scanOfSheet() {
  const size = sheetSize('mini', 'a4')
  const scale = 1800 / size.width
  const [sheet] = impose({ layout: 'mini', pages: 8, direction: 'ltr' })
  const cells = placeCells(sheet?.front ?? [], size, { toTheEdge: false, isTrimmed: false })
  const pictures = cells.map(async ({ page, isRotated, box }) => {
    const picture = sharp(`demo/pages/five-seeds-in-an-envelope-${page}.webp`).flatten({ background: '#fff' })
    const { width = 1, height = 1 } = await picture.metadata()
    const place = fitInside(box, { width, height })
    const [across, down] = [place.width, place.height].map((length) => Math.round(length * scale))
    const input = await picture
      .resize(across, down)
      .rotate(isRotated ? 180 : 0)
      .toBuffer()
    return { input, left: Math.round(place.x * scale), top: Math.round(place.y * scale) }
  })
  return sharp({ create: { width: 1800, height: Math.round(size.height * scale), channels: 3, background: '#fff' } })
    .composite(await Promise.all(pictures))
    .jpeg()
    .toBuffer()
}

async function openDraft(page: Page) {
  await register(page.request)
  const { draft } = await callApi(page.request, 'post', '/api/drafts', { content: { title: 'Five Seeds' } })
  await visit(page, `/draft/${draft.id}`)
  return async () => (await callApi(page.request, 'get', `/api/drafts/${draft.id}`)).draft.content
}

/** The mean difference of a page from its original, in brightness. 40 and more for other pages and upside down. */
async function differenceFrom(original: number, bytes: Buffer) {
  const small = (input: Buffer | string) => sharp(input).greyscale().resize(12, 15, { fit: 'fill' }).raw().toBuffer()
  const { data: trimmed } = await sharp(bytes).trim({ threshold: 40 }).toBuffer({ resolveWithObject: true })
  const [a, b] = [await small(trimmed), await small(`demo/pages/five-seeds-in-an-envelope-${original}.webp`)]
  return a.reduce((sum, grey, at) => sum + Math.abs(grey - (b[at] ?? 0)), 0) / a.length
}

for (const viewport of [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
])
  test(`a scanned sheet becomes eight pages in order on a screen of ${viewport.width} pixels`, async ({ page }) => {
    test.slow()
    await page.setViewportSize(viewport)
    const readContent = await openDraft(page)
    const scan = { name: 'scan.jpg', mimeType: 'image/jpeg', buffer: await scanOfSheet() }
    await page.getByLabel('Choose images').setInputFiles(scan)
    const offer = page.getByRole('region', { name: 'One sheet, eight pages' })
    await expect(offer).toBeFocused({ timeout: 60_000 })
    await expect(offer).toBeInViewport()
    await press(offer, 'Split it into eight pages')
    const dialog = page.getByRole('dialog', { name: 'One sheet, eight pages' })
    await expect(dialog.getByRole('list', { name: 'The eight pages' })).toBeVisible()
    await expect(dialog.getByRole('radio', { name: 'The lower row' })).toBeChecked()
    await expectAccessible(page, 'splitting a sheet', dialog)
    await dialog.getByRole('slider', { name: 'Horizontal line' }).press('ArrowDown')
    await press(dialog, 'Make eight pages')
    await expect(pageButton(page, 8)).toBeVisible({ timeout: 60_000 })
    await expect.poll(async () => (await readContent()).pages.length, { timeout: 60_000 }).toBe(8)
    await expect(saveState(page)).toHaveText('Saved')
    const { pages } = await readContent()
    for (const [index, { url }] of pages.entries()) {
      const picture = await (await page.request.get(url)).body()
      const differences = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((n) => differenceFrom(n, picture)))
      expect(differences.indexOf(Math.min(...differences))).toBe(index)
      expect(differences[index]).toBeLessThan(20)
    }
  })

test('a sheet in a PDF is split, and its other side stays as a poster at the end', async ({ page }) => {
  test.slow()
  const readContent = await openDraft(page)
  const box = [0, 0, 842, 595]
  const buffer = pdfOf({ pages: ['Inside', 'Poster'].map((text) => ({ box, content: textOperators(text) })) })
  await page.getByLabel('Choose a PDF').setInputFiles({ name: 'sheet.pdf', mimeType: 'application/pdf', buffer })
  const choice = page.getByRole('group', { name: 'These look like two pages side by side.' })
  await expect(choice).toBeFocused({ timeout: 60_000 })
  await expect(choice).toBeInViewport()
  await expect(page.getByText('Your PDF: 2 pages')).toBeVisible({ timeout: 60_000 })
  await press(choice, 'One sheet, eight pages')
  const dialog = page.getByRole('dialog', { name: 'One sheet, eight pages' })
  await dialog.getByText('It’s the back of the sheet. Keep it whole').click()
  await expect.poll(async () => (await readContent()).pages.length).toBe(2)
  const [, poster] = (await readContent()).pages
  await press(dialog, 'Make eight pages')
  await expect(pageButton(page, 9)).toBeVisible({ timeout: 60_000 })
  await expect.poll(async () => (await readContent()).pages.length, { timeout: 60_000 }).toBe(9)
  const { pages } = await readContent()
  expect(pages[8].url).toBe(poster.url)
  // A quarter of a landscape sheet of A4 at 300 dots an inch.
  expect(pages.slice(0, 8).map(({ width }: { width: number }) => width)).toEqual(Array(8).fill(877))
})
