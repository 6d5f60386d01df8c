import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import type { Cell, Side } from './impose.ts'
import { type Layout, type Size, traitsOf } from './layouts.ts'

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
export type Marks = { ticks: Line[]; cuts: Line[] }

const tickLength = 3

/** Fold and cut marks on one side, between the page boxes and within the printable area. A cut starts at its scissors. */
export function cropMarks(side: Side, { width, height }: Size, layout: Layout, direction: ReadingDirection): Marks {
  const [rows, columns] = [side.length, side[0]?.length ?? 1]
  const inside = (x: number) => Math.min(Math.max(x, safeMargin), width - safeMargin)
  const across = (fraction: number) => inside((direction === 'rtl' ? 1 - fraction : fraction) * width)
  const cuts = rows === 1 ? [] : traitsOf(layout).cuts
  const lines = cuts.map(({ y, from, to }) => line(across(from), y * height, across(to), y * height))
  const isCut = (x: number, y: number) =>
    lines.some(({ from, to }) => Math.abs(from.y - y) < 1 && [from.x, to.x].includes(x))
  const [top, bottom, right] = [safeMargin, height - safeMargin, width - safeMargin]
  const upright = between(columns, width).flatMap((x) => [
    line(x, top, x, top + tickLength),
    line(x, bottom - tickLength, x, bottom),
  ])
  const level = between(rows, height).flatMap((y) => [
    ...(isCut(safeMargin, y) ? [] : [line(safeMargin, y, safeMargin + tickLength, y)]),
    ...(isCut(right, y) ? [] : [line(right - tickLength, y, right, y)]),
  ])
  return { ticks: [...upright, ...level], cuts: lines }
}

/** Where cells meet. */
const between = (count: number, length: number) =>
  Array.from({ length: count - 1 }, (_, index) => ((index + 1) * length) / count)

/** The number of a sheet is centered on its fold, below the tick. Even trimmed pages leave it two digits there. */
export const sheetNumber = { baseline: safeMargin + tickLength + 3.5, size: 2.5 }

/** Whether the scissors of this cut start on its right. */
export const cutsToTheLeft = ({ from, to }: Line) => from.x > to.x

const line = (x1: number, y1: number, x2: number, y2: number): Line => ({
  from: { x: x1, y: y1 },
  to: { x: x2, y: y2 },
})

/** Open scissors that cut to the right, 7 by 6 mm, with the joint at half height. Rotated by 180°, they cut to the left. */
export const scissors = {
  width: 7,
  height: 6,
  path: 'M2.9 3.4 7 1.2M2.9 2.6 7 4.8M3 4.4A1.4 1.4 0 1 1 .2 4.4A1.4 1.4 0 1 1 3 4.4M3 1.6A1.4 1.4 0 1 1 .2 1.6A1.4 1.4 0 1 1 3 1.6',
}
