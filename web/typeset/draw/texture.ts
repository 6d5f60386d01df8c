import type { Drawing } from '../drawing.ts'
import { hashOf, randomNumbers } from '../random-numbers.ts'
import { openPen, type Pen } from './pen.ts'

/**
 * How far the second ink is off, in pixels of the page. The first line decides, so that the ink does not move with each
 * letter that the maker types.
 */
export function misregistration({ marks, width }: Drawing) {
  const random = randomNumbers(hashOf(marks.find((mark) => mark.kind === 'text')?.text ?? ''))
  const angle = random() * 2 * Math.PI
  const distance = width * (0.0015 + random() * 0.0015)
  return { x: Math.cos(angle) * distance, y: Math.sin(angle) * distance }
}

/** Removes specks from an ink. The specks of the second ink are elsewhere. */
export function addGrain(pen: Pen, ink: number) {
  const pattern = pen.createPattern(grainTile(), 'repeat')
  if (!pattern) return
  const { width, height } = pen.canvas
  const { a: scale } = pen.getTransform()
  pattern.setTransform(new DOMMatrix().scale(scale).translate(ink * 97, ink * 61))
  pen.save()
  pen.resetTransform()
  pen.globalCompositeOperation = 'destination-out'
  pen.imageSmoothingQuality = 'high'
  pen.fillStyle = pattern
  pen.fillRect(0, 0, width, height)
  pen.restore()
}

/** What the grain leaves of each ink in the last preview. Scaling it again would take most of the time of the next one. */
const lastSheets: { key: string; canvas: OffscreenCanvas }[] = []

/** Like `addGrain`, except that tones are rounded otherwise. */
export function addPreviewGrain(pen: Pen, ink: number) {
  const { width, height } = pen.canvas
  const { a: scale } = pen.getTransform()
  const key = `${width} ${height} ${scale}`
  if (lastSheets[ink]?.key !== key) {
    const sheet = openPen(new OffscreenCanvas(width, height), false)
    sheet.fillRect(0, 0, width, height)
    sheet.scale(scale, scale)
    addGrain(sheet, ink)
    lastSheets[ink] = { key, canvas: sheet.canvas as OffscreenCanvas }
  }
  pen.save()
  pen.resetTransform()
  pen.globalCompositeOperation = 'destination-in'
  pen.drawImage(lastSheets[ink].canvas, 0, 0)
  pen.restore()
}

/** The texture repeats across the page, large enough that no one sees it and small enough to keep the PNG small. */
const tileSize = 512

let tile: OffscreenCanvas | undefined

function grainTile() {
  if (tile) return tile
  tile = new OffscreenCanvas(tileSize, tileSize)
  const pen = tile.getContext('2d')
  const random = randomNumbers(1)
  for (let speck = 0; pen && speck < 3600; speck += 1) {
    const size = 1 + Math.floor(random() ** 3 * 3)
    pen.fillStyle = `rgb(0 0 0 / ${random() < 0.3 ? 0.7 : 0.25})`
    pen.fillRect(Math.floor(random() * tileSize), Math.floor(random() * tileSize), size, size)
  }
  return tile
}
