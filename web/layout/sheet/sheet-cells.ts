import type { ReadingDirection } from '#contract/aspect-ratios.ts'

type Size = { width: number; height: number }

/** Positions of the cuts, as fractions of the width and the height of a landscape sheet. */
export type Cuts = { columns: [number, number, number]; row: number }

export const evenCuts: Cuts = { columns: [0.25, 0.5, 0.75], row: 0.5 }

export const sheetRows = ['upper', 'lower'] as const
export type SheetRow = (typeof sheetRows)[number]

/** `cover`: the cell of the front cover. Cells count from the upper left corner, row by row. */
export type SheetFold = { cover: number; upsideDown: SheetRow; direction: ReadingDirection }

export const pagesPerSheet = 8
const columns = 4
const clockwise = [0, 1, 2, 3, 7, 6, 5, 4]

/** The cells in reading order. Both folds of a one-sheet zine put its pages around the slit, one after the other. */
export function cellsInOrder({ cover, upsideDown, direction }: SheetFold): number[] {
  const isClockwise = (upsideDown === 'lower') === (direction === 'ltr')
  const around = isClockwise ? clockwise : clockwise.toReversed()
  const start = around.indexOf(cover)
  return [...around.slice(start), ...around.slice(0, start)]
}

/** The most common fold: reading from left to right, the cover is the second upright page. */
export const commonCover = ({ upsideDown, direction }: Omit<SheetFold, 'cover'>) =>
  (upsideDown === 'lower' ? 0 : columns) + (direction === 'ltr' ? 1 : 2)

export const isUpsideDown = (cell: number, { upsideDown }: Pick<SheetFold, 'upsideDown'>) =>
  cell < columns === (upsideDown === 'upper')

export type Crop = Size & { x: number; y: number; isRotated: boolean }

/** The eight pages of a landscape sheet in reading order. They cover the sheet without overlap. */
export function cropsInOrder({ width, height }: Size, cuts: Cuts, fold: SheetFold): Crop[] {
  const xs = [0, ...cuts.columns.map((cut) => Math.round(cut * width)), width]
  const ys = [0, Math.round(cuts.row * height), height]
  return cellsInOrder(fold).map((cell) => {
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    const [left = 0, right = width] = xs.slice(column)
    const [top = 0, bottom = height] = ys.slice(row)
    return { x: left, y: top, width: right - left, height: bottom - top, isRotated: isUpsideDown(cell, fold) }
  })
}

/** No page can be narrower than this part of the sheet. */
const minGap = 0.05

/** The range in which a cut can move without passing another. Cuts 0 to 2 are vertical, 3 is horizontal. */
export function cutRange({ columns: [a, b, c] }: Cuts, cut: number) {
  const [from = 0, to = 1] = cut === 3 ? [0, 1] : [0, a, b, c, 1].filter((_, index) => Math.abs(index - cut - 1) === 1)
  return { min: from + minGap, max: to - minGap }
}

export const cutAt = ({ columns, row }: Cuts, cut: number) => columns[cut] ?? row

export function moveCut(cuts: Cuts, cut: number, position: number): Cuts {
  const { min, max } = cutRange(cuts, cut)
  const at = Math.min(max, Math.max(min, position))
  if (cut === 3) return { ...cuts, row: at }
  const [a, b, c] = cuts.columns
  return { ...cuts, columns: [cut === 0 ? at : a, cut === 1 ? at : b, cut === 2 ? at : c] }
}

/** A4, Letter and what a scanner adds around them, but not pages of 4:5. */
const ratios = { min: 1.27, max: 1.55 }

export const isLandscape = ({ width, height }: Size) => width >= height

export function isSheetShaped({ width, height }: { width: number | null; height: number | null }) {
  if (!width || !height) return false
  const ratio = Math.max(width, height) / Math.min(width, height)
  return ratios.min <= ratio && ratio <= ratios.max
}
