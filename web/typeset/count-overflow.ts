import type { PageRecipe } from '#contract/page-recipe.ts'
import { layoutPage } from './layout/layout-page.ts'
import type { PageSize } from './page-size.ts'
import { loadType } from './type-styles.ts'

/** Counts the words that do not fit on a page. */
export async function countOverflow(recipe: PageRecipe, size: PageSize) {
  await loadType(recipe)
  return layoutPage(recipe, size).overflowWords
}
