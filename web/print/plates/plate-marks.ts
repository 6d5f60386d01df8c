import { grayscale, type PDFFont, type PDFPage } from '@cantoo/pdf-lib'
import { drawText } from '../pdf/draw-text.ts'
import { points } from '../pdf/points.ts'

/** In millimetres. The marks fit into the margin of 5 mm around all pages. */
const mark = { middle: 3, radius: 1.2, arm: 1.9, line: 0.15 }
const label = { start: 8, baseline: 2.2, size: 7 }

const black = grayscale(0)

type PlateLabel = { text: string; index: number; count: number }

/** Draws registration marks in the corners, and the name of the plate, which is beside those of the other plates. */
export async function drawPlateMarks(side: PDFPage, font: PDFFont, { text, index, count }: PlateLabel) {
  const { width, height } = side.getSize()
  const middle = points(mark.middle)
  for (const x of [middle, width - middle]) for (const y of [middle, height - middle]) drawRegistration(side, { x, y })
  const space = (width - 2 * points(label.start)) / count
  const y = height - points(label.baseline) - label.size
  await drawText(side, font, { text, size: label.size, x: points(label.start) + index * space, y: y + 2 })
}

function drawRegistration(side: PDFPage, { x, y }: { x: number; y: number }) {
  const arm = points(mark.arm)
  const thickness = points(mark.line)
  side.drawCircle({ x, y, size: points(mark.radius), borderColor: black, borderWidth: thickness })
  side.drawLine({ start: { x: x - arm, y }, end: { x: x + arm, y }, thickness, color: black })
  side.drawLine({ start: { x, y: y - arm }, end: { x, y: y + arm }, thickness, color: black })
}
