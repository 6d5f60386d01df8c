import type { Cell, Side } from './impose.ts'
import type { Layout, Size } from './layouts.ts'

/** Millimeters from the sheet's upper left corner. */
export type Box = Size & { x: number; y: number }
export type PlacedCell = Cell & { area: Box; box: Box }

export type PageMargins = {
  toTheEdge: boolean
  /** Whether the outer edge is trimmed. Inner pages then move towards the spine. */
  isTrimmed: boolean
}

/** Home printers cannot print closer to the edge than this, in millimeters. */
export const safeMargin = 5

/** Thickness of paper of 80 g/m², in millimeters. */
const paperThickness = 0.1

/** Boxes of the pages on one side, centered in their cells so that folds are between them. */
export const placeCells = (side: Side, size: Size, margins: PageMargins): PlacedCell[] =>
  side.flatMap((row, r) =>
    row.map((cell, c) => {
      const width = size.width / row.length
      const height = size.height / side.length
      const area = { x: c * width, y: r * height, width, height }
      const middle = (row.length - 1) / 2
      return { ...cell, area, box: pageBox(area, margins, Math.sign(middle - c) * creep(cell.depth)) }
    }),
  )

function pageBox(area: Box, { toTheEdge, isTrimmed }: PageMargins, towardsSpine: number): Box {
  const margin = toTheEdge ? 0 : safeMargin
  return {
    x: area.x + margin + (isTrimmed ? towardsSpine : 0),
    y: area.y + margin,
    width: area.width - 2 * margin,
    height: area.height - 2 * margin,
  }
}

/** Creep in millimeters: each surrounding sheet adds a half circle at the fold. */
const creep = (depth: number) => (Math.PI / 2) * depth * paperThickness

export function fitInside(box: Box, picture: Size): Box {
  const scale = Math.min(box.width / picture.width, box.height / picture.height)
  const width = picture.width * scale
  const height = picture.height * scale
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height }
}

type Point = { x: number; y: number }
export type Line = { from: Point; to: Point }
type Marks = { ticks: Line[]; cuts: Line[] }

const tickLength = 3

/** Fold and cut marks, between the page boxes and within the printable area. */
export function cropMarks(layout: Layout, { width, height }: Size): Marks {
  const verticalTicks = (x: number) => [
    line(x, safeMargin, x, safeMargin + tickLength),
    line(x, height - safeMargin - tickLength, x, height - safeMargin),
  ]
  const horizontalTicks = [
    line(safeMargin, height / 2, safeMargin + tickLength, height / 2),
    line(width - safeMargin - tickLength, height / 2, width - safeMargin, height / 2),
  ]
  if (layout === 'single') return { ticks: [], cuts: [] }
  if (layout === 'booklet') return { ticks: verticalTicks(width / 2), cuts: [] }
  if (layout === 'quarter')
    return {
      ticks: verticalTicks(width / 2),
      cuts: [line(safeMargin, height / 2, width - safeMargin, height / 2)],
    }
  return {
    ticks: [...[1, 2, 3].flatMap((quarter) => verticalTicks((quarter * width) / 4)), ...horizontalTicks],
    cuts: [line(width / 4, height / 2, (3 * width) / 4, height / 2)],
  }
}

/** The number of a sheet is centered on its fold, below the tick. Even trimmed pages leave it two digits there. */
export const sheetNumber = { baseline: safeMargin + tickLength + 3.5, size: 2.5 }

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
