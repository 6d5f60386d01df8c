import { msg } from '@lingui/core/runtime-macro'
import type { CaptionsInput } from '#contract/captions.ts'
import { hashFromAddress } from '#contract/media-address.ts'
import { pictureHashes, type RecipePage } from '#contract/page-recipe.ts'
import type { Config } from '#server/config/config.ts'
import type { Tx } from '#server/db/connection.ts'
import { apiError } from '#server/http/errors.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { fileTooLargeMessage } from '#server/media/decode/file-errors.ts'
import { assertCaptionsFit, assertCaptionsOnVideo, resolveCaptions } from './captions.ts'
import { withPageIds } from './page-ids.ts'
import {
  findSameZine,
  insertZine,
  listOwnHashes,
  listUnpublishedMedia,
  lockCreator,
  type MemberMedia,
  type NewZine,
  type PageContent,
} from './publish-zine.queries.ts'
import { matchPictures } from './recipe-pictures.ts'

type SourceFile = { type?: string; size?: number; name?: string }
type PageTexts = Pick<PageContent, 'altText' | 'transcript' | 'contentNote'>
type SentPage = { id?: string | undefined; url: string; captions?: CaptionsInput | undefined } & PageTexts &
  RecipePage &
  SourceFile
export type MediaFile = string | SentPage
type Publication = Omit<NewZine, 'pages' | 'pictureIds'> & { mediaFiles: MediaFile[] }
export type PageInput = { hash: string; source?: SourceFile } & PageContent

/** Atomic. Sending the same publication again creates no second zine, but returns the id of the first. */
export async function publishZine(tx: Tx, { mediaFiles, ...zine }: Publication, limits: PublishingLimits) {
  const pageInputs = toPageInputs(mediaFiles)
  await lockExistingCreator(tx, zine.creatorId)
  const hashes = pageInputs.map((page) => page.hash)
  const uploads = await listUnpublishedMedia(tx, zine.creatorId, [...hashes, ...pictureHashes(pageInputs)])
  const matched = matchPages(pageInputs, uploads)
  if (!matched) return await earlierZine(tx, zine, hashes)
  const pictureIds = await matchPictures(tx, zine.creatorId, { pages: pageInputs, uploads })
  assertOneKind(matched.map((page) => page.media.kind))
  assertMatchesSource(matched, limits)
  assertCaptionsOnVideo(matched)
  await assertCaptionsFit(tx, { ownerId: zine.creatorId, pages: matched }, limits.memberQuotaMb)
  const pages = matched.map(({ media, ...content }) => ({ mediaId: media.id, ...content }))
  return await insertZine(tx, { ...zine, pages, pictureIds })
}

/** Serialises changes to a creator's zines and drafts, because they use the same uploads. */
export async function lockExistingCreator(tx: Tx, userId: string) {
  const creator = await lockCreator(tx, userId)
  if (!creator) throw apiError('not_yours', msg`Your profile is not set up yet. Please sign in again.`)
}

const noContent = { altText: '', transcript: '', contentNote: '' }

/** Without an id, a recipe or captions, a page with the picture or video of a current page keeps those of that page. */
export function toPageInputs(mediaFiles: MediaFile[], current: PageInput[] = []): PageInput[] {
  const currentPages = current.map(({ pageId, hash }) => ({ id: pageId, hash }))
  const pages = withPageIds(mediaFiles.map(toSentPage), currentPages, ({ hash }) => hash)
  return pages.map(({ id, url: _url, hash, type, size, name, recipe, captions, ...content }) => {
    const kept = current.find((page) => page.hash === hash)
    return {
      pageId: id,
      hash,
      source: { type, size, name },
      ...content,
      captions: resolveCaptions(captions, kept?.captions ?? []),
      recipe: recipe === undefined ? (kept?.recipe ?? null) : recipe,
    }
  })
}

function toSentPage(file: MediaFile) {
  const page: SentPage = typeof file === 'string' ? { url: file, ...noContent } : file
  const hash = hashFromAddress(page.url)
  if (!hash) throw apiError('media_not_yours', msg`Each media file must be the URL of media you uploaded.`)
  return { ...page, hash }
}

/** One upload per page, in order. A picture uploaded twice can be on two pages. Undefined if a page has no upload. */
export function matchPages<Page extends { hash: string }>(pages: Page[], uploads: MemberMedia[]) {
  const remaining = [...uploads]
  const matched = pages.map(({ hash, ...content }) => {
    const index = remaining.findIndex((media) => media.hash === hash)
    const [media] = index < 0 ? [] : remaining.splice(index, 1)
    return media && { media, ...content }
  })
  return matched.every((page) => page !== undefined) ? matched : undefined
}

export function assertOneKind(kinds: ('image' | 'video')[]) {
  const videos = kinds.filter((kind) => kind === 'video').length
  if (videos > 1 || (videos === 1 && kinds.length > 1)) {
    throw apiError('media_refused', msg`You can only upload one video at a time.`)
  }
}

export type PublishingLimits = FileSizeLimits & Pick<Config, 'memberQuotaMb'>
export type FileSizeLimits = Pick<Config, 'maxImageMb' | 'maxVideoMb'>

/** Every file is re-encoded, so only its kind and the size limit of that kind can be checked. */
export function assertMatchesSource(
  pages: { media: MemberMedia; source?: SourceFile }[],
  { maxImageMb, maxVideoMb }: FileSizeLimits,
) {
  for (const { media, source } of pages) {
    const kind = source?.type?.toLowerCase().split('/')[0] ?? media.kind
    if (kind !== media.kind)
      throw apiError(
        'media_refused',
        media.kind === 'image'
          ? msg`This file was uploaded as an image, not as ${{ type: source?.type }}.`
          : msg`This file was uploaded as a video, not as ${{ type: source?.type }}.`,
      )
    const mb = kind === 'image' ? maxImageMb : maxVideoMb
    if ((source?.size ?? 0) > mb * bytesPerMb) throw apiError('media_refused', fileTooLargeMessage(media.kind, mb))
  }
}

async function earlierZine(tx: Tx, { creatorId, title }: Pick<NewZine, 'creatorId' | 'title'>, hashes: string[]) {
  const existingId = await findSameZine(tx, creatorId, { title, hashes })
  if (existingId) return existingId
  throw await mediaNotFreeError(tx, creatorId, hashes)
}

export async function mediaNotFreeError(tx: Tx, ownerId: string, hashes: string[]) {
  const ownHashes = new Set((await listOwnHashes(tx, ownerId, hashes)).map((media) => media.hash))
  return hashes.every((hash) => ownHashes.has(hash))
    ? apiError('media_already_published', msg`Some of these pages are already in a zine. Please upload them again.`)
    : apiError('media_not_yours', msg`Each media file must be the URL of media you uploaded.`)
}
