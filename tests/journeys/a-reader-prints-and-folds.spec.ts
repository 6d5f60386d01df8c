import { readFile } from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { numberedPixels } from '#web/print/pdf/numbered-page.testing.ts'
import { readSides } from '#web/print/pdf/read-pdf.testing.ts'
import { expectNoBarrier } from '../support/barriers.ts'
import { expect, register, reload, test, unique, visit } from '../support/journey.ts'
import { sendAndPublish } from '../support/published-zine.ts'
import { ownPictures, sentOnce } from '../support/shared-pictures.ts'

/** Grain makes it a photo, of which a JPEG is kept for paper; without any it is kept as WebP without loss. */
async function numberedPage(number: number, hasGrain: boolean) {
  const size = { width: 480, height: 640 }
  const pixels = numberedPixels(number, size)
  if (hasGrain)
    for (let at = 0; at < pixels.length; at += 1) pixels[at] = (pixels[at] ?? 0) + ((at * 7919) % 13)
  return sharp(pixels, { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer()
}

/** Five pages whose numbers can be read back from paper, the last of them a photo. */
async function publishNumbered(request: APIRequestContext, title = unique('Folded'), mayPrint = true) {
  const numbered = () => Promise.all([1, 2, 3, 4, 5].map((number) => numberedPage(number, number === 5)))
  const urls = await ownPictures(request, await sentOnce('numbered pages', numbered))
  const mediaFiles = urls.map((url, at) => ({ url, altText: `Page ${at + 1}` }))
  const data = { title, aspectRatio: '4:5', mayPrint, mediaFiles }
  const published = await request.post('/api/zines', { data })
  expect(published.ok(), await published.text()).toBe(true)
  return (await published.json()).zine as { id: string; title: string }
}

async function savedPdf(page: Page, name: string) {
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name }).click()
  const saved = await download
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) }
}

async function readNumbers(bytes: Uint8Array, grid: { rows: number; columns: number }) {
  const library = await PDFiumLibrary.init()
  const pdf = await library.loadDocument(bytes)
  const sides = await readSides(pdf, grid)
  pdf.destroy()
  library.destroy()
  return sides
}

const up = (page: number | null) => ({ page, isTurned: false })

