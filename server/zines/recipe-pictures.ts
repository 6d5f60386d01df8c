import { hashFromAddress } from '#contract/media-address.ts'
import type { StoredRecipe } from '#contract/page-recipe.ts'
import type { Tx } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'
import { listOwnHashes, type MemberMedia } from './publish-zine.queries.ts'

/** Drafts saved before recipes existed have none. */
type Page = { recipe?: StoredRecipe }

/** The hashes of all pictures in the recipes of the pages. */
export const pictureHashes = (pages: Page[]) => [
  ...new Set(
    pages.flatMap(({ recipe }) =>
      (recipe?.pictures ?? []).flatMap((picture) => (picture && hashFromAddress(picture.url)) ?? []),
    ),
  ),
]

/** The ids of the pictures. Pages can share a picture, also with the page that it is. */
export async function matchPictures(tx: Tx, ownerId: string, { pages, uploads }: Match) {
  const hashes = pictureHashes(pages)
  const images = uploads.filter(({ kind }) => kind === 'image')
  const ids = new Map(images.reverse().map(({ hash, id }) => [hash, id]))
  const matched = hashes.flatMap((hash) => ids.get(hash) ?? [])
  if (matched.length < hashes.length) throw await notFreeError(tx, ownerId, hashes)
  return matched
}

type Match = { pages: Page[]; uploads: MemberMedia[] }

async function notFreeError(tx: Tx, ownerId: string, hashes: string[]) {
  const own = await listOwnHashes(tx, ownerId, hashes)
  return own.length === hashes.length
    ? apiError('media_already_published', 'A picture on a page is already in a zine or draft. Please upload it again.')
    : apiError('media_not_yours', 'Each picture on a page must be the URL of an image you uploaded.')
}
