import type { Cell, Side } from './impose.ts'
import type { Size } from './paper.ts'

/** Millimetres from the sheet's upper left corner. */
export type Box = Size & { x: number; y: number }
/** `area` is what becomes a page, `box` what of it is printed on. */
export type LaidCell = Cell & { area: Box; box: Box }

export type Room = {
  /** Whether pages reach the edge of the paper. */
  toTheEdge: boolean
  /** Whether the edge is trimmed, so that pages inside move towards the spine. */
  isTrimmed: boolean
}

/** What home printers leave white, with room to spare. */
export const safeMargin = 5
/** Of common paper of 80 grams, in millimetres. */
const thickness = 0.1

/** Where the pages of a side lie: the same box for each, in the middle of its cell, so that folds fall between them. */
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

/** How far a sheet is pushed out by those around it, each a half circle at the fold. */
const creep = (depth: number) => (Math.PI / 2) * depth * thickness

/** The largest box of a picture's shape in the middle of another. */
export function fitted(box: Box, picture: Size): Box {
  const scale = Math.min(box.width / picture.width, box.height / picture.height)
  const width = picture.width * scale
  const height = picture.height * scale
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height }
}
