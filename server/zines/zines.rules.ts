import { hashOfAddress } from '#contract/media-address.ts'
import { refuse } from '../http/errors.ts'

export type GivenPage = { hash: string; altText: string }
export type OwnMedia = { id: string; hash: string; kind: 'image' | 'video' }

/** The pages as they were sent, by the content hash in their addresses. */
export function givenPages(mediaFiles: (string | { url: string; altText: string })[]): GivenPage[] {
  return mediaFiles.map((file) => {
    const { url, altText } = typeof file === 'string' ? { url: file, altText: '' } : file
    const hash = hashOfAddress(url)
    if (!hash) throw refuse('media_not_yours', 'Each media file must be the address of media you uploaded.')
    return { hash, altText }
  })
}

/**
 * Gives each page, in order, one upload of the member with its content. The same picture may stand on two pages
 * if it was uploaded twice. Undefined when some page has no upload left.
 */
export function matchPages(pages: GivenPage[], uploads: OwnMedia[]) {
  const left = [...uploads]
  const matched = pages.map(({ hash, altText }) => {
    const index = left.findIndex((media) => media.hash === hash)
    const [media] = index < 0 ? [] : left.splice(index, 1)
    return media && { media, altText }
  })
  return matched.every((page) => page !== undefined) ? matched : undefined
}

/** One to five images, or exactly one video. */
export function assertOneKind(kinds: ('image' | 'video')[]) {
  const videos = kinds.filter((kind) => kind === 'video').length
  if (videos > 1 || (videos === 1 && kinds.length > 1)) {
    throw refuse('media_refused', 'You can only upload one video at a time.')
  }
}
