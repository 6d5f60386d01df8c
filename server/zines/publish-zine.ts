import { hashOfAddress } from '#contract/media-address.ts'
import type { Config } from '#server/config/config.ts'
import type { Tx } from '#server/db/connection.ts'
import { refuse } from '#server/http/errors.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { tooManyBytes } from '#server/media/decode/refused-file.ts'
import {
  findSameZine,
  insertZine,
  listOwnHashes,
  listUnpublishedMedia,
  lockCreator,
  type NewZine,
  type OwnMedia,
  type PageWords,
} from './publish-zine.queries.ts'

type SourceFile = { type?: string; size?: number; name?: string }
export type MediaFile = string | ({ url: string } & PageWords & SourceFile)
type Publication = Omit<NewZine, 'pages'> & { mediaFiles: MediaFile[] }
export type GivenPage = { hash: string; source?: SourceFile } & PageWords

/** Atomic. Sending the same publication again creates no second zine, but returns the id of the first. */
export async function publishZine(tx: Tx, { mediaFiles, ...zine }: Publication, sizes: LargestFiles) {
  const given = givenPages(mediaFiles)
  await holdCreator(tx, zine.creatorId)
  const hashes = given.map((page) => page.hash)
  const matched = matchPages(given, await listUnpublishedMedia(tx, zine.creatorId, hashes))
  if (!matched) return await earlierZine(tx, zine, hashes)
  assertOneKind(matched.map((page) => page.media.kind))
  assertMatchesSource(matched, sizes)
  const pages = matched.map(({ media, ...words }) => ({ mediaId: media.id, ...words }))
  return await insertZine(tx, { ...zine, pages })
}

/** Serialises changes to a creator's zines and drafts, because they use the same uploads. */
export async function holdCreator(tx: Tx, userId: string) {
  const creator = await lockCreator(tx, userId)
  if (!creator) throw refuse('not_yours', 'Your profile is not set up yet. Please sign in again.')
}

const noWords: PageWords = { altText: '', transcript: '', contentNote: '' }

export function givenPages(mediaFiles: MediaFile[]): GivenPage[] {
  return mediaFiles.map((file) => {
    const { url, type, size, name, ...words }: Exclude<MediaFile, string> =
      typeof file === 'string' ? { url: file, ...noWords } : file
    const hash = hashOfAddress(url)
    if (!hash) throw refuse('media_not_yours', 'Each media file must be the URL of media you uploaded.')
    return { hash, source: { type, size, name }, ...words }
  })
}

/** One upload per page, in order. A picture uploaded twice can be on two pages. Undefined if a page has no upload. */
export function matchPages<Page extends { hash: string }>(pages: Page[], uploads: OwnMedia[]) {
  const left = [...uploads]
  const matched = pages.map(({ hash, ...words }) => {
    const index = left.findIndex((media) => media.hash === hash)
    const [media] = index < 0 ? [] : left.splice(index, 1)
    return media && { media, ...words }
  })
  return matched.every((page) => page !== undefined) ? matched : undefined
}

export function assertOneKind(kinds: ('image' | 'video')[]) {
  const videos = kinds.filter((kind) => kind === 'video').length
  if (videos > 1 || (videos === 1 && kinds.length > 1)) {
    throw refuse('media_refused', 'You can only upload one video at a time.')
  }
}

export type LargestFiles = Pick<Config, 'maxImageMb' | 'maxVideoMb'>

/** Every file is re-encoded, so only its kind and the size limit of that kind can be checked. */
export function assertMatchesSource(
  pages: { media: OwnMedia; source?: SourceFile }[],
  { maxImageMb, maxVideoMb }: LargestFiles,
) {
  for (const { media, source } of pages) {
    const kind = source?.type?.toLowerCase().split('/')[0] ?? media.kind
    if (kind !== media.kind)
      throw refuse('media_refused', `This file was uploaded as ${aKind(media.kind)}, not as ${source?.type}.`)
    const mb = kind === 'image' ? maxImageMb : maxVideoMb
    if ((source?.size ?? 0) > mb * bytesPerMb) throw refuse('media_refused', tooManyBytes(media.kind, mb))
  }
}

const aKind = (kind: OwnMedia['kind']) => (kind === 'image' ? 'an image' : 'a video')

async function earlierZine(tx: Tx, { creatorId, title }: Omit<NewZine, 'pages'>, hashes: string[]) {
  const same = await findSameZine(tx, creatorId, { title, hashes })
  if (same) return same
  throw await whyNotFree(tx, creatorId, hashes)
}

export async function whyNotFree(tx: Tx, ownerId: string, hashes: string[]) {
  const own = new Set((await listOwnHashes(tx, ownerId, hashes)).map((media) => media.hash))
  return hashes.every((hash) => own.has(hash))
    ? refuse(
        'media_already_published',
        'Some of these pages are already in a zine. Please upload them again.',
      )
    : refuse('media_not_yours', 'Each media file must be the URL of media you uploaded.')
}
