import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import { hasPoster, type Layout, traitsOf } from './layouts.ts'

/** `page` starts at 1; null is blank. `depth` is the number of sheets around it. */
export type Cell = { page: number | null; isRotated: boolean; depth: number }
export type Side = Cell[][]
type Sheet = { front: Side; back?: Side }

type Job = { layout: Layout; pages: number; direction: ReadingDirection }

/** Assigns pages to sheets. The preview and the PDF both use this result. */
export function impose({ layout, pages, direction }: Job): Sheet[] {
  const sheets = tables[layout](pages)
  return direction === 'ltr' ? sheets : sheets.map(mirrored)
}

/** A poster is not folded between the others, so it has no part in the padding. */
export function paddedPageCount({ layout, pages }: Pick<Job, 'layout' | 'pages'>) {
  const posters = hasPoster(layout) ? 1 : 0
  const multiple = layout === 'quarter' && hasTwoCopies({ layout, pages }) ? 4 : traitsOf(layout).multiple
  return Math.ceil((pages - posters) / multiple) * multiple + posters
}

/** A sheet that holds twice the pages carries two copies instead of blank pages. */
export const hasTwoCopies = ({ layout, pages }: Pick<Job, 'layout' | 'pages'>) =>
  (layout === 'quarter' && Math.ceil(pages / 4) % 2 === 1) || (layout === 'accordion' && pages <= 4)

const tables: Record<Layout, (pages: number) => Sheet[]> = {
  mini: (pages) => [{ front: foldedSide(pages, folds.mini) }],
  booklet: (pages) => nestSheets(pages, 'booklet').map(({ front, back }) => ({ front: [front], back: [back] })),
  quarter: quarterSheets,
  sixteen: (pages) => [{ front: foldedSide(pages, folds.sixteen) }],
  accordion: (pages) => [{ front: foldedSide(pages, accordionRows(pages)) }],
  'french-fold': (pages) => [{ front: foldedSide(pages, folds.french) }],
  'mini-poster': (pages) => [{ front: foldedSide(pages - 1, folds.mini), back: [[upright(pages)]] }],
  'french-fold-poster': (pages) => [{ front: foldedSide(pages - 1, folds.french), back: [[upright(pages)]] }],
  single: (pages) => Array.from({ length: pages }, (_, index) => ({ front: [[upright(index + 1)]] })),
}

/** The pages of one sheet, row by row. Those with a minus are upside down. */
type FoldedRows = readonly (readonly number[])[]

const folds = {
  mini: [
    [8, 1, 2, 3],
    [-7, -6, -5, -4],
  ],
  sixteen: [
    [16, 1, 2, 3],
    [-7, -6, -5, -4],
    [8, 9, 10, 11],
    [-15, -14, -13, -12],
  ],
  french: [
    [-3, -2],
    [4, 1],
  ],
} satisfies Record<string, FoldedRows>

/** Two strips that are joined after cutting, or two copies. */
function accordionRows(pages: number): FoldedRows {
  if (pages <= 4) return [1, 2].map(() => [1, 2, 3, 4])
  return pages <= 6
    ? [
        [1, 2, 3],
        [4, 5, 6],
      ]
    : [
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ]
}

function foldedSide(pages: number, rows: FoldedRows): Side {
  const cellAt = cellMaker(pages, Math.max(...rows.flat()))
  return rows.map((row) => row.map((number) => ({ ...cellAt(Math.abs(number)), isRotated: number < 0 })))
}

type Half = { front: Cell[]; back: Cell[] }

function nestSheets(pages: number, layout: Layout): Half[] {
  const total = paddedPageCount({ layout, pages })
  return Array.from({ length: total / 4 }, (_, k) => {
    const cellAt = cellMaker(pages, total, k)
    return { front: [cellAt(total - 2 * k), cellAt(1 + 2 * k)], back: [cellAt(2 + 2 * k), cellAt(total - 1 - 2 * k)] }
  })
}

/** After cutting, the upper stack goes around the lower one; or each is a copy. */
function quarterSheets(pages: number): Sheet[] {
  const halves = nestSheets(pages, 'quarter')
  const pairs: [upper: Half, lower: Half][] = hasTwoCopies({ layout: 'quarter', pages })
    ? halves.map((half) => [half, half])
    : halves.slice(0, halves.length / 2).map((half, j) => [half, halves[j + halves.length / 2] ?? half])
  return pairs.map(([upper, lower]) => ({
    front: [upper.front, lower.front],
    back: [upper.back, lower.back],
  }))
}

/** The last page stays on the back cover, and blank pages come before it. */
const cellMaker =
  (pages: number, total: number, depth = 0) =>
  (number: number): Cell =>
    number === total ? upright(pages, depth) : upright(number < pages ? number : null, depth)

const upright = (page: number | null, depth = 0): Cell => ({ page, isRotated: false, depth })

const mirrored = ({ front, back }: Sheet): Sheet => ({
  front: mirroredSide(front),
  ...(back && { back: mirroredSide(back) }),
})
const mirroredSide = (side: Side) => side.map((row) => row.toReversed())

export const flips = ['short', 'long', 'hand'] as const
/** The edge along which the printer flips the paper. `hand` is manual duplex. */
export type Flip = (typeof flips)[number]
/** The flip for which backs need no rotation. */
export const defaultFlip = (layout: Layout): Flip => (traitsOf(layout).isLandscape ? 'short' : 'long')

export type PrintFile = { name: 'zine' | 'fronts' | 'backs'; sides: Side[]; numbers: SideNumbers; duplex: Duplex }
/** Values of `Duplex` in the PDF specification. */
type Duplex = 'Simplex' | 'DuplexFlipShortEdge' | 'DuplexFlipLongEdge'

/** Manual duplex needs the backs in a separate file, last first, because the last sheet is on top of the pile. */
export function printFiles(sheets: Sheet[], layout: Layout, flip: Flip): PrintFile[] {
  const fronts = sheets.map(({ front }) => front)
  const backs = sheets.flatMap(({ back }) => (back ? [back] : []))
  const numbers = sideNumbers(sheets)
  if (backs.length === 0) return [{ name: 'zine', sides: fronts, numbers, duplex: 'Simplex' }]
  if (flip === 'hand')
    return [
      { name: 'fronts', sides: fronts, numbers: numbers.filter((number) => number !== undefined), duplex: 'Simplex' },
      { name: 'backs', sides: backs.toReversed(), numbers: [], duplex: 'Simplex' },
    ]
  const sides = printedSides(sheets, layout, flip)
  return [{ name: 'zine', sides, numbers, duplex: flip === 'short' ? 'DuplexFlipShortEdge' : 'DuplexFlipLongEdge' }]
}

type SideNumbers = (number | undefined)[]

/** Sheets that are stacked have a number on their front. */
export const sideNumbers = (sheets: Sheet[]): SideNumbers =>
  sheets.length > 1 ? sheets.flatMap(({ back }, index) => (back ? [index + 1, undefined] : [undefined])) : []

export const printedSides = (sheets: Sheet[], layout: Layout, flip: Flip): Side[] =>
  sheets.flatMap(({ front, back }) => {
    if (!back) return [front]
    return [front, flip === 'hand' || flip === defaultFlip(layout) ? back : rotatedSide(back)]
  })

/** Rotates a side for printers that flip along the other edge. */
const rotatedSide = (side: Side): Side =>
  side.toReversed().map((row) => row.toReversed().map((cell) => ({ ...cell, isRotated: !cell.isRotated })))
