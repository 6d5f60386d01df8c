import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import type { Flip } from './impose.ts'
import type { Layout } from './layouts.ts'

type Mark = { page: number | null; isRotated: boolean }
type Side = Mark[][]
type Strip = { front: Mark[]; back: Mark[] }
type Folding = { layout: Layout; flip: Flip; direction: ReadingDirection; pages: number }

/**
 * Prints, cuts, folds and reads these files like a person would. Returns the marks in reading order, once per copy.
 * Independent of the imposition: this code does not know the expected position of any page.
 */
export function readFoldedCopies(files: Side[][], { layout, flip, direction, pages }: Folding): Mark[][] {
  // A right-to-left booklet is the mirror image of a left-to-right one.
  const toLeftToRight = (side: Side) => (direction === 'ltr' ? side : side.map((row) => row.toReversed()))
  const [sides = [], backs = []] = files.map((file) => file.map(toLeftToRight))
  if (layout === 'single') return [sides.flat(2)]
  if (layout === 'mini') return [readMini(sides[0] ?? [])]
  // With manual duplex, the last sheet printed is on top of the pile and gets the first back.
  const sheets =
    flip === 'hand'
      ? sides.map((front, index) => ({ front, back: backs.toReversed()[index] ?? [] }))
      : sides.flatMap((front, index) => (index % 2 ? [] : [{ front, back: sides[index + 1] ?? [] }]))
  // If the printer flips along the other edge, the backs are upside down.
  const isLevel = flip !== 'hand' && flip !== (layout === 'booklet' ? 'short' : 'long')
  const rowIndices = [...(sheets[0]?.front.keys() ?? [])]
  const stacks = rowIndices.map((row) =>
    sheets.map(({ front, back }) => ({
      front: front[row] ?? [],
      back: (isLevel ? rotated(back) : back)[row] ?? [],
    })),
  )
  // Cutting the pile gives two stacks: the lower one goes inside the upper one, or is a copy of its own.
  return Math.ceil(pages / 4) % 2 ? stacks.map(readNestedSheets) : [readNestedSheets(stacks.flat())]
}

const rotated = (side: Side): Side =>
  side.toReversed().map((row) => row.toReversed().map((mark) => ({ ...mark, isRotated: !mark.isRotated })))

/** Reads nested sheets that are folded in the middle: from outside to inside, then back to outside. */
function readNestedSheets(sheets: Strip[]) {
  const inwards = sheets.flatMap(({ front, back }) => [front[1], back[0]])
  const outwards = sheets.toReversed().flatMap(({ front, back }) => [back[1], front[0]])
  return [...inwards, ...outwards].filter((mark) => mark !== undefined)
}

/** Folded lengthwise, the lower row is upside down behind the upper one. The cover is second in the upper row. */
function readMini([upper = [], lower = []]: Side) {
  const hanging = lower.map((mark) => ({ ...mark, isRotated: !mark.isRotated })).toReversed()
  return [...upper.slice(1), ...hanging, ...upper.slice(0, 1)]
}
