import type { ZinePage } from '#contract/media.ts'
import { isVideoAddress } from '#contract/media-address.ts'
import type { FullZine, Zine } from '#contract/zines.ts'

/** The cover. Undefined for a zine without media, which is not rendered. */
export function coverOf({ cover, mediaUrls, imageUrl }: Zine): ZinePage | undefined {
  if (cover) return cover
  const url = mediaUrls.find((address) => address !== null) ?? imageUrl
  return url ? bareMedia(url) : undefined
}

export function pagesOf(zine: Zine | FullZine): ZinePage[] {
  if ('pages' in zine && zine.pages.length > 0) return zine.pages
  const cover = coverOf(zine)
  return cover ? [cover] : []
}

export const pageCount = ({ mediaUrls }: Zine) => mediaUrls.filter((url) => url !== null).length

/** Width divided by height. Uses the zine's ratio if the media's is unknown. */
export function ratioOf({ width, height }: ZinePage, { aspectRatio }: Zine) {
  if (width && height) return width / height
  const [across = 4, down = 5] = aspectRatio.split(':').map(Number)
  return across / down
}

const bareMedia = (url: string): ZinePage => ({
  url,
  kind: isVideoAddress(url) ? 'video' : 'image',
  width: null,
  height: null,
  placeholder: null,
  altText: '',
  contentNote: '',
  posterUrl: null,
})

/** The reader’s address at a page. Its first page needs no query. */
export const addressOfPage = (address: string, pageIndex: number) =>
  pageIndex === 0 ? address : `${address}?page=${pageIndex + 1}`
