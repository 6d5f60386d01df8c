import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import type { Flip } from './impose.ts'
import type { Layout } from './layouts.ts'

type Mark = { page: number | null; isTurned: boolean }
type Side = Mark[][]
type Strip = { front: Mark[]; back: Mark[] }
type Folding = { layout: Layout; flip: Flip; direction: ReadingDirection; pages: number }

/**
 * What is read, page by page, when the sides of these files are printed, cut, folded and leafed through as hands do it;
 * once for each copy. Nothing here knows where which page ought to be.
 */
export function readFolded(files: Side[][], { layout, flip, direction, pages }: Folding): Mark[][] {
  // What is read from right to left is the mirror image of what is read from left to right.
  const lies = (side: Side) => (direction === 'ltr' ? side : side.map((row) => row.toReversed()))
  const [sides = [], backs = []] = files.map((file) => file.map(lies))
  if (layout === 'single') return [sides.flat(2)]
  if (layout === 'mini') return [readMini(sides[0] ?? [])]
  // One side at a time, the last sheet printed is on top of the pile and gets the first back.
  const sheets =
    flip === 'hand'
      ? sides.map((front, index) => ({ front, back: backs.toReversed()[index] ?? [] }))
      : sides.flatMap((front, index) => (index % 2 ? [] : [{ front, back: sides[index + 1] ?? [] }]))
  // A printer that flips along the level edge prints backs upside down for whoever turns the sheet like a page.
  const isLevel = flip !== 'hand' && flip !== (layout === 'booklet' ? 'short' : 'long')
  const rows = [...(sheets[0]?.front.keys() ?? [])]
  const stacks = rows.map((row) =>
    sheets.map(({ front, back }) => ({
      front: front[row] ?? [],
      back: (isLevel ? rotated(back) : back)[row] ?? [],
    })),
  )
  // The pile is cut between its rows: the lower stack goes into the upper one, or is a copy of its own.
  return Math.ceil(pages / 4) % 2 ? stacks.map(leafThrough) : [leafThrough(stacks.flat())]
}

const rotated = (side: Side): Side =>
  side.toReversed().map((row) => row.toReversed().map((mark) => ({ ...mark, isTurned: !mark.isTurned })))

/** Sheets that are folded in the middle, each inside the one before: inwards on the one half, outwards on the other. */
function leafThrough(sheets: Strip[]) {
  const inwards = sheets.flatMap(({ front, back }) => [front[1], back[0]])
  const outwards = sheets.toReversed().flatMap(({ front, back }) => [back[1], front[0]])
  return [...inwards, ...outwards].filter((mark) => mark !== undefined)
}

/** Folded lengthwise, the lower row hangs upside down behind the upper one; the cover comes second in the upper row. */
function readMini([upper = [], lower = []]: Side) {
  const hanging = lower.map((mark) => ({ ...mark, isTurned: !mark.isTurned })).toReversed()
  return [...upper.slice(1), ...hanging, ...upper.slice(0, 1)]
}
