import type { SentDraft } from '#contract/drafts.ts'
import { hashOfAddress, imageAddress, type VideoExtension, videoAddress } from '#contract/media-address.ts'
import type { Tx } from '#server/db/connection.ts'
import { refuse } from '#server/http/errors.ts'
import { removeFreeMedia } from '#server/media/media.queries.ts'
import { listOwnHashes, type OwnMedia } from '#server/zines/publish-zine.queries.ts'
import { matchPages } from '#server/zines/publish-zine.ts'
import { holdMedia, letOldestGo, listShowable } from './draft-media.queries.ts'
import { tooManyPages } from './draft-refusals.ts'
import type { OwnDraft } from './drafts.queries.ts'

/** The content as stored: page addresses become paths, regardless of the host in the request. */
export const keptContent = (content: SentDraft): SentDraft => ({
  ...content,
  pages: content.pages.map((page) => ({ ...page, url: pathOf(page) })),
})

function pathOf(page: { url: string }) {
  const hash = hashOf(page)
  const [, extension] = /\.(mp4|webm)$/.exec(page.url) ?? []
  return extension ? videoAddress(hash, extension as VideoExtension) : imageAddress(hash)
}

export function assertNotTooMany({ pages }: SentDraft, most: number) {
  if (pages.length > most) throw tooManyPages(most)
}

export function hashOf({ url }: { url: string }) {
  const hash = hashOfAddress(url)
  if (!hash) throw notYours()
  return hash
}

/** The sweep skips held media. Removed pages stay held, up to four times the page limit, so that they can be restored. */
export async function showPages(tx: Tx, own: OwnDraft, { pages }: SentDraft, mostPages: number) {
  const shown = await findPictures(tx, own, pages.map(hashOf))
  await holdMedia(tx, own.draftId, shown)
  await removeFreeMedia(tx, await letOldestGo(tx, own.draftId, { shown, most: 4 * mostPages }))
}

async function findPictures(tx: Tx, own: OwnDraft, hashes: string[]) {
  if (hashes.length === 0) return []
  const matched = matchPages(
    hashes.map((hash) => ({ hash })),
    await listShowable(tx, own, hashes),
  )
  if (!matched) throw await notShowable(tx, own, hashes)
  await assertPictures(
    tx,
    own,
    matched.map(({ media }) => media),
  )
  return matched.map(({ media }) => media.id)
}

/** Only an imported draft may be a video, and then a single one. */
async function assertPictures(tx: Tx, { draftId }: OwnDraft, media: OwnMedia[]) {
  if (media.every(({ kind }) => kind === 'image')) return
  const { is_imported } = await tx
    .selectFrom('drafts')
    .select('is_imported')
    .where('id', '=', draftId)
    .executeTakeFirstOrThrow()
  if (!is_imported || media.length > 1)
    throw refuse('media_refused', 'A draft is made of pictures. A video has to be published as its own zine.')
}

async function notShowable(tx: Tx, { ownerId }: OwnDraft, hashes: string[]) {
  const known = new Set((await listOwnHashes(tx, ownerId, hashes)).map(({ hash }) => hash))
  return hashes.every((hash) => known.has(hash)) ? taken() : notYours()
}

const notYours = () => refuse('media_not_yours', 'Each page must be the URL of a picture you uploaded.')
const taken = () =>
  refuse(
    'media_already_published',
    'Some of these pages are already in a zine or another draft, or appear twice. Please upload them again.',
  )
