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

export const toLayoutPage = (id: string, media: UploadedMedia, altText = ''): LayoutPage => ({
  id,
  altText,
  transcript: '',
  contentNote: '',
  isFromDocument: false,
  recipe: null,
  captions: [],
  ...pictureOf(media),
})

const pictureOf = ({ url, width, height, placeholder }: UploadedMedia) => ({ url, width, height, placeholder })

/** Updates the aspect ratio after a change of the paper or the first page. */
export function withAspectRatio<Text extends Layout>(before: Layout, layout: Text): Text {
  const [first] = layout.pages
  if (layout.paper === before.paper && first?.url === before.pages[0]?.url) return layout
  return { ...layout, aspectRatio: closestAspectRatio(layout.paper, first) ?? layout.aspectRatio }
}

export const isVideo = ({ pages: [first] }: Layout) => first !== undefined && isVideoAddress(first.url)

/** Changes nothing if the page is there already. */
export const insertPage =
  (pageIndex: number, page: LayoutPage): LayoutChange =>
  (layout) =>
    layout.pages.some(({ id }) => id === page.id)
      ? layout
      : { ...layout, pages: layout.pages.toSpliced(pageIndex, 0, page) }

const withoutRecipe = (page: LayoutPage): LayoutPage => ({ ...page, recipe: null })

export type NewPicture = {
  id: string
  media: UploadedMedia
  finish?: ((page: LayoutPage) => LayoutPage) | undefined
  appendIfPageIsGone?: boolean
}

/** Replaces the pictures of pages in one step. The pages keep their texts, unless `finish` changes them. */
export const replacePictures =
  (pictures: readonly NewPicture[]): LayoutChange =>
  (layout) => {
    const remaining = new Map(pictures.map((picture) => [picture.id, picture]))
    const pages = layout.pages.map((page) => {
      const picture = remaining.get(page.id)
      remaining.delete(page.id)
      return picture ? withPicture(page, picture) : page
    })
    const appended = [...remaining.values()].filter(({ appendIfPageIsGone }) => appendIfPageIsGone)
    return {
      ...layout,
      pages: [...pages, ...appended.map((picture) => withPicture(toLayoutPage(picture.id, picture.media), picture))],
    }
  }

const withPicture = (page: LayoutPage, { media, finish = withoutRecipe }: NewPicture) =>
  finish({ ...page, ...pictureOf(media) })

export const removePage =
  (pageIndex: number): LayoutChange =>
  (layout) => ({ ...layout, pages: layout.pages.toSpliced(pageIndex, 1) })

export const movePage =
  (from: number, to: number): LayoutChange =>
  (layout) => ({ ...layout, pages: moveItem(layout.pages, from, to) })

/** Changes nothing if these pages are in another order than `from`. */
export const rearrangePages =
  ({ from, to }: { from: readonly string[]; to: readonly string[] }): LayoutChange =>
  (layout) =>
    isArranged(layout.pages, from, idOf) && !isArranged(layout.pages, to, idOf)
      ? { ...layout, pages: arrangeItems(layout.pages, to, idOf) }
      : layout

export const idOf = ({ id }: Pick<LayoutPage, 'id'>) => id

export const changePageText =
  (pageId: string, texts: Partial<LayoutPage>): LayoutChange =>
  (layout) =>
    layout.pages.some(({ id }) => id === pageId)
      ? { ...layout, pages: layout.pages.map((page) => (page.id === pageId ? { ...page, ...texts } : page)) }
      : layout
