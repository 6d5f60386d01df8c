import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import type { Layout } from './layouts.ts'

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

export const paddedPageCount = ({ layout, pages }: Pick<Job, 'layout' | 'pages'>) =>
  layout === 'single' ? pages : Math.ceil(pages / pageMultiple({ layout, pages })) * pageMultiple({ layout, pages })

const pageMultiple = ({ layout, pages }: Pick<Job, 'layout' | 'pages'>) =>
  layout === 'booklet' || hasTwoCopies({ layout, pages }) ? 4 : 8

/** Quarter-size booklets whose sheets cannot be halved carry two copies instead of blank pages. */
export const hasTwoCopies = ({ layout, pages }: Pick<Job, 'layout' | 'pages'>) =>
  layout === 'quarter' && Math.ceil(pages / 4) % 2 === 1

const tables: Record<Layout, (pages: number) => Sheet[]> = {
  mini: (pages) => [miniSheet(pages)],
  booklet: (pages) => nestSheets(pages, 'booklet').map(({ front, back }) => ({ front: [front], back: [back] })),
  quarter: quarterSheets,
  single: (pages) => Array.from({ length: pages }, (_, index) => ({ front: [[upright(index + 1)]] })),
}

function miniSheet(pages: number): Sheet {
  const cellAt = cellMaker(pages, 8)
  return {
    front: [
      [8, 1, 2, 3].map((number) => cellAt(number)),
      [7, 6, 5, 4].map((number) => ({ ...cellAt(number), isRotated: true })),
    ],
  }
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
export const defaultFlip = (layout: Layout): Flip => (layout === 'quarter' ? 'long' : 'short')

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
