import { afterEach, expect, test, vi } from 'vitest'
import { imageAddress } from '#contract/media-address.ts'
import { type PaperFormat, paperRatios } from '#contract/paper-formats.ts'
import { exampleRecipe } from '../example-recipe.testing.ts'
import { loadType } from '../fonts/type-styles.ts'
import { pageSize } from '../page-size.ts'
import { renderDrawing } from './render-drawing.ts'
import { renderPage } from './render-page.ts'

afterEach(() => vi.unstubAllGlobals())

const small = { width: 437, height: 620 }
const bytesOf = async (blob: Blob) => String(new Uint8Array(await blob.arrayBuffer()))

test('a page is a PNG in the size for printing', async () => {
  const { file, drawing } = await renderPage(exampleRecipe(), pageSize('a-size'))
  expect([file.name, file.type]).toEqual(['page.png', 'image/png'])
  const { width, height } = await createImageBitmap(file)
  expect([width, height]).toEqual([1754, 2480])
  expect(drawing.overflow).toBe('')
  expect(file.size).toBeLessThan(3_000_000)
})

test('no page is larger than 2480 × 3508 pixels', () => {
  for (const format of [...Object.keys(paperRatios), 'pictures'] as PaperFormat[])
    for (const isLandscape of [false, true]) {
      const { width, height } = pageSize(format, isLandscape)
      expect(Math.max(width, height)).toBeLessThanOrEqual(3508)
      expect(Math.min(width, height)).toBeLessThanOrEqual(2480)
    }
})

test.each(['poster', 'typewriter', 'book'] as const)(
  'a worker and the page draw the same pixels in %s',
  async (style) => {
    const recipe = exampleRecipe({ style })
    const { file, drawing } = await renderPage(recipe, small)
    const png = await renderDrawing({ drawing, fonts: await loadType(recipe), pictures: [] })
    expect((await bytesOf(file)) === (await bytesOf(png))).toBe(true)
    expect((await bytesOf((await renderPage(recipe, small)).file)) === (await bytesOf(file))).toBe(true)
  },
)

const withoutWorkers = () =>
  vi.stubGlobal(
    'Worker',
    class extends Worker {
      constructor() {
        super('/no-such-worker.js', { type: 'module' })
      }
    },
  )

/** Ends the worker of the test before, which would be used again. */
const endWorker = async () => {
  const stop = new AbortController()
  const render = renderPage(exampleRecipe(), small, { signal: stop.signal })
  setTimeout(() => stop.abort(new Error('Closed')), 0)
  await expect(render).rejects.toThrow('Closed')
}

test('without a worker, the page draws', async () => {
  const inWorker = await renderPage(exampleRecipe(), small)
  await endWorker()
  withoutWorkers()
  const here = await renderPage(exampleRecipe(), small)
  expect((await bytesOf(here.file)) === (await bytesOf(inWorker.file))).toBe(true)
})

test('an aborted page stops, and the next is drawn', async () => {
  const stop = new AbortController()
  const aborted = renderPage(exampleRecipe(), pageSize('a-size'), { signal: stop.signal })
  const next = renderPage(exampleRecipe(), small)
  setTimeout(() => stop.abort(new Error('Closed')), 0)
  await expect(aborted).rejects.toThrow('Closed')
  expect((await next).file.size).toBeGreaterThan(1000)
})

const colours = ['#d00000', '#00a000', '#0000d0']

/** How many pixels of each corner have a colour, in per cent. Corners are in reading order. */
async function shareOf(colour: string, file: File) {
  const bitmap = await createImageBitmap(file)
  const [width, height] = [Math.floor(bitmap.width / 2), Math.floor(bitmap.height / 2)]
  const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d') as OffscreenCanvasRenderingContext2D
  pen.drawImage(bitmap, 0, 0)
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return [0, 1, 2, 3].map((corner) => {
    const { data } = pen.getImageData((corner % 2) * width, Math.floor(corner / 2) * height, width, height)
    let count = 0
    for (let at = 0; at < data.length; at += 4)
      if (channels.every((value, channel) => Math.abs((data[at + channel] ?? 0) - value) < 8)) count += 1
    return Math.round((100 * count) / (width * height))
  })
}

test('a comic has the pictures of the site in its panels, and a panel without one stays empty', async () => {
  await endWorker()
  withoutWorkers()
  const urls = colours.map((_, n) => imageAddress(String(n).repeat(32)))
  vi.stubGlobal('fetch', async (url: string) => {
    const canvas = new OffscreenCanvas(300, 200)
    const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
    pen.fillStyle = colours[urls.indexOf(url)] ?? ''
    pen.fillRect(0, 0, 300, 200)
    return new Response(await canvas.convertToBlob())
  })
  const [first, second, last] = urls.map((url) => ({ url, altText: '' }))
  const pictures = [first ?? null, second ?? null, null, last ?? null]
  const captions = ['Dusk', 'Night', 'Later', 'Dawn']
  const recipe = exampleRecipe({
    template: 'comic',
    title: '',
    text: '',
    captions,
    pictures,
    treatment: 'unchanged',
    isTextured: false,
  })
  const { file } = await renderPage(recipe, small)
  for (const [index, corner] of [0, 1, 3].entries()) {
    const shares = await shareOf(colours[index] ?? '', file)
    expect(shares[corner], `${colours[index]} in ${shares}`).toBeGreaterThan(40)
    expect(shares.filter((_, other) => other !== corner)).toEqual([0, 0, 0])
  }
})

test('a page whose picture cannot be loaded is refused with a reason', async () => {
  await endWorker()
  withoutWorkers()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const pictures = [{ url: imageAddress('0123456789abcdef0123456789abcdef'), altText: '' }]
  await expect(renderPage(exampleRecipe({ template: 'picture', pictures }), small)).rejects.toThrow(
    'An image on this page could not be loaded. Check your connection and try again.',
  )
})
