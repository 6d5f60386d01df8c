import { pageSize } from '#web/typeset/page-size.ts'
import { knownRecipe } from '#web/typeset/recipe.ts'
import type { Printable } from '../print-plan.ts'
import { isWide } from '../wide-pages.ts'

/** The recipe of a page made here that this release can draw, and its size as its maker saw it. */
export function madePage({ pages, paper }: Printable, index: number) {
  const page = pages[index]
  const recipe = knownRecipe(page?.recipe)
  return page && recipe && { recipe, size: pageSize(paper, recipe.isLandscape ?? isWide(page)) }
}
