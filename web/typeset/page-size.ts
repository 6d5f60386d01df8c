import type { PageRecipe } from '#contract/page-recipe.ts'
import { type PaperFormat, paperRatios } from '#contract/paper-formats.ts'

export type PageSize = { width: number; height: number }

/** The longer side of an A5 page at 300 dots an inch, in pixels. */
const longSide = 2480

/** The size of a picture that is drawn for a page, in pixels. `pictures` becomes A-size: a page made here has no size. */
export function pageSize(format: PaperFormat, isLandscape = false): PageSize {
  const ratio = paperRatios[format === 'pictures' ? 'a-size' : format]
  const shortSide = Math.round(longSide * ratio)
  if (ratio === 1) return { width: 2100, height: 2100 }
  return isLandscape ? { width: longSide, height: shortSide } : { width: shortSide, height: longSide }
}

type Picture = { width: number | null; height: number | null }

/** A page has the size of the paper, turned as its maker chose, or like its picture. */
export function sizeFor({ paper }: { paper: PaperFormat }, page: Picture | undefined, recipe?: PageRecipe): PageSize {
  const isWide = (page?.width ?? 0) > (page?.height ?? 0)
  return pageSize(paper, recipe?.isLandscape ?? isWide)
}

/**
 * The smallest text: 8 points where eight pages are printed on one A4 sheet. There, a page is 105 mm high, and 8 points
 * are 2.82 mm.
 */
export const minTextSize = ({ width, height }: PageSize) => Math.ceil((Math.max(width, height) * 2.82) / 105)
