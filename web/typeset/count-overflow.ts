import type { PageRecipe } from '#contract/page-recipe.ts'
import { loadType } from './fonts/type-styles.ts'
import type { PageSize } from './page-size.ts'
import { layoutPage } from './templates/layout-page.ts'

/** Counts the words that do not fit on a page. */
export async function countOverflow(recipe: PageRecipe, size: PageSize) {
  await loadType(recipe)
  return layoutPage(recipe, size).overflowWords
}
