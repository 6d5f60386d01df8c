import type { Cell, Side } from './impose.ts'
import type { Layout, Size } from './layouts.ts'

/** Millimeters from the sheet's upper left corner. */
export type Box = Size & { x: number; y: number }
export type LaidCell = Cell & { area: Box; box: Box }

export type Room = {
  toTheEdge: boolean
  /** Whether the outer edge is trimmed. Inner pages then move towards the spine. */
  isTrimmed: boolean
}

/** Home printers cannot print closer to the edge than this, in millimeters. */
export const safeMargin = 5

/** Thickness of paper of 80 g/m², in millimeters. */
const thickness = 0.1

/** Boxes of the pages on one side, centered in their cells so that folds are between them. */
export const cellsOn = (side: Side, size: Size, room: Room): LaidCell[] =>
  side.flatMap((row, r) =>
    row.map((cell, c) => {
      const width = size.width / row.length
      const height = size.height / side.length
      const area = { x: c * width, y: r * height, width, height }
      const middle = (row.length - 1) / 2
      return { ...cell, area, box: boxIn(area, room, Math.sign(middle - c) * creep(cell.depth)) }
    }),
  )

function boxIn(area: Box, { toTheEdge, isTrimmed }: Room, towardsSpine: number): Box {
  const margin = toTheEdge ? 0 : safeMargin
  return {
    x: area.x + margin + (isTrimmed ? towardsSpine : 0),
    y: area.y + margin,
    width: area.width - 2 * margin,
    height: area.height - 2 * margin,
  }
}

/** Creep in millimeters: each surrounding sheet adds a half circle at the fold. */
const creep = (depth: number) => (Math.PI / 2) * depth * thickness

export function fitted(box: Box, picture: Size): Box {
  const scale = Math.min(box.width / picture.width, box.height / picture.height)
  const width = picture.width * scale
  const height = picture.height * scale
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height }
}

type Point = { x: number; y: number }
export type Line = { from: Point; to: Point }
type Marks = { ticks: Line[]; cuts: Line[] }

const tick = 3

/** Fold and cut marks, between the page boxes and within the printable area. */
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

/** Open scissors that cut to the right, 7 by 6 mm, with the joint at half height. */
export const scissors = {
  width: 7,
  height: 6,
  path: 'M2.9 3.4 7 1.2M2.9 2.6 7 4.8M3 4.4A1.4 1.4 0 1 1 .2 4.4A1.4 1.4 0 1 1 3 4.4M3 1.6A1.4 1.4 0 1 1 .2 1.6A1.4 1.4 0 1 1 3 1.6',
}
