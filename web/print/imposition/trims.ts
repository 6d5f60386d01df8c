import { isWide } from '../wide-pages.ts'
import { fitInside } from './cells.ts'
import { type Paper, type Size, sheetSize } from './layouts.ts'

/** A page that is cut, in millimeters. Its bleed is printed beyond the cut. */
export type Trim = Size & { bleed: number }

/** How far pages made here are printed beyond the cut. */
export const printBleed = 3

/** As large as the paper allows. */
export function trimOf(paper: Paper, page: Size, bleed: number): Trim {
  const sheet = sheetSize('single', paper)
  const size = isWide(page) ? { width: sheet.height, height: sheet.width } : sheet
  const { width, height } = fitInside({ x: 0, y: 0, ...size }, page)
  return { width, height, bleed }
}
