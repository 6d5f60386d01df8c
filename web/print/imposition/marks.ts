import { safeMargin } from './cells.ts'
import type { Layout } from './layouts.ts'
import type { Size } from './paper.ts'

type Point = { x: number; y: number }
export type Line = { from: Point; to: Point }
/** Where to fold, and where to cut; scissors stand where a cut begins. Millimetres from the upper left. */
export type Marks = { ticks: Line[]; cuts: Line[] }

const tick = 3

/** They lie between the boxes of pages, and where home printers can print. */
export function marksOn(layout: Layout, { width, height }: Size): Marks {
  const up = (x: number) => [
    line(x, safeMargin, x, safeMargin + tick),
    line(x, height - safeMargin - tick, x, height - safeMargin),
  ]
  const across = [
    line(safeMargin, height / 2, safeMargin + tick, height / 2),
    line(width - safeMargin - tick, height / 2, width - safeMargin, height / 2),
  ]
  if (layout === 'single') return { ticks: [], cuts: [] }
  if (layout === 'booklet') return { ticks: up(width / 2), cuts: [] }
  if (layout === 'quarter')
    return { ticks: up(width / 2), cuts: [line(safeMargin, height / 2, width - safeMargin, height / 2)] }
  return {
    ticks: [...[1, 2, 3].flatMap((quarter) => up((quarter * width) / 4)), ...across],
    cuts: [line(width / 4, height / 2, (3 * width) / 4, height / 2)],
  }
}

const line = (x1: number, y1: number, x2: number, y2: number): Line => ({
  from: { x: x1, y: y1 },
  to: { x: x2, y: y2 },
})

/** Open scissors that cut to the right, 7 mm wide and 6 high, their blades' joint at half their height. */
export const scissors = {
  width: 7,
  height: 6,
  path: 'M2.9 3.4 7 1.2M2.9 2.6 7 4.8M3 4.4A1.4 1.4 0 1 1 .2 4.4A1.4 1.4 0 1 1 3 4.4M3 1.6A1.4 1.4 0 1 1 .2 1.6A1.4 1.4 0 1 1 3 1.6',
}
