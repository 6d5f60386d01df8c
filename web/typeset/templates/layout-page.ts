import type { PageRecipe, PageTemplate } from '#contract/page-recipe.ts'
import type { Drawing, Tones } from '../drawing.ts'
import type { PageSize } from '../page-size.ts'
import { withPen } from '../pen/print-pen.ts'
import { comic } from './comic.ts'
import { back, solidPage, titlePage } from './covers.ts'
import { newPage, type Page, printFolio } from './page.ts'
import { fullBleed, picturePage } from './pictures.ts'
import { hasFolio } from './template-fields.ts'
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
export const layoutPage = (recipe: PageRecipe, size: PageSize): Drawing => withPen(layoutPrint(recipe, size), recipe)

/** The page without what was drawn on it by hand. */
export function layoutPrint(recipe: PageRecipe, size: PageSize): Drawing {
  const page = newPage(recipe, size)
  templates[recipe.template](page)
  if (hasFolio(recipe.template)) printFolio(page)
  const overflow = page.overflow.map((text) => text.trim()).join('\n\n')
  const drawing: Drawing = {
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
  return withPictures(drawing, recipe)
}

/** How the pictures of a page are printed, which does not change its layout. */
export type PicturePrint = Tones & Pick<PageRecipe, 'pictures' | 'treatment'>

/** The same layout with pictures printed otherwise. */
export function withPictures(drawing: Drawing, recipe: PicturePrint): Drawing {
  const { pictures, treatment, brightness = 0, contrast = 0, whitensPaper = false } = recipe
  const isAdjusted = brightness !== 0 || contrast !== 0 || whitensPaper
  const marks = drawing.marks.map((mark) => {
    if (mark.kind !== 'picture') return mark
    const { crop: _crop, tones: _tones, ...rest } = mark
    const crop = pictures[mark.picture]?.frame
    const tones = isAdjusted && { brightness, contrast, whitensPaper }
    return { ...rest, treatment, ...(crop && { crop }), ...(tones && { tones }) }
  })
  return { ...drawing, marks }
}

/** Counts words, also of languages without spaces. Text without letters, such as emoji, counts as one word. */
export function countWords(text: string, language: string) {
  const segments = new Intl.Segmenter(language || undefined, { granularity: 'word' }).segment(text)
  return Math.max(1, Array.from(segments).filter(({ isWordLike }) => isWordLike).length)
}
