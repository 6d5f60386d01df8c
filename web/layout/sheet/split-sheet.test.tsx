import { Upload } from 'tus-js-client'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { placeCells } from '#web/print/imposition/cells.ts'
import { impose } from '#web/print/imposition/impose.ts'
import { numberedPixels, numberedSize, readNumber } from '#web/print/pdf/numbered-page.testing.ts'
import { exampleId } from '#web/site/example-id.testing.ts'
import { button, expectGone, expectVisible } from '#web/site/expectations.testing.ts'
import { errorResponse, fakeServer } from '#web/site/site.testing.tsx'
import type { ZineContent } from '../table/content.ts'
import { examplePages } from '../table/example-pages.testing.ts'
import { openTable } from '../table/layout-table.testing.tsx'

const server = fakeServer({})
afterEach(() => vi.restoreAllMocks())

const scale = 5
const cell = { width: numberedSize.width * scale, height: numberedSize.height * scale }
const size = { width: 4 * cell.width, height: 2 * cell.height }
type Turn = 0 | 90 | 180 | 270

/** The site's own sheet of numbered pages, to the edge, as it lies on the scanner. */
async function scanSheet({ direction = 'ltr' as ZineContent['readingDirection'], turn = 0 as Turn } = {}) {
  const [sheet] = impose({ layout: 'mini', pages: 8, direction })
  const [across, down] = turn % 180 ? [size.height, size.width] : [size.width, size.height]
  const context = contextOf(across, down)
  context.translate(across / 2, down / 2)
  context.rotate((turn * Math.PI) / 180)
  context.translate(-size.width / 2, -size.height / 2)
  for (const { page: number, isRotated, box } of placeCells(sheet?.front ?? [], size, {
    toTheEdge: true,
    isTrimmed: false,
  }))
    context.drawImage(numberedPage(number ?? 1, isRotated), box.x, box.y)
  return context.canvas.convertToBlob()
}

function contextOf(width: number, height: number) {
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new Error('No canvas')
  return context
}

function numberedPage(number: number, isRotated: boolean) {
  const { width, height } = cell
  const context = contextOf(width, height)
  const image = context.createImageData(width, height)
  const rgb = numberedPixels(number, cell)
  for (let at = 0; at < width * height; at += 1) image.data.set([...rgb.subarray(3 * at, 3 * at + 3), 255], 4 * at)
  const upright = contextOf(width, height)
  upright.putImageData(image, 0, 0)
  if (isRotated) {
    context.translate(width, height)
    context.rotate(Math.PI)
  }
  context.drawImage(upright.canvas, 0, 0)
  return context.canvas
}

async function numberOf(file: Blob) {
  const picture = await createImageBitmap(file)
  const { width, height } = picture
  const context = contextOf(width, height)
  context.drawImage(picture, 0, 0)
  return readNumber((x, y) => [
    ...context.getImageData(Math.floor(x * width), Math.floor(y * height), 1, 1).data.slice(0, 3),
  ])
}

/** Uploads are stored under the order in which they were sent. `failing` are refused, counted from one. */
function acceptUploads(failing: number[] = []) {
  const sent: Blob[] = []
  vi.spyOn(Upload.prototype, 'start').mockImplementation(function (this: Upload) {
    const n = sent.push(this.file as Blob)
    this.url = `/api/uploads/${String(n).padStart(32, '0')}`
    const media = { url: mediaUrl(n), kind: 'image', ...cell, placeholder: null, posterUrl: null }
    server.responses[`${this.url}/media`] = failing.includes(n) ? errorResponse('invalid_request', 'Broken.') : media
    this.options.onSuccess?.({} as never)
  })
  return sent
}

const mediaUrl = (n: number) => `/media/${n.toString(16).padStart(30, 'c')}00-1600.webp`
const [firstExample] = examplePages(1)
const sheetPage = { ...(firstExample ?? never()), url: `/media/${'e'.repeat(32)}-1600.webp`, altText: '', ...size }
function never(): never {
  throw new Error('There is an example page.')
}
const backPage = { ...sheetPage, id: exampleId(2), url: `/media/${'b'.repeat(32)}-1600.webp` }

async function openWithSheet(
  pages = [sheetPage],
  options: Parameters<typeof scanSheet>[0] & { maxPages?: number } = {},
) {
  const scan = await scanSheet(options)
  for (const { url } of pages) {
    server.responses[url.replace('1600', '400')] = new Response(scan)
    server.responses[`/api/media/${url.slice(7, 39)}/print.jpg`] = new Response(scan)
  }
  const { maxPages = 40, direction: readingDirection = 'ltr' } = options
  return openTable({ pages, readingDirection }, { maxPages })
}

const dialog = page.getByRole('dialog', { name: 'One sheet, eight pages' })
const openDialog = () => button('Split it into eight pages').click()
const confirm = () => dialog.getByRole('button', { name: 'Make eight pages' }).click()
const inOrder = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => ({ page: number, isRotated: false }))

