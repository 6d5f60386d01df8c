import type { Tx } from '../db/connection.ts'
import { refuse } from '../http/errors.ts'
import {
  findSameZine,
  insertZine,
  listOwnHashes,
  listUnpublishedMedia,
  lockCreator,
  type NewZine,
} from './publishing.queries.ts'
import { assertOneKind, type GivenPage, matchPages } from './zines.rules.ts'

type Publication = Omit<NewZine, 'pages'> & { pages: GivenPage[] }

/**
 * Publishes a zine from uploads nobody has published yet, all or nothing, and answers its id.
 * The same publication sent twice makes one zine: the second answer names the first one's zine.
 */
export async function publish(tx: Tx, zine: Publication) {
  const creator = await lockCreator(tx, zine.creatorId)
  if (!creator) throw refuse('not_yours', 'Your profile is not set up yet. Please sign in again.')
  const hashes = zine.pages.map((page) => page.hash)
  const matched = matchPages(zine.pages, await listUnpublishedMedia(tx, zine.creatorId, hashes))
  if (!matched) return await earlierZine(tx, zine, hashes)
  assertOneKind(matched.map((page) => page.media.kind))
  const pages = matched.map(({ media, altText }) => ({ mediaId: media.id, altText }))
  return await insertZine(tx, { ...zine, pages })
}

async function earlierZine(tx: Tx, { creatorId, title }: Publication, hashes: string[]) {
  const same = await findSameZine(tx, creatorId, { title, hashes })
  if (same) return same
  const own = new Set((await listOwnHashes(tx, creatorId, hashes)).map((media) => media.hash))
  throw hashes.every((hash) => own.has(hash))
    ? refuse(
        'media_already_published',
        'Some of these pages are already in a zine. Please upload them again.',
      )
    : refuse('media_not_yours', 'Each media file must be the address of media you uploaded.')
}
