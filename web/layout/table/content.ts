import type { DraftContent, DraftPage } from '#contract/drafts.ts'
import type { UploadedMedia } from '#contract/media.ts'
import { isVideoAddress } from '#contract/media-address.ts'
import { arrangeItems, isArranged, moveItem } from '#web/ui/list-order.ts'
import { closestAspectRatio } from '#web/upload/aspect-ratio.ts'

export type ContentPage = DraftPage

export type ZineContent = Omit<DraftContent, 'placed'>

/** A page made here that has no space for some of its words. */
export type CutPage = { id: string; number: number; words: number }

export type ContentChange = (content: ZineContent) => ZineContent

export const blankContent: ZineContent = {
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

export const toContentPage = (id: string, media: UploadedMedia, altText = ''): ContentPage => ({
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
export function withAspectRatio<Text extends ZineContent>(before: ZineContent, content: Text): Text {
  const [first] = content.pages
  if (content.paper === before.paper && first?.url === before.pages[0]?.url) return content
  return { ...content, aspectRatio: closestAspectRatio(content.paper, first) ?? content.aspectRatio }
}

export const isVideo = ({ pages: [first] }: ZineContent) => first !== undefined && isVideoAddress(first.url)

/** Changes nothing if the page is there already. */
export const insertPage =
  (pageIndex: number, page: ContentPage): ContentChange =>
  (content) =>
    content.pages.some(({ id }) => id === page.id)
      ? content
      : { ...content, pages: content.pages.toSpliced(pageIndex, 0, page) }

const withoutRecipe = (page: ContentPage): ContentPage => ({ ...page, recipe: null })

export type NewPicture = {
  id: string
  media: UploadedMedia
  finish?: ((page: ContentPage) => ContentPage) | undefined
  appendIfPageIsGone?: boolean
}

/** Replaces the pictures of pages in one step. The pages keep their texts, unless `finish` changes them. */
export const replacePictures =
  (pictures: readonly NewPicture[]): ContentChange =>
  (content) => {
    const remaining = new Map(pictures.map((picture) => [picture.id, picture]))
    const pages = content.pages.map((page) => {
      const picture = remaining.get(page.id)
      remaining.delete(page.id)
      return picture ? withPicture(page, picture) : page
    })
    const appended = [...remaining.values()].filter(({ appendIfPageIsGone }) => appendIfPageIsGone)
    return {
      ...content,
      pages: [...pages, ...appended.map((picture) => withPicture(toContentPage(picture.id, picture.media), picture))],
    }
  }

const withPicture = (page: ContentPage, { media, finish = withoutRecipe }: NewPicture) =>
  finish({ ...page, ...pictureOf(media) })

export const removePage =
  (pageIndex: number): ContentChange =>
  (content) => ({ ...content, pages: content.pages.toSpliced(pageIndex, 1) })

export const movePage =
  (from: number, to: number): ContentChange =>
  (content) => ({ ...content, pages: moveItem(content.pages, from, to) })

/** Changes nothing if these pages are in another order than `from`. */
export const rearrangePages =
  ({ from, to }: { from: readonly string[]; to: readonly string[] }): ContentChange =>
  (content) =>
    isArranged(content.pages, from, idOf) && !isArranged(content.pages, to, idOf)
      ? { ...content, pages: arrangeItems(content.pages, to, idOf) }
      : content

export const idOf = ({ id }: Pick<ContentPage, 'id'>) => id

export const changePageText =
  (pageId: string, texts: Partial<ContentPage>): ContentChange =>
  (content) =>
    content.pages.some(({ id }) => id === pageId)
      ? { ...content, pages: content.pages.map((page) => (page.id === pageId ? { ...page, ...texts } : page)) }
      : content
