import type { PageRecipe, PageTemplate } from '#contract/page-recipe.ts'
import type { PageSize } from '../page-size.ts'
import { numberPage } from '../recipe.ts'
import { divideEvenly, endsIn, takePage, withSameSize } from '../setting/divide-text.ts'
import { layoutPage } from '../templates/layout-page.ts'

/** Templates whose next page looks the same. */
const textTemplates = new Set<PageTemplate>(['text', 'columns', 'quote', 'list', 'letter'])

/** The page and up to `maxPages` new pages of its style, over which its text is divided evenly and in one size. */
export function continuePages(recipe: PageRecipe, size: PageSize, maxPages: number): PageRecipe[] {
  if (maxPages < 1 || textBefore(recipe.text, layoutPage(recipe, size).overflow) === undefined) return [recipe]
  const template = textTemplates.has(recipe.template) ? recipe.template : 'text'
  const { drawing: _drawing, stamps: _stamps, ...printed } = recipe
  const next = { ...printed, template, title: '', captions: [], pictures: [] }
  const first = recipe.folio?.number ?? 0
  const pageOf = (text: string, index: number) => numberPage({ ...(index === 0 ? recipe : next), text }, first + index)
  const fits = (page: PageRecipe) => layoutPage(page, size).overflow === ''
  const textSizeOf = (page: PageRecipe) => layoutPage(page, size).textSize
  const fullPages = fillPages(recipe, { size, maxPages, pageOf })
  const ends = endsIn(recipe.text, recipe.language)
  for (let count = 2; count <= fullPages.length; count += 1) {
    const pages = divideEvenly(recipe.text, count, ends)?.map(pageOf)
    if (pages?.every(fits)) return withSameSize(pages, textSizeOf)
  }
  return withSameSize(fullPages, textSizeOf)
}

type Filling = { size: PageSize; maxPages: number; pageOf: (text: string, index: number) => PageRecipe }

/** Fills each page of a text that cannot be divided evenly. The last has the rest, even if it does not fit. */
function fillPages({ text: all, language }: PageRecipe, { size, maxPages, pageOf }: Filling) {
  const pages: PageRecipe[] = []
  const fitStart = (text: string) => {
    const { overflow } = layoutPage(pageOf(text, pages.length), size)
    return (overflow && textBefore(text, overflow)) || text
  }
  let rest = all
  while (rest) {
    const [text, after] =
      pages.length === maxPages ? [rest, ''] : takePage(rest, pages.length === 0, { language, fitStart })
    pages.push(pageOf(text, pages.length))
    rest = after
  }
  return pages
}

/** The text that fits. Undefined if that is none, or if a heading or caption does not fit. */
export function textBefore(text: string, overflow: string) {
  const all = text.trimEnd()
  return overflow !== '' && all.endsWith(overflow) ? all.slice(0, -overflow.length).trimEnd() || undefined : undefined
}
