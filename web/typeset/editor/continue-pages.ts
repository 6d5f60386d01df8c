import type { PageRecipe } from '#contract/page-recipe.ts'
import { layoutPage } from '../layout/layout-page.ts'
import type { PageSize } from '../page-size.ts'

/** The page with as much text as fits, and up to `maxPages` new pages of its style with the rest. */
export function continuePages(recipe: PageRecipe, size: PageSize, maxPages: number): PageRecipe[] {
  const { overflow } = layoutPage(recipe, size)
  const text = textBefore(recipe.text, overflow)
  if (overflow === '' || maxPages < 1 || text === undefined) return [recipe]
  const template = recipe.template === 'full-bleed' ? 'text' : recipe.template
  const next = { ...recipe, template, title: '', text: overflow, captions: [], pictures: [] }
  return [{ ...recipe, text }, ...continuePages(next, size, maxPages - 1)]
}

function textBefore(text: string, overflow: string) {
  const before = text.trimEnd().slice(0, -overflow.length).trimEnd()
  return before === '' ? undefined : before
}
