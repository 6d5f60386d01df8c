import { readFile } from 'node:fs/promises'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import type { APIRequestContext, Download, Page } from '@playwright/test'
import sharp from 'sharp'
import { numberedPixels } from '#web/print/pdf/numbered-page.testing.ts'
import { readSides } from '#web/print/pdf/read-pdf.testing.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { callApi, expect, press, register, test, uniqueName, visit } from '../support/journey.ts'
import { publish, uploadAndPublish } from '../support/published-zine.ts'
import { copyPicturesToMember, uploadOnce } from '../support/shared-pictures.ts'

/** Grain makes the page a photo, which is printed from a JPEG. Pages without grain are printed from a lossless WebP. */
async function numberedPage(number: number, hasGrain: boolean) {
  const size = { width: 480, height: 640 }
  const pixels = numberedPixels(number, size)
  if (hasGrain) for (let at = 0; at < pixels.length; at += 1) pixels[at] = (pixels[at] ?? 0) + ((at * 7919) % 13)
  return sharp(pixels, { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer()
}

/** Five pages whose numbers can be read in the printed PDF. The last page is a photo. */
async function publishNumbered(request: APIRequestContext) {
  const numbered = () => Promise.all([1, 2, 3, 4, 5].map((number) => numberedPage(number, number === 5)))
  const urls = await copyPicturesToMember(request, await uploadOnce('numbered pages', numbered))
  const mediaFiles = urls.map((url, at) => ({ url, altText: `Page ${at + 1}` }))
  const data = { title: uniqueName('Folded'), aspectRatio: '4:5', mayPrint: true, mediaFiles }
  return (await callApi(request, 'post', '/api/zines', data)).zine as { id: string; title: string }
}

/** Without a viewer, the tab that opened for printing downloads the file too, named by its address. */
const isOfNewTab = (download: Download) => download.url().endsWith(download.suggestedFilename().replace('.pdf', ''))

async function downloadPdf(page: Page, name: string) {
  const download = page.waitForEvent('download', (each) => !isOfNewTab(each))
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

const uprightPage = (page: number | null) => ({ page, isRotated: false })

test('a reader prints a mini zine with eight pages on one sheet', async ({ page, otherRequest }) => {
  await register(otherRequest)
  const zine = await publishNumbered(otherRequest)
  await visit(page, `/zine/${zine.id}`)
  await page.getByRole('link', { name: 'Print and fold' }).click()
  await expect(page.getByRole('heading', { name: 'Print and fold' })).toBeVisible()
  await expect(
    page.getByRole('img', { name: 'Sheet 1: 5, 1, 2, 3; upside down: blank, blank, blank, 4' }),
  ).toBeVisible()
  await expect(page.getByText('5 pages: 3 blank pages are added before the back.')).toBeVisible()
  await page.getByRole('radio', { name: 'A4' }).check({ force: true })
  await press(page, 'Prepare the PDF')
  // Printing crashes a browser without a window.
  await page.addInitScript(() => {
    window.print = () => undefined
  })
  const hasViewer = await page.evaluate(() => navigator.pdfViewerEnabled)
  await press(page, 'Print the PDF')
  // The headless shell has no viewer, like a phone.
  if (hasViewer) await expect.poll(() => page.frames().map((frame) => frame.url().split(':')[0])).toContain('blob')
  else await expect(page.getByText('Print the file in the tab that opened.')).toBeVisible()
  const { name, bytes } = await downloadPdf(page, 'Save the PDF')
  expect(name).toBe(`${zine.title}.pdf`)
  expect(await readNumbers(bytes, { rows: 2, columns: 4 })).toEqual([
    [
      [uprightPage(5), uprightPage(1), uprightPage(2), uprightPage(3)],
      [uprightPage(null), uprightPage(null), uprightPage(null), { page: 4, isRotated: true }],
    ],
  ])
  const photo = await (await otherRequest.get(`/api/zines/${zine.id}/pages/5/print.jpg`)).body()
  expect(photo.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  expect(bytes.includes(photo), 'the photo as it was stored').toBe(true)

  await visit(page, `/zine/${zine.id}/print?layout=quarter&sides=hand`)
  await press(page, 'Prepare the PDF')
  await expect(page.getByRole('link', { name: 'Save the fronts' })).toBeVisible()
  await expectAccessible(page, 'a PDF for printing', page.getByRole('link', { name: 'Save the test: fronts' }))

  // The creator withdraws the permission in the meantime.
  await callApi(otherRequest, 'put', `/api/zines/${zine.id}`, { version: 1, mayPrint: false })
  await page.getByRole('radio', { name: 'A4' }).check({ force: true })
  await expect(page.getByRole('link', { name: 'Save the fronts' })).toBeHidden()
  await press(page, 'Prepare the PDF')
  const message = 'The creator of this zine does not allow printing.'
  await expect(page.getByRole('alert')).toHaveText(message)
  await press(page, 'Try again')
  await expect(page.getByRole('heading', { name: 'Nothing to print' })).toBeVisible()
})

test('a zine is printed with the keyboard alone', async ({ page }) => {
  await register(page.request)
  const zine = await publishNumbered(page.request)
  await visit(page, `/zine/${zine.id}/print`)
  const radio = (name: string | RegExp) => expect(page.getByRole('radio', { name }))
  const button = (name: string) => expect(page.getByRole('button', { name }))
  const marks = expect(page.getByRole('checkbox', { name: 'Marks for folding' }))
  const presses: [key: string, then: () => Promise<void>][] = [
    ['Tab', () => radio(/^Mini zine/).toBeFocused()],
    ['ArrowDown', () => radio(/^Booklet/).toBeChecked()],
    ['Tab', () => radio('Letter').toBeFocused()],
    ['ArrowUp', () => radio('A4').toBeChecked()],
    ['Tab', () => radio(/short edge$/).toBeFocused()],
    ['Tab', () => radio(/^5 mm/).toBeFocused()],
    ['Tab', () => marks.toBeFocused()],
    ['Space', () => marks.not.toBeChecked()],
    ['Tab', () => button('Previous side').toBeFocused()],
    ['Tab', () => button('Next side').toBeFocused()],
    ['Enter', () => expect(page.getByRole('img', { name: 'Sheet 1, back: 2, blank' })).toBeVisible()],
    ['Tab', () => button('Prepare the PDF').toBeFocused()],
    ['Enter', () => button('Print the PDF').toBeFocused()],
    ['Tab', () => expect(page.getByRole('link', { name: 'Save the PDF' })).toBeFocused()],
    ['Tab', () => expect(page.getByRole('link', { name: 'Open the PDF in a new tab' })).toBeFocused()],
  ]
  await page.getByRole('link', { name: 'Back to the zine' }).focus()
  for (const [key, then] of presses) {
    await page.keyboard.press(key)
    await then()
  }
  await expect(page).toHaveURL(/\?layout=booklet&paper=a4&marks=off$/)
})

/** The number of sheets that a page prints on. Each sheet is one object in the PDF. */
const sheetsOf = async (page: Page) =>
  (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

test('the browser prints title, creator and pages of a zine, and nothing else', async ({ page }) => {
  const { username } = await register(page.request)
  const zine = await publish(page.request, uniqueName('Paper'), 'photo.avif', 'wide.webp', 'scan-16-bit.png')
  const film = await uploadAndPublish(page.request, uniqueName('Film'), 'clip.mp4')
  await page.emulateMedia({ media: 'print' })
  await visit(page, `/zine/${zine.id}`)
  const visibleText = () => page.evaluate(() => document.body.innerText.trim().split(/\n+/))
  expect((await visibleText()).sort()).toEqual([zine.title, username].sort())
  const pages = page.getByRole('img', { name: `A page of ${zine.title}` })
  expect(await sheetsOf(page)).toBe(3)
  // Browsers load off-screen pictures for printing with a short delay.
  for (const each of await pages.all())
    await expect.poll(() => each.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await page.emulateMedia({ media: 'screen' })
  await visit(page, `/?q=${zine.title}`)
  await page.getByRole('link', { name: zine.title }).click()
  await expect(page.getByRole('dialog').getByText('page 1 of 3', { exact: true })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  expect((await visibleText()).filter((word) => word !== zine.title)).toEqual([username])
  expect(await sheetsOf(page)).toBe(3)

  await visit(page, `/zine/${film.id}`)
  await expect(page.locator('video')).toBeHidden()
  await expect(page.getByRole('img', { name: `A page of ${film.title}` })).toBeVisible()
  expect(await sheetsOf(page)).toBe(1)
  for (const [path, sentence] of [
    ['print', 'there are no pages to print'],
    ['read', 'there are no pages to turn'],
  ] as const) {
    expect(await (await page.request.get(`/zine/${film.id}/${path}`)).text()).toContain(sentence)
  }
})

test('printing with the keyboard waits for all pages of a zine', async ({ page }) => {
  await register(page.request)
  const { id } = await publishNumbered(page.request)
  await page.addInitScript(() => {
    window.print = () => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('main img[src*="/media/"]')]
      document.title = `Printed ${pictures.filter(({ naturalWidth }) => naturalWidth > 0).length} of ${pictures.length}`
    }
  })
  await visit(page, `/zine/${id}`)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/media\//, async (route) => {
    await released
    await route.continue()
  })
  // The third and the fourth page are neither shown nor next to the one that is.
  await expect(page.locator('main img[loading="lazy"]')).toHaveCount(2)
  await page.keyboard.press('Control+p')
  await page.keyboard.press('Control+p')
  await expect(page.locator('main img[loading="lazy"]')).toHaveCount(0)
  await expect(page).not.toHaveTitle(/^Printed/)
  release()
  await expect(page).toHaveTitle('Printed 5 of 5')
})
