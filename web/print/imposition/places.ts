import type { Place, Side } from './impose.ts'
import type { Size } from './paper.ts'

/** Millimetres from the sheet's upper left corner. */
export type Box = Size & { x: number; y: number }
/** `cell` is what becomes a page, `box` what of it is printed on. */
export type Placed = Place & { cell: Box; box: Box }

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
export const placesOn = (side: Side, size: Size, room: Room): Placed[] =>
  side.flatMap((row, r) =>
    row.map((place, c) => {
      const width = size.width / row.length
      const height = size.height / side.length
      const cell = { x: c * width, y: r * height, width, height }
      const middle = (row.length - 1) / 2
      return { ...place, cell, box: boxIn(cell, room, Math.sign(middle - c) * creep(place.depth)) }
    }),
  )

function boxIn(cell: Box, { toTheEdge, isTrimmed }: Room, towardsSpine: number): Box {
  const margin = toTheEdge ? 0 : safeMargin
  return {
    x: cell.x + margin + (isTrimmed ? towardsSpine : 0),
    y: cell.y + margin,
    width: cell.width - 2 * margin,
    height: cell.height - 2 * margin,
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
