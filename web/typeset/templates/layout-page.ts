import type { PageRecipe, PageTemplate } from '#contract/page-recipe.ts'
import type { Drawing } from '../drawing.ts'
import type { PageSize } from '../page-size.ts'
import { comic } from './comic.ts'
import { back, solidPage, titlePage } from './covers.ts'
import { newPage, type Page } from './page.ts'
import { fullBleed, picturePage } from './pictures.ts'
import { columns, letter, list, quote, textPage } from './texts.ts'

const templates: Record<PageTemplate, (page: Page) => void> = {
  title: titlePage,
  text: textPage,
  columns,
  picture: picturePage,
  'full-bleed': fullBleed,
  quote,
  list,
  letter,
  comic,
  solid: solidPage,
  back,
}

/** Lays out a page as marks, in pixels of `size`. `loadType` must have loaded its fonts. */
export function layoutPage(recipe: PageRecipe, size: PageSize): Drawing {
  const page = newPage(recipe, size)
  templates[recipe.template](page)
  const overflow = page.overflow.map((text) => text.trim()).join('\n\n')
  return {
    width: size.width,
    height: size.height,
    paper: recipe.paper,
    inks: [...new Set(recipe.inks)],
    isTextured: recipe.isTextured,
    marks: page.marks,
    textSize: page.textSize / page.min,
    overflow,
    cutPanels: page.cutPanels,
    overflowWords: overflow ? countWords(overflow, recipe.language) : 0,
  }
}

/** Counts words, also of languages without spaces. Text without letters, such as emoji, counts as one word. */
export function countWords(text: string, language: string) {
  const segments = new Intl.Segmenter(language || undefined, { granularity: 'word' }).segment(text)
  return Math.max(1, Array.from(segments).filter(({ isWordLike }) => isWordLike).length)
}
