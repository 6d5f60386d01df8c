import { sizeFor } from '#web/typeset/page-size.ts'
import { knownRecipe } from '#web/typeset/recipe.ts'
import type { Printable } from '../print-plan.ts'

/** The recipe of a page made here that this release can draw, and its size as its maker saw it. */
export function madePage(zine: Printable, index: number) {
  const page = zine.pages[index]
  const recipe = knownRecipe(page?.recipe)
  return recipe && { recipe, size: sizeFor(zine, page, recipe) }
}
