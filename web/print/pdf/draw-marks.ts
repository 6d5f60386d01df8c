import { grayscale, type PDFPage } from '@cantoo/pdf-lib'
import type { Layout } from '../imposition/layouts.ts'
import { type Line, marksOn, scissors } from '../imposition/marks.ts'
import type { Size } from '../imposition/paper.ts'
import { points } from './points.ts'

const grey = grayscale(0.5)
const thickness = points(0.2)

/** Where to fold and where to cut. */
export function drawMarks(page: PDFPage, layout: Layout, size: Size) {
  const { ticks, cuts } = marksOn(layout, size)
  for (const tick of ticks) page.drawLine({ ...ends(page, tick), thickness, color: grey })
  for (const cut of cuts) {
    page.drawLine({ ...ends(page, cut), thickness, color: grey, dashArray: [points(2), points(1.5)] })
    drawScissors(page, cut)
  }
}

const ends = (page: PDFPage, { from, to }: Line) => ({
  start: { x: points(from.x), y: page.getHeight() - points(from.y) },
  end: { x: points(to.x), y: page.getHeight() - points(to.y) },
})

const drawScissors = (page: PDFPage, { from }: Line) =>
  page.drawSvgPath(scissors.path, {
    x: points(from.x),
    y: page.getHeight() - points(from.y - scissors.height / 2),
    scale: points(1),
    borderColor: grey,
    borderWidth: 0.25,
  })
