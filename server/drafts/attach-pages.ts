import { msg } from '@lingui/core/runtime-macro'
import type { DraftInput } from '#contract/drafts.ts'
import { hashFromAddress, imageAddress, type VideoExtension, videoAddress } from '#contract/media-address.ts'
import { pictureHashes, type StoredRecipe } from '#contract/page-recipe.ts'
import { tooManyPages } from '#contract/publishing.ts'
import type { Tx } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'
import { removeUnusedMedia } from '#server/media/media.queries.ts'
import type { Captions } from '#server/zines/captions.queries.ts'
import { assertCaptionsOnVideo, resolveCaptions } from '#server/zines/captions.ts'
import { withPageIds } from '#server/zines/page-ids.ts'
import { listOwnHashes, type MemberMedia } from '#server/zines/publish-zine.queries.ts'
import { matchPages } from '#server/zines/publish-zine.ts'
import { matchPictures } from '#server/zines/recipe-pictures.ts'
import { attachMedia, detachOldest, listAttachable } from './draft-media.queries.ts'
import type { DraftRef } from './drafts.queries.ts'

/** The content as stored: page addresses become paths, regardless of the host in the request. */
export const toStoredContent = (content: DraftInput, current: CurrentPage[] = []) => ({
  ...content,
  pages: withPageIds(content.pages.map(withPath), current, ({ url }) => url).map((page) => {
    const kept = current.find(({ url }) => url === page.url)
    const recipe = page.recipe === undefined ? (kept?.recipe ?? null) : page.recipe
    return { ...page, recipe, captions: resolveCaptions(page.captions, kept?.captions ?? []) }
  }),
})

export type CurrentPage = { id: string; url: string; recipe: StoredRecipe; captions: Captions[] }

function withPath<Page extends { url: string }>(page: Page) {
  const hash = hashOfPage(page)
  const [, extension] = /\.(mp4|webm)$/.exec(page.url) ?? []
  return { ...page, url: extension ? videoAddress(hash, extension as VideoExtension) : imageAddress(hash) }
}

export function assertPageCount({ pages }: DraftInput, max: number) {
  if (pages.length > max) throw apiError('invalid_request', tooManyPages(max))
}

export function hashOfPage({ url }: { url: string }) {
  const hash = hashFromAddress(url)
  if (!hash) throw notYourMedia()
  return hash
}

/** The sweep skips attached media. Removed pages stay attached, up to four times the page limit, so that they can be restored. */
export async function attachPages(tx: Tx, ref: DraftRef, { pages }: DraftInput, maxPages: number) {
  const mediaIds = await findMediaIds(tx, ref, pages)
  await attachMedia(tx, ref.draftId, mediaIds)
  await removeUnusedMedia(tx, await detachOldest(tx, ref.draftId, { shownIds: mediaIds, max: 4 * maxPages }))
}

async function findMediaIds(tx: Tx, ref: DraftRef, pages: DraftInput['pages']) {
  if (pages.length === 0) return []
  const hashes = pages.map(hashOfPage)
  const uploads = await listAttachable(tx, ref, [...hashes, ...pictureHashes(pages)])
  const matched = matchPages(
    pages.map(({ captions = [] }, at) => ({ hash: hashes[at] as string, captions })),
    uploads,
  )
  if (!matched) throw await notAttachableError(tx, ref, hashes)
  assertCaptionsOnVideo(matched)
  await assertPictures(
    tx,
    ref,
    matched.map(({ media }) => media),
  )
  const pictureIds = await matchPictures(tx, ref.ownerId, { pages, uploads })
  return [...new Set([...matched.map(({ media }) => media.id), ...pictureIds])]
}

/** Only an imported draft may be a video, and then a single one. */
async function assertPictures(tx: Tx, { draftId }: DraftRef, media: MemberMedia[]) {
  if (media.every(({ kind }) => kind === 'image')) return
  const { is_imported } = await tx
    .selectFrom('drafts')
    .select('is_imported')
    .where('id', '=', draftId)
    .executeTakeFirstOrThrow()
  if (!is_imported || media.length > 1)
    throw apiError('media_refused', msg`A draft is made of images. A video has to be published as its own zine.`)
}

async function notAttachableError(tx: Tx, { ownerId }: DraftRef, hashes: string[]) {
  const ownHashes = new Set((await listOwnHashes(tx, ownerId, hashes)).map(({ hash }) => hash))
  return hashes.every((hash) => ownHashes.has(hash)) ? mediaAlreadyUsed() : notYourMedia()
}

const notYourMedia = () => apiError('media_not_yours', msg`Each page must be the URL of an image you uploaded.`)
const mediaAlreadyUsed = () =>
  apiError(
    'media_already_published',
    msg`Some of these pages are already in a zine or another draft, or appear twice. Please upload them again.`,
  )