test('a reader prints a mini zine: its eight places are on one sheet', async ({
  page,
  playwright,
  baseURL,
}) => {
  const maker = await playwright.request.newContext({ baseURL })
  await register(maker)
  const zine = await publishNumbered(maker)
  await visit(page, `/zine/${zine.id}`)
  await page.getByRole('link', { name: 'Print and fold' }).click()
  await expect(page.getByRole('heading', { name: 'Print and fold' })).toBeVisible()
  await expect(
    page.getByRole('img', { name: 'Sheet 1: 5, 1, 2, 3; upside down: blank, blank, blank, 4' }),
  ).toBeVisible()
  await expect(page.getByText('5 pages: 3 blank ones are added before the back.')).toBeVisible()
  await page.getByRole('radio', { name: 'A4' }).check({ force: true })
  await page.getByRole('button', { name: 'Make the PDF' }).click()
  const { name, bytes } = await savedPdf(page, 'Save the PDF')
  expect(name).toBe(`${zine.title}.pdf`)
  expect(await readNumbers(bytes, { rows: 2, columns: 4 })).toEqual([
    [
      [up(5), up(1), up(2), up(3)],
      [up(null), up(null), up(null), { page: 4, isTurned: true }],
    ],
  ])
  const photo = await (await maker.get(`/api/zines/${zine.id}/pages/5/print.jpg`)).body()
  expect(photo.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  expect(bytes.includes(photo), 'the photo as it was kept').toBe(true)
})

test('choices outlive a reload, and one side at a time has a test of two sheets', async ({ page }) => {
  await register(page.request)
  const zine = await publishNumbered(page.request)
  await visit(page, `/zine/${zine.id}/print?layout=booklet&paper=letter&sides=hand`)
  await page.getByRole('radio', { name: 'To the edge' }).check({ force: true })
  await expect(page).toHaveURL(/\?layout=booklet&paper=letter&sides=hand&margin=none$/)
  await reload(page)
  for (const name of [/^Booklet/, 'Letter', /^One side at a time/, 'To the edge'])
    await expect(page.getByRole('radio', { name })).toBeChecked()
  await page.getByRole('radio', { name: '5 mm around each page' }).check({ force: true })
  await page.getByRole('button', { name: 'Make the PDF' }).click()
  for (const [link, pages] of [
    ['Save the test: fronts', 'Front of sheet 1'],
    ['Save the test: backs', 'Back of sheet 2'],
  ] as const) {
    const library = await PDFiumLibrary.init()
    const pdf = await library.loadDocument((await savedPdf(page, link)).bytes)
    expect(pdf.getPageCount()).toBe(2)
    expect(pdf.getPage(0).getText()).toContain(pages)
    library.destroy()
  }
  const grid = { rows: 1, columns: 2 }
  const fronts = await readNumbers((await savedPdf(page, 'Save the fronts')).bytes, grid)
  const backs = await readNumbers((await savedPdf(page, 'Save the backs')).bytes, grid)
  expect(fronts).toEqual([[[up(5), up(1)]], [[up(null), up(3)]]])
  expect(backs).toEqual([[[up(4), up(null)]], [[up(2), up(null)]]])
})

test('a zine that others may not print says so, and its maker prints it', async ({
  page,
  playwright,
  baseURL,
}) => {
  const maker = await playwright.request.newContext({ baseURL })
  await register(maker)
  const zine = await publishNumbered(maker, unique('Private'), false)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visit(page, `/zine/${zine.id}`)
  await expect(page.getByRole('link', { name: 'Link to this zine' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Print and fold' })).toBeHidden()
  asked.length = 0
  await visit(page, `/zine/${zine.id}/print`)
  await expect(page.getByText('The maker of this zine has not allowed others to print it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Make the PDF' })).toBeHidden()
  expect(asked.filter((path) => path.endsWith('print.jpg') || path.startsWith('/media/'))).toEqual([])
  await page.context().addCookies((await maker.storageState()).cookies)
  await visit(page, `/zine/${zine.id}`)
  await page.getByRole('link', { name: 'Print and fold' }).click()
  await page.getByRole('button', { name: 'Make the PDF' }).click()
  await expect(page.getByRole('link', { name: 'Save the PDF' })).toBeVisible()
})

test('a permission that is taken back meanwhile ends it', async ({ page, playwright, baseURL }) => {
  const maker = await playwright.request.newContext({ baseURL })
  await register(maker)
  const zine = await publishNumbered(maker)
  await visit(page, `/zine/${zine.id}/print`)
  const sentence = 'The maker of this zine has not allowed others to print it.'
  const withdrawn = await maker.put(`/api/zines/${zine.id}`, { data: { version: 1, mayPrint: false } })
  expect(withdrawn.ok(), await withdrawn.text()).toBe(true)
  await page.getByRole('button', { name: 'Make the PDF' }).click()
  await expect(page.getByRole('alert')).toHaveText(sentence)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing to print' })).toBeVisible()
  await expect(page.getByText(sentence)).toBeVisible()
})

test('a line that breaks and a zine that goes meanwhile are said in words', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await register(page.request)
  const zine = await publishNumbered(page.request)
  await visit(page, `/zine/${zine.id}/print`)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Make the PDF' }).click()
  await expect(page.getByRole('alert')).toHaveText('What makes PDFs did not arrive. Check the connection.')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Save the PDF' })).toBeVisible()
  await page.getByRole('radio', { name: /^Single pages/ }).check({ force: true })
  expect((await page.request.delete(`/api/zines/${zine.id}`, { data: {} })).ok()).toBe(true)
  // Another session would get the pictures from what the browser keeps for the first one.
  await context.clearCookies()
  await page.getByRole('button', { name: 'Make the PDF' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'Page 1 is not there any more. The zine was changed or deleted.',
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
  await context.close()
})

test('a video has nothing to print', async ({ page }) => {
  await register(page.request)
  const zine = await sendAndPublish(page.request, unique('Film'), 'clip.mp4')
  await visit(page, `/zine/${zine.id}/print`)
  await expect(page.getByText('This zine is a video: there are no pages to print.')).toBeVisible()
})

for (const [width, layout, saves] of [
  [320, 'mini', 'Save the PDF'],
  [1280, 'quarter&sides=hand', 'Save the fronts'],
] as const)
  test(`printing has no barrier ${width} pixels wide, and nothing is wider`, async ({ page }) => {
    await register(page.request)
    const zine = await publishNumbered(page.request)
    await page.setViewportSize({ width, height: 800 })
    await visit(page, `/zine/${zine.id}/print?layout=${layout}`)
    await page.getByRole('button', { name: 'Make the PDF' }).click()
    await expect(page.getByRole('link', { name: saves })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expectNoBarrier(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })

test('a zine is printed with the keyboard alone', async ({ page }) => {
  await register(page.request)
  const zine = await publishNumbered(page.request)
  await visit(page, `/zine/${zine.id}/print`)
  const press = async (key: string, until: () => Promise<void>) => {
    await page.keyboard.press(key)
    await until()
  }
  await page.getByRole('link', { name: 'Back to the zine' }).focus()
  await press('Tab', () => expect(page.getByRole('radio', { name: /^Mini zine/ })).toBeFocused())
  await press('ArrowDown', () => expect(page.getByRole('radio', { name: /^Booklet/ })).toBeChecked())
  await press('Tab', () => expect(page.getByRole('radio', { name: 'Letter' })).toBeFocused())
  await press('ArrowUp', () => expect(page.getByRole('radio', { name: 'A4' })).toBeChecked())
  await press('Tab', () => expect(page.getByRole('radio', { name: /short edge$/ })).toBeFocused())
  await press('Tab', () => expect(page.getByRole('radio', { name: /^5 mm/ })).toBeFocused())
  await press('Tab', () => expect(page.getByRole('checkbox', { name: 'Marks for folding' })).toBeFocused())
  await press('Space', () =>
    expect(page.getByRole('checkbox', { name: 'Marks for folding' })).not.toBeChecked(),
  )
  await press('Tab', () => expect(page.getByRole('button', { name: 'Previous side' })).toBeFocused())
  await press('Tab', () => expect(page.getByRole('button', { name: 'Next side' })).toBeFocused())
  await press('Enter', () => expect(page.getByRole('img', { name: 'Sheet 1, back: 2, blank' })).toBeVisible())
  await press('Tab', () => expect(page.getByRole('button', { name: 'Make the PDF' })).toBeFocused())
  await press('Enter', () => expect(page.getByRole('link', { name: 'Save the PDF' })).toBeVisible())
  await expect(page.getByRole('button', { name: 'Make it again' })).toBeFocused()
  await press('Shift+Tab', () => expect(page.getByRole('link', { name: 'Save the PDF' })).toBeFocused())
  await expect(page).toHaveURL(/\?layout=booklet&paper=a4&marks=off$/)
})
