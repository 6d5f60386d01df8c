import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import type { Layout } from './layouts.ts'

/** One cell of a sheet. `page` is counted from 1, null where it stays blank; `depth` is how many sheets lie around it. */
export type Cell = { page: number | null; isTurned: boolean; depth: number }
/** One side of a sheet, lying on the table: its rows from the top, each from the left. */
export type Side = Cell[][]
export type Sheet = { front: Side; back?: Side }

export type Job = { layout: Layout; pages: number; direction: ReadingDirection }

/** Which page stands where on which sheet: the one table that the page shows and the PDF is made by. */
export function impose({ layout, pages, direction }: Job): Sheet[] {
  const sheets = tables[layout](pages)
  return direction === 'ltr' ? sheets : sheets.map(mirrored)
}

/** How many pages the folded paper has. */
export const paperPages = ({ layout, pages }: Pick<Job, 'layout' | 'pages'>) =>
  layout === 'single' ? pages : Math.ceil(pages / unit({ layout, pages })) * unit({ layout, pages })

const unit = ({ layout, pages }: Pick<Job, 'layout' | 'pages'>) =>
  layout === 'booklet' || hasTwoCopies({ layout, pages }) ? 4 : 8

/** Where the sheets of a quarter-size booklet cannot be halved, each carries a second copy instead of blank pages. */
export const hasTwoCopies = ({ layout, pages }: Pick<Job, 'layout' | 'pages'>) =>
  layout === 'quarter' && Math.ceil(pages / 4) % 2 === 1

const tables: Record<Layout, (pages: number) => Sheet[]> = {
  mini: (pages) => [miniSheet(pages)],
  booklet: (pages) => nest(pages, 'booklet').map(({ front, back }) => ({ front: [front], back: [back] })),
  quarter: quarterSheets,
  single: (pages) => Array.from({ length: pages }, (_, index) => ({ front: [[upright(index + 1)]] })),
}

function miniSheet(pages: number): Sheet {
  const at = cellMaker(pages, 8)
  return {
    front: [
      [8, 1, 2, 3].map((number) => at(number)),
      [7, 6, 5, 4].map((number) => ({ ...at(number), isTurned: true })),
    ],
  }
}

type Half = { front: Cell[]; back: Cell[] }

/** The sheets of a saddle-stitched booklet, the outermost first. */
function nest(pages: number, layout: Layout): Half[] {
  const all = paperPages({ layout, pages })
  return Array.from({ length: all / 4 }, (_, k) => {
    const at = cellMaker(pages, all, k)
    return { front: [at(all - 2 * k), at(1 + 2 * k)], back: [at(2 + 2 * k), at(all - 1 - 2 * k)] }
  })
}

/** Cut across, the upper stack lies around the lower one; or each is a copy of its own. */
function quarterSheets(pages: number): Sheet[] {
  const halves = nest(pages, 'quarter')
  const pairs: [upper: Half, lower: Half][] = hasTwoCopies({ layout: 'quarter', pages })
    ? halves.map((half) => [half, half])
    : halves.slice(0, halves.length / 2).map((half, j) => [half, halves[j + halves.length / 2] ?? half])
  return pairs.map(([upper, lower]) => ({
    front: [upper.front, lower.front],
    back: [upper.back, lower.back],
  }))
}

/** The last page stays the back: blank ones come before it. */
const cellMaker =
  (pages: number, all: number, depth = 0) =>
  (number: number): Cell =>
    number === all ? upright(pages, depth) : upright(number < pages ? number : null, depth)

const upright = (page: number | null, depth = 0): Cell => ({ page, isTurned: false, depth })

const mirrored = ({ front, back }: Sheet): Sheet => ({
  front: mirroredSide(front),
  ...(back && { back: mirroredSide(back) }),
})
const mirroredSide = (side: Side) => side.map((row) => row.toReversed())
