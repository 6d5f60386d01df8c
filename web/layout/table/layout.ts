import type { DraftContent, DraftPage } from '#contract/drafts.ts'
import type { UploadedMedia } from '#contract/media.ts'
import { isVideoAddress } from '#contract/media-address.ts'
import { arrangeItems, isArranged, moveItem } from '#web/ui/list-order.ts'
import { closestAspectRatio } from '#web/upload/aspect-ratio.ts'

export type LayoutPage = DraftPage

export type Layout = Omit<DraftContent, 'placed'>

/** A page made here that has no space for some of its words. */
export type CutPage = { id: string; number: number; words: number }

export type LayoutChange = (layout: Layout) => Layout

export const blankLayout: Layout = {
  title: '',
  description: '',
  aspectRatio: '4:5',
  paper: 'pictures',
  readingDirection: 'ltr',
  mayPrint: false,
  details: {},
  contentNote: null,
  pages: [],
}

export const toLayoutPage = (media: UploadedMedia, altText = ''): LayoutPage => ({
  altText,
  transcript: '',
  contentNote: '',
  isFromDocument: false,
  recipe: null,
  captions: [],
  ...pictureOf(media),
})

const pictureOf = ({ url, width, height, placeholder }: UploadedMedia) => ({ url, width, height, placeholder })

/** Unique React keys, because the same picture can occur twice. */
export function keyedPages(pages: readonly LayoutPage[]) {
  const occurrences = new Map<string, number>()
  return pages.map((page) => {
    const count = occurrences.get(page.url) ?? 0
    occurrences.set(page.url, count + 1)
    return { ...page, id: `${page.url}#${count}` }
  })
}

/** Updates the aspect ratio after a change of the paper or the first page. */
export function withAspectRatio<Text extends Layout>(before: Layout, layout: Text): Text {
  const [first] = layout.pages
  if (layout.paper === before.paper && first?.url === before.pages[0]?.url) return layout
  return { ...layout, aspectRatio: closestAspectRatio(layout.paper, first) ?? layout.aspectRatio }
}

export const isVideo = ({ pages: [first] }: Layout) => first !== undefined && isVideoAddress(first.url)

export const insertPage =
  (pageIndex: number, page: LayoutPage): LayoutChange =>
  (layout) => ({ ...layout, pages: layout.pages.toSpliced(pageIndex, 0, page) })

const withoutRecipe = (page: LayoutPage): LayoutPage => ({ ...page, recipe: null })

/** `appendIfPageIsGone`: if its page no longer exists, the picture becomes the last page. */
export type NewPicture = {
  id: string
  media: UploadedMedia
  finish?: ((page: LayoutPage) => LayoutPage) | undefined
  appendIfPageIsGone: boolean
}

/** Replaces the pictures of pages in one step. The pages keep their texts, unless `finish` changes them. */
export const replacePictures =
  (pictures: readonly NewPicture[]): LayoutChange =>
  (layout) => {
    const remaining = new Map(pictures.map((picture) => [picture.id, picture]))
    const pages = keyedPages(layout.pages).map(({ id }, pageIndex) => {
      const page = layout.pages[pageIndex] as LayoutPage
      const picture = remaining.get(id)
      remaining.delete(id)
      return picture ? withPicture(page, picture) : page
    })
    const kept = [...remaining.values()].filter(({ appendIfPageIsGone }) => appendIfPageIsGone)
    return { ...layout, pages: [...pages, ...kept.map((picture) => withPicture(toLayoutPage(picture.media), picture))] }
  }

const withPicture = (page: LayoutPage, { media, finish = withoutRecipe }: NewPicture) =>
  finish({ ...page, ...pictureOf(media) })

export const removePage =
  (pageIndex: number): LayoutChange =>
  (layout) => ({ ...layout, pages: layout.pages.toSpliced(pageIndex, 1) })

export const movePage =
  (from: number, to: number): LayoutChange =>
  (layout) => ({ ...layout, pages: moveItem(layout.pages, from, to) })

/** Changes nothing if the pages with these pictures are in another order than `from`. */
export const rearrangePages =
  ({ from, to }: { from: readonly string[]; to: readonly string[] }): LayoutChange =>
  (layout) =>
    isArranged(layout.pages, from, urlOf) && !isArranged(layout.pages, to, urlOf)
      ? { ...layout, pages: arrangeItems(layout.pages, to, urlOf) }
      : layout

export const urlOf = ({ url }: Pick<LayoutPage, 'url'>) => url

export const changePageText =
  (pageIndex: number, url: string, texts: Partial<LayoutPage>): LayoutChange =>
  (layout) =>
    layout.pages[pageIndex]?.url === url
      ? { ...layout, pages: layout.pages.with(pageIndex, { ...layout.pages[pageIndex], ...texts }) }
      : layout
