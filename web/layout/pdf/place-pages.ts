import { type AspectRatio, aspectRatios } from '#contract/aspect-ratios.ts'
import type { DocumentPage, DraftDocument } from '#contract/documents.ts'
import type { DraftPage } from '#contract/drafts.ts'
import type { LayoutText } from '../session/layout-text.ts'

type Pdf = Pick<DraftDocument, 'id' | 'pages'>

/** Where a PDF's pages were before the PDF is read again, by PDF ID. */
export type Places = ReadonlyMap<string, number>

/** Adds a PDF's new pages after its others. `placed` also counts removed pages, so that they do not return. */
export function placePages(layout: LayoutText, pdf: Pdf, { most, places, choosesRatio = false }: Placing) {
  const from = layout.placed[pdf.id] ?? 0
  const coming = pdf.pages.slice(from)
  const pages = [...layout.pages]
  let place = nextPlace(layout, pdf, places)
  let seen = from
  for (const each of coming) {
    const page = asPage(each)
    if (page && pages.length >= most) break
    if (page) pages.splice(place++, 0, page)
    seen += 1
  }
  if (seen === from) return layout
  const isFirst = layout.pages.length === 0 && Object.keys(layout.placed).length === 0
  const aspectRatio = (choosesRatio && isFirst && closestRatio(pages[0])) || layout.aspectRatio
  return { ...layout, aspectRatio, pages, placed: { ...layout.placed, [pdf.id]: seen } }
}

type Placing = { most: number; places?: Places; choosesRatio?: boolean }

export function closestRatio(page: Pick<DraftPage, 'width' | 'height'> | undefined) {
  if (!page?.width || !page.height) return undefined
  const ratio = page.width / page.height
  const distance = (name: AspectRatio) => {
    const [width = 1, height = 1] = name.split(':').map(Number)
    return Math.abs(Math.log(ratio / (width / height)))
  }
  return aspectRatios.toSorted((one, other) => distance(one) - distance(other))[0]
}

export const isWaitingForRoom = (layout: LayoutText, pdf: Pdf, most: number) =>
  layout.pages.length >= most && pdf.pages.slice(layout.placed[pdf.id] ?? 0).some(({ url }) => url !== null)

/** After the PDF's last page, else at its earlier position, else at the end. */
function nextPlace({ pages }: LayoutText, pdf: Pdf, places?: Places) {
  const own = urlsOf(pdf)
  const last = pages.findLastIndex(({ url }) => own.has(url))
  if (last >= 0) return last + 1
  return Math.min(places?.get(pdf.id) ?? pages.length, pages.length)
}

const urlsOf = ({ pages }: Pdf) => new Set(pages.flatMap(({ url }) => url ?? []))

function asPage({ url, transcript, width, height, placeholder }: DocumentPage): DraftPage | undefined {
  if (url === null) return undefined
  const words = { altText: '', transcript, contentNote: '', isFromDocument: transcript !== '' }
  return { url, ...words, width, height, placeholder }
}

/** Removes a PDF's pages before the PDF is read again. Also returns their position. */
export function takePages(layout: LayoutText, pdf: Pdf) {
  const own = urlsOf(pdf)
  const place = layout.pages.findIndex(({ url }) => own.has(url))
  const { [pdf.id]: _placed, ...placed } = layout.placed
  const without = { ...layout, placed, pages: layout.pages.filter(({ url }) => !own.has(url)) }
  return { layout: without, place: place < 0 ? layout.pages.length : place }
}

export function editedPages(layout: LayoutText, pdf: Pdf) {
  const told = new Map(pdf.pages.map(({ url, transcript }) => [url, transcript]))
  return layout.pages.filter(
    ({ url, altText, transcript }) =>
      told.has(url) && (altText.trim() !== '' || transcript.trim() !== (told.get(url) ?? '').trim()),
  ).length
}
