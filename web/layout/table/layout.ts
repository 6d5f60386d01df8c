import type { DraftContent, DraftPage } from '#contract/drafts.ts'
import type { UploadedMedia } from '#contract/media.ts'
import { isVideoAddress } from '#contract/media-address.ts'
import { moved } from '#web/ui/list-order.ts'

export type LayoutPage = DraftPage

export type Layout = Omit<DraftContent, 'placed'>

export type LayoutChange = (layout: Layout) => Layout

export const blankLayout: Layout = {
  title: '',
  description: '',
  aspectRatio: '4:5',
  readingDirection: 'ltr',
  mayPrint: false,
  details: {},
  contentNote: null,
  pages: [],
}

export const pageOf = ({ url, width, height, placeholder }: UploadedMedia, altText = ''): LayoutPage => ({
  url,
  altText,
  transcript: '',
  contentNote: '',
  isFromDocument: false,
  width,
  height,
  placeholder,
})

/** Unique React keys, because the same picture can occur twice. */
export function keyedPages(pages: readonly LayoutPage[]) {
  const seen = new Map<string, number>()
  return pages.map((page) => {
    const times = seen.get(page.url) ?? 0
    seen.set(page.url, times + 1)
    return { ...page, id: `${page.url}#${times}` }
  })
}

export const isVideo = ({ pages: [first] }: Layout) => first !== undefined && isVideoAddress(first.url)

export const insertPage =
  (place: number, page: LayoutPage): LayoutChange =>
  (layout) => ({ ...layout, pages: layout.pages.toSpliced(place, 0, page) })

export const layDown =
  (come: readonly { page: LayoutPage; place: number | undefined }[]): LayoutChange =>
  (layout) =>
    come.reduce((last, { page, place }) => insertPage(place ?? last.pages.length, page)(last), layout)

export const takePage =
  (place: number): LayoutChange =>
  (layout) => ({ ...layout, pages: layout.pages.toSpliced(place, 1) })

export const moveTo =
  (from: number, to: number): LayoutChange =>
  (layout) => ({ ...layout, pages: moved(layout.pages, from, to) })

export const changeWords =
  (place: number, url: string, words: Partial<LayoutPage>): LayoutChange =>
  (layout) =>
    layout.pages[place]?.url === url
      ? { ...layout, pages: layout.pages.with(place, { ...layout.pages[place], ...words }) }
      : layout