test.each([
  ['of a zine read from right to left', { direction: 'rtl' }, undefined],
  ['upside down', { turn: 180 }, 'Lower row, column 3'],
  ['turned to the left', { turn: 270 }, undefined],
  ['turned to the right', { turn: 90 }, 'Lower row, column 3'],
] as const)('a scan %s becomes eight upright pages in order', async (_, options, cover) => {
  const sent = acceptUploads()
  const table = await openWithSheet([{ ...sheetPage, ...('turn' in options && options.turn % 180 && turned) }], options)
  await openDialog()
  await expectVisible(dialog.getByRole('list', { name: 'The eight pages' }))
  if (cover) await dialog.getByRole('radio', { name: cover }).click({ force: true })
  await confirm()
  await expect
    .poll(() => table.current().pages.map(({ url }) => url))
    .toEqual(inOrder.map((_page, n) => mediaUrl(n + 1)))
  expect(await Promise.all(sent.map(numberOf))).toEqual(inOrder)
  await expectGone(dialog)
})
const turned = { width: size.height, height: size.width }

test('a chosen front cover stays when the upside-down row is chosen', async () => {
  await openWithSheet()
  await openDialog()
  const choice = (name: string) => dialog.getByRole('radio', { name })
  await choice('The upper row').click({ force: true })
  await expect.element(choice('Lower row, column 2')).toBeChecked()
  await choice('Lower row, column 4').click({ force: true })
  await choice('The lower row').click({ force: true })
  await expect.element(choice('Lower row, column 4')).toBeChecked()
})

test('nothing is split without confirmation, and a declined offer can still be used', async () => {
  const table = await openWithSheet()
  await expectVisible('This looks like one sheet with eight pages.')
  await button('Keep it whole').click()
  await expectGone('This looks like one sheet with eight pages.')
  await button('One sheet, eight pages').click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expectGone(dialog)
  expect(table.current().pages).toEqual([sheetPage])
})

test('the back of the sheet can be left out', async () => {
  acceptUploads()
  const table = await openWithSheet([sheetPage, backPage])
  await openDialog()
  await dialog.getByText(/Leave it out\.$/).click()
  await confirm()
  await expect
    .poll(() => table.current().pages.map(({ url }) => url))
    .toEqual(inOrder.map((_page, n) => mediaUrl(n + 1)))
})

test('a page that fails is retried, and takes its place before the back', async () => {
  acceptUploads([3])
  const table = await openWithSheet([sheetPage, backPage])
  await openDialog()
  await confirm()
  await expectVisible(button('Try again'))
  await button('Try again').click()
  // The second attempt is the ninth upload.
  const expected = [...[1, 2, 9, 4, 5, 6, 7, 8].map(mediaUrl), backPage.url]
  await expect.poll(() => table.current().pages.map(({ url }) => url)).toEqual(expected)
})

test('lines are moved with arrow keys and dragged, and the crops follow', async () => {
  const sent = acceptUploads()
  await openWithSheet()
  await openDialog()
  const line = dialog.getByRole('slider', { name: 'First vertical line' })
  await expect.element(line).toHaveAttribute('aria-valuenow', '25')
  ;(line.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{PageDown}')
  await expect.element(line).toHaveAttribute('aria-valuetext', '27.4% from the left')
  const horizontal = dialog.getByRole('slider', { name: 'Horizontal line' })
  await userEvent.dragAndDrop(horizontal, dialog.getByRole('radio', { name: 'Lower row, column 2' }), { force: true })
  await expect.poll(() => Number(horizontal.element().getAttribute('aria-valuenow'))).toBeGreaterThan(60)
  await confirm()
  await expect.poll(() => sent.length).toBe(8)
  const back = await createImageBitmap(sent[7] ?? new Blob())
  expect(back.width).toBe(Math.round(0.274 * size.width))
  expect(back.height).toBeGreaterThan(0.6 * size.height)
})

test('without space for seven more pages nothing is split', async () => {
  await openWithSheet([sheetPage, backPage], { maxPages: 8 })
  await openDialog()
  await expectVisible('A zine can have up to 8 pages. This would make 9.')
  await expect.element(dialog.getByRole('button', { name: 'Make eight pages' })).toBeDisabled()
  await dialog.getByText(/Leave it out\.$/).click()
  await expect.element(dialog.getByRole('button', { name: 'Make eight pages' })).toBeEnabled()
})

test('a sheet that cannot be opened can be opened again', async () => {
  await openWithSheet()
  const path = `/api/media/${sheetPage.url.slice(7, 39)}/print.jpg`
  const scan = server.responses[path]
  server.responses[path] = errorResponse('unavailable', 'The server is busy.')
  await openDialog()
  await expectVisible(dialog.getByRole('alert'))
  server.responses[path] = scan
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expectVisible(dialog.getByRole('list', { name: 'The eight pages' }))
})

test('a sheet is offered where its maker looks, unless they are writing', async () => {
  acceptUploads()
  await openTable({})
  const scan = await scanSheet()
  const add = async (n: number) => {
    server.responses[mediaUrl(n).replace('1600', '400')] = new Response(scan)
    await page
      .getByLabelText(n === 1 ? 'Choose images' : 'Add images')
      .upload(new File([scan], 'scan.png', { type: 'image/png' }))
  }
  await add(1)
  const offer = page.getByRole('region', { name: 'One sheet, eight pages' })
  await expect.element(offer).toHaveFocus()
  await add(2)
  await page.getByLabelText('Title').fill('Moths')
  await expectVisible(button(/^Page 2/))
  await expectVisible(offer)
  await expect.element(page.getByLabelText('Title')).toHaveFocus()
})
