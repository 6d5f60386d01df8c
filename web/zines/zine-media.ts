import type { ZinePage } from '#contract/media.ts'
import { isVideoAddress } from '#contract/media-address.ts'
import { pageRatio, paperOfRatio, paperRatios, pictureRatio } from '#contract/paper-formats.ts'
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

/** A video is on no paper. Zines saved offline before papers existed have none either. */
export const formatOf = ({ kind }: ZinePage, { paper = 'pictures' }: Zine) => (kind === 'video' ? 'pictures' : paper)

/** Width divided by height of a page. Uses the zine's aspect ratio if the media's size is unknown. */
export const ratioOf = (page: ZinePage, zine: Zine) =>
  pageRatio(formatOf(page, zine), page) ?? paperRatios[paperOfRatio(zine.aspectRatio)]

/** Only for a picture that fills its paper: otherwise it would show in the margins. */
export const placeholderOf = (page: ZinePage, zine: Zine) =>
  ratioOf(page, zine) === pictureRatio(page) ? page.placeholder : null

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
