import type { Viewer } from '#contract/accounts.ts'
import { textLanguageOf } from '#contract/text-language.ts'
import { loadType } from '../fonts/type-styles.ts'
import { pageSize } from '../page-size.ts'
import { blankRecipe, type Look } from '../recipe.ts'
import { layoutPage } from '../templates/layout-page.ts'
import { type PagesFromNotes, pagesFromNotes } from './pages-from-notes.ts'

export type NotedProject = { id: string; title: string; notes: string }

export const notesPaper = 'a-size'
export const notesPageSize = pageSize(notesPaper)

/** Latin letters do not tell the language, but members probably write in that of their browser. */
export const languageOf = (text: string) => textLanguageOf(text).lang || navigator.language

/** `needed` is one sheet or more, as many as the notes need. */
export type Length = '8' | '12' | '16' | 'needed'

type Options = {
  look: Look
  language: string
  viewer: Pick<Viewer, 'username'>
  maxPages: number
  /** Without it, one sheet if the notes fit on it. */
  length: Length | undefined
  /** Otherwise the text is as large as it can be. */
  isSizeChosen: boolean
  isNumbered: boolean
}

export type PreparedPages = PagesFromNotes & { length: Length; textSize: Look['textSize'] }

const sizesFromLargest = ['large', 'medium', 'small'] as const

/** Loads the fonts that the notes need, then lays out their pages. */
export async function preparePages(
  project: NotedProject,
  {
    look: { style, textSize: chosenSize, alignment },
    language,
    viewer,
    maxPages,
    length,
    isSizeChosen,
    isNumbered,
  }: Options,
): Promise<PreparedPages> {
  const { title, notes } = project
  const { paper, inks, isTextured } = blankRecipe('text')
  // A page number takes space from the text.
  const folio = isNumbered ? { number: 1, title: '' } : undefined
  const look = { style, alignment, paper, inks, isTextured, language, folio }
  const layOutAs = (chosen: Length, textSize: Look['textSize']): PreparedPages => ({
    length: chosen,
    textSize,
    ...pagesFromNotes({
      title,
      notes,
      look: { ...look, textSize },
      maxPages,
      length: chosen === 'needed' ? undefined : Number(chosen),
      name: viewer.username,
      year: new Date().getFullYear(),
      layOut: (recipe) => layoutPage(recipe, notesPageSize),
    }),
  })
  const layOut = () => {
    const sizes = isSizeChosen ? [chosenSize] : length === 'needed' ? (['medium'] as const) : sizesFromLargest
    for (const size of sizes) {
      const pages = layOutAs(length ?? '8', size)
      if (!pages.leftOut) return pages
    }
    return layOutAs(length ?? 'needed', isSizeChosen ? chosenSize : 'medium')
  }
  await loadType({ ...blankRecipe('text'), ...look, title, text: notes })
  // The letters of a page decide which fonts it needs. Pages measured without theirs are laid out again.
  await Promise.all(layOut().recipes.map(loadType))
  return layOut()
}
