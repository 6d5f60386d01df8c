import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { recipePictureAltText } from '#contract/limits.ts'
import { isVideoAddress } from '#contract/media-address.ts'
import type { PageRecipe, StoredRecipe } from '#contract/page-recipe.ts'
import { pictureRatio } from '#contract/paper-formats.ts'
import { formatList } from '#web/languages/formats.ts'
import type { MadePage } from '#web/typeset/editor/use-making.ts'
import { sizeFor } from '#web/typeset/page-size.ts'
import { blankRecipe, knownRecipe, lookOf, numberPage } from '#web/typeset/recipe.ts'
import type { ContentPage, ZineContent } from './content.ts'
import type { Sending } from './use-sending.ts'
import type { useStage } from './use-stage.ts'

/** A page that the maker opens, with its picture: on the table, or being uploaded. */
export type MadeFrom = { recipe: StoredRecipe; pageId: string; url?: string | undefined; file?: File | undefined }

type Pages = Pick<ReturnType<typeof useStage>, 'contentPages' | 'allPages' | 'idsFrom' | 'pageIndexOf'>

function madeFromOf(sending: Sending, { contentPages, allPages }: Pages, index: number): MadeFrom | undefined {
  const { id = '', contentIndex = -1, upload } = allPages[index] ?? {}
  const page = contentPages[contentIndex]
  const recipe = upload ? sending.recipeOf(id) : page?.recipe
  return recipe ? { recipe, pageId: id, url: page?.url, file: upload?.file } : undefined
}

/** What the maker opens: a page made here, or an uploaded picture as a page that it fills. */
export function openableFrom(sending: Sending, pages: Pages, index: number): MadeFrom | undefined {
  const { contentIndex = -1, upload } = pages.allPages[index] ?? {}
  const page = pages.contentPages[contentIndex]
  if (upload || !page || page.recipe || isVideoAddress(page.url)) return madeFromOf(sending, pages, index)
  const { id, url } = page
  const picture = { url, altText: page.altText.slice(0, recipePictureAltText) }
  const last = lastMade(sending, pages)
  const look = last && { ...lookOf(last), language: last.language }
  const recipe: PageRecipe = { ...blankRecipe('full-bleed'), ...look, pictures: [picture], treatment: 'unchanged' }
  return { recipe: { ...recipe, isTextured: false }, pageId: id, url }
}

/** The last page made here, which may still be on its way. New pages look like it. */
export const lastMade = (sending: Sending, pages: Pages) =>
  pages.allPages
    .map((_, index) => knownRecipe(madeFromOf(sending, pages, index)?.recipe))
    .findLast((recipe) => recipe !== undefined)

/** Pages made here that this release can draw again, with the numbers that they have now. */
export const listDrawablePages = (content: Pick<ZineContent, 'paper'>, pages: readonly ContentPage[]) =>
  pages.flatMap((page, index) => {
    const known = knownRecipe(page.recipe)
    if (!known) return []
    const recipe = numberPage(known, index + 1)
    const size = sizeFor(content, page, recipe)
    return [{ id: page.id, recipe, size, ratio: pictureRatio(page), number: index + 1, isRenumbered: recipe !== known }]
  })

type Redrawn = { id: string; overflowWords: number }

/** Names the redrawn pages on which some words have no space. */
export function describeOverflow(pages: readonly ContentPage[], redrawn: readonly Redrawn[]) {
  const numbers = redrawn
    .filter(({ overflowWords }) => overflowWords > 0)
    .map(({ id }) => `${pages.findIndex((page) => page.id === id) + 1}`)
  if (numbers.length === 0) return undefined
  const list = formatList(i18n.locale, numbers)
  return t`${plural(
    { count: numbers.length },
    {
      one: `Some of the text doesn’t fit on page ${list}. Edit the page to continue the text on a new one.`,
      other: `Some of the text doesn’t fit on pages ${list}. Edit these pages to continue the text on new ones.`,
    },
  )}`
}

type Made = { made: MadePage[]; from: MadeFrom | undefined }

/**
 * Replaces the page that the maker opened, and adds the others after it. False if the page is gone or has another picture
 * now, for example because it was changed in another tab.
 */
export function replaceMade(sending: Sending, stage: Pages, { made: [first, ...others], from }: Made) {
  const index = stage.pageIndexOf(from?.pageId)
  if (!from || !first || index < 0 || !isUnchanged(sending, stage, from)) return false
  sending.replaceMade(from.pageId, first)
  sending.addMade(others, stage.idsFrom(index + 1))
  return true
}

/** The upload may have finished while the maker was open. */
function isUnchanged(sending: Sending, { contentPages }: Pages, { pageId, url, file }: MadeFrom) {
  const upload = sending.pages.find(({ id }) => id === pageId)
  const page = contentPages.find(({ id }) => id === pageId)
  if (file) return file === (upload?.file ?? sending.fileOf(page?.url))
  return !upload && page?.url === url
}
