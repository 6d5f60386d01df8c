import type { Viewer } from '#contract/accounts.ts'
import type { TypeStyle } from '#contract/page-recipe.ts'
import { textLanguageOf } from '#contract/text-language.ts'
import { loadType } from '../fonts/type-styles.ts'
import { pageSize } from '../page-size.ts'
import { blankRecipe } from '../recipe.ts'
import { layoutPage } from '../templates/layout-page.ts'
import { type PagesFromNotes, pagesFromNotes } from './pages-from-notes.ts'

export type NotedProject = { id: string; title: string; notes: string }

export const notesPaper = 'a-size'
export const notesPageSize = pageSize(notesPaper)

/** Latin letters do not tell the language, but members probably write in that of their browser. */
export const languageOf = (text: string) => textLanguageOf(text).lang || navigator.language

type Options = { style: TypeStyle; language: string; viewer: Pick<Viewer, 'username'>; maxPages: number }

/** Loads the fonts that the notes need, then lays out their pages. */
export async function preparePages(
  project: NotedProject,
  { style, language, viewer, maxPages }: Options,
): Promise<PagesFromNotes> {
  const { title, notes } = project
  const { paper, inks, isTextured } = blankRecipe('text')
  const look = { style, paper, inks, isTextured, language }
  const layOut = () =>
    pagesFromNotes({
      title,
      notes,
      look,
      maxPages,
      name: viewer.username,
      year: new Date().getFullYear(),
      layOut: (recipe) => layoutPage(recipe, notesPageSize),
    })
  await loadType({ ...blankRecipe('text'), ...look, title, text: notes })
  // The letters of a page decide which fonts it needs. Pages measured without theirs are laid out again.
  await Promise.all(layOut().recipes.map(loadType))
  return layOut()
}
