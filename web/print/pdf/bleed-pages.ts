import { grayscale, type PDFDocument } from '@cantoo/pdf-lib'
import type { PlacedCell } from '../imposition/cells.ts'
import type { Trim } from '../imposition/trims.ts'
import { points } from './points.ts'

/** The paper around each page, for its bleed and crop marks. */
const around = 10
const mark = { gap: 4, length: 5, line: 0.1 }
const black = grayscale(0)

/** Adds a sheet that is larger than its page, with crop marks. */
export function addTrimmedSheet(document: PDFDocument, { width, height, bleed }: Trim) {
  const page = document.addPage([points(width + 2 * around), points(height + 2 * around)])
  const inner = (margin: number) =>
    [
      points(margin),
      points(margin),
      points(width + 2 * (around - margin)),
      points(height + 2 * (around - margin)),
    ] as const
  page.setTrimBox(...inner(around))
  page.setBleedBox(...inner(around - bleed))
  const style = { thickness: points(mark.line), color: black }
  for (const [x, outwards] of ends(width))
    for (const [y, upwards] of ends(height)) {
      const across = (at: number) => ({ x: points(x + outwards * at), y: points(y) })
      const down = (at: number) => ({ x: points(x), y: points(y + upwards * at) })
      page.drawLine({ start: across(mark.gap), end: across(mark.gap + mark.length), ...style })
      page.drawLine({ start: down(mark.gap), end: down(mark.gap + mark.length), ...style })
    }
  return page
}

const ends = (length: number) =>
  [
    [around, -1],
    [around + length, 1],
  ] as const

/** The picture with its bleed on such a sheet. */
export function trimmedCell({ width, height, bleed }: Trim, page: number): PlacedCell {
  const box = (margin: number) => ({
    x: margin,
    y: margin,
    width: width + 2 * (around - margin),
    height: height + 2 * (around - margin),
  })
  return { page, isRotated: false, depth: 0, area: box(0), box: box(around - bleed) }
}
