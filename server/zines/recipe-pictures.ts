import { msg } from '@lingui/core/runtime-macro'
import { pictureHashes, type RecipePage } from '#contract/page-recipe.ts'
import type { Tx } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'
import { listOwnHashes, type MemberMedia } from './publish-zine.queries.ts'

/** The ids of the pictures. Pages can share a picture, also with the page that it is. */
export async function matchPictures(tx: Tx, ownerId: string, { pages, uploads }: Match) {
  const hashes = pictureHashes(pages)
  const mediaOf = new Map(uploads.toReversed().map((media) => [media.hash, media]))
  const matched = hashes.flatMap((hash) => mediaOf.get(hash) ?? [])
  if (matched.length < hashes.length) throw await notFreeError(tx, ownerId, hashes)
  if (matched.some(({ kind }) => kind !== 'image'))
    throw apiError('media_refused', msg`Only images can be used on a page, not videos.`)
  return matched.map(({ id }) => id)
}

type Match = { pages: RecipePage[]; uploads: MemberMedia[] }

async function notFreeError(tx: Tx, ownerId: string, hashes: string[]) {
  const own = await listOwnHashes(tx, ownerId, hashes)
  return own.length === hashes.length
    ? apiError(
        'media_already_published',
        msg`An image on a page is already in a zine or draft. Please upload it again.`,
      )
    : apiError('media_not_yours', msg`Each image on a page must be the URL of an image you uploaded.`)
}
