import type { PageRecipe, PageTemplate } from '#contract/page-recipe.ts'
import { layoutPage } from '../layout/layout-page.ts'
import type { PageSize } from '../page-size.ts'

/** Templates whose next page looks the same. */
const textTemplates = new Set<PageTemplate>(['text', 'columns', 'quote', 'list', 'letter'])

/** The page with as much text as fits, and up to `maxPages` new pages of its style with the rest. */
export function continuePages(recipe: PageRecipe, size: PageSize, maxPages: number): PageRecipe[] {
  const { overflow } = layoutPage(recipe, size)
  const text = textBefore(recipe.text, overflow)
  if (maxPages < 1 || text === undefined) return [recipe]
  const template = textTemplates.has(recipe.template) ? recipe.template : 'text'
  const next = { ...recipe, template, title: '', text: overflow, captions: [], pictures: [] }
  return [{ ...recipe, text }, ...continuePages(next, size, maxPages - 1)]
}

/** The text that fits. Undefined if that is none, or if a heading or caption does not fit. */
export function textBefore(text: string, overflow: string) {
  const all = text.trimEnd()
  return overflow !== '' && all.endsWith(overflow) ? all.slice(0, -overflow.length).trimEnd() || undefined : undefined
}
