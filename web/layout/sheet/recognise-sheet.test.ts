import sharp from 'sharp'
import { expect, test } from 'vitest'
import { fitInside, placeCells } from '#web/print/imposition/cells.ts'
import { impose } from '#web/print/imposition/impose.ts'
import { type Paper, sheetSize } from '#web/print/imposition/layouts.ts'
import { isFoldedSheet } from './recognise-sheet.ts'

const page = (name: string) => `demo/pages/${name}.webp`
const eight = [1, 2, 3, 4, 5, 6, 7, 8]
const seeds = eight.map((n) => page(`five-seeds-in-an-envelope-${n}`))

/** A scan of a sheet as the site prints it, with the noise of a JPEG. */
async function scan(pages: string[], { paper = 'a4' as Paper, toTheEdge = false } = {}) {
  const size = sheetSize('mini', paper)
  const scale = 1600 / size.width
  const [sheet] = impose({ layout: 'mini', pages: 8, direction: 'ltr' })
  const cells = placeCells(sheet?.front ?? [], size, { toTheEdge, isTrimmed: false })
  const placed = cells.map(async ({ page: number, isRotated, box }) => {
    const file = pages[(number ?? 1) - 1] ?? ''
    const { width = 1, height = 1 } = await sharp(file).metadata()
    const place = fitInside(box, { width, height })
    const [across, down] = [place.width, place.height].map((length) => Math.round(length * scale))
    const input = await sharp(file)
      .flatten({ background: '#fff' })
      .resize(across, down)
      .rotate(isRotated ? 180 : 0)
      .toBuffer()
    return { input, left: Math.round(place.x * scale), top: Math.round(place.y * scale) }
  })
  const [width, height] = [1600, Math.round(size.height * scale)]
  return sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite(await Promise.all(placed))
    .jpeg({ quality: 70 })
    .toBuffer()
}

async function pixelsOf(picture: Buffer | string, width: number) {
  const { data, info } = await sharp(picture).resize(width).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

test.each([
  ['A4', {}],
  ['Letter', { paper: 'letter' }],
  ['A4, to the edge', { toTheEdge: true }],
] as const)('a printed sheet of %s is recognised', async (_, options) => {
  const picture = await scan(seeds, options)
  expect(isFoldedSheet(await pixelsOf(picture, 400))).toBe(true)
})

test.each([
  ['one page', page('lamps-left-on-2')],
  ['a drawing', page('moths-of-the-kitchen-window-1')],
  ['a photo', 'tests/fixtures/wide.webp'],
])('%s is no sheet', async (_, file) => {
  const turned = await sharp(file).rotate(90).toBuffer()
  expect([isFoldedSheet(await pixelsOf(file, 400)), isFoldedSheet(await pixelsOf(turned, 400))]).toEqual([false, false])
})

test('two pages side by side and a blank page are not a sheet', async () => {
  const halves = ['slugs-a-truce-1', 'slugs-a-truce-2'].map((name) =>
    sharp(page(name)).resize(565, 800, { fit: 'contain', background: '#fff' }).toBuffer(),
  )
  const blank = sharp({ create: { width: 1130, height: 800, channels: 3, background: '#fff' } }).png()
  const inputs = (await Promise.all(halves)).map((input, half) => ({ input, left: 565 * half, top: 0 }))
  expect(isFoldedSheet(await pixelsOf(await blank.clone().composite(inputs).toBuffer(), 400))).toBe(false)
  const pixels = await pixelsOf(await blank.toBuffer(), 400)
  expect(isFoldedSheet(pixels)).toBe(false)
})
