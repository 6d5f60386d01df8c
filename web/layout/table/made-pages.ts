import type { StoredRecipe } from '#contract/page-recipe.ts'
import type { LayoutPage } from './layout.ts'
import type { MadePage, Sending } from './use-sending.ts'

type KeyedPage = LayoutPage & { id: string }

/** A page that the maker opens: on the table, or the file of its upload. */
export type MadeFrom = { recipe: StoredRecipe; pageId: string | undefined; file: File | undefined }

export function madeFromOf(
  sending: Sending,
  page: KeyedPage | undefined,
  upload: Sending['pages'][number] | undefined,
): MadeFrom | undefined {
  const recipe = upload ? sending.recipeOf(upload.file) : page?.recipe
  return recipe ? { recipe, pageId: page?.id, file: upload?.file } : undefined
}

type Made = { made: MadePage[]; from: MadeFrom | undefined }

/**
 * Replaces the page that the maker opened, and adds the others after it. False if there is none, for example because it
 * was removed in another tab.
 */
export function replaceMade(sending: Sending, pages: readonly KeyedPage[], { made: [first, ...others], from }: Made) {
  if (!from || !first) return false
  const upload = sending.pages.find(({ file }) => file === from.file)
  // The upload may have finished while the maker was open.
  const pageIndex = pages.findIndex(
    ({ id, url }) => id === from.pageId || (from.file && sending.fileOf(url) === from.file),
  )
  const page = pages[pageIndex]
  if (upload) sending.replaceUpload(upload.id, first)
  else if (page) sending.replaceMade(page.id, first)
  else return false
  sending.addMade(others, page && pageIndex + 1)
  return true
}
