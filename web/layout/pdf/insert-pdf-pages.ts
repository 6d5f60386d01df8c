import type { DocumentPage, DraftDocument } from '#contract/documents.ts'
import type { DraftPage } from '#contract/drafts.ts'
import type { LayoutText } from '../session/layout-text.ts'

type Pdf = Pick<DraftDocument, 'id' | 'pages'>

/** Where a PDF's pages were before the PDF is read again, by PDF ID. */
export type PdfPositions = ReadonlyMap<string, number>

/** Adds a PDF's new pages after its others. `placed` also counts removed pages, so that they do not return. */
export function insertPdfPages(layout: LayoutText, pdf: Pdf, { maxPages, positions }: InsertOptions) {
  const insertedBefore = layout.placed[pdf.id] ?? 0
  const newPages = pdf.pages.slice(insertedBefore)
  const pages = [...layout.pages]
  let pageIndex = findInsertIndex(layout, pdf, positions)
  let insertedCount = insertedBefore
  for (const documentPage of newPages) {
    const page = toDraftPage(documentPage, pageIdOf(pdf, insertedCount))
    if (page && pages.length >= maxPages) break
    if (page) pages.splice(pageIndex++, 0, page)
    insertedCount += 1
  }
  if (insertedCount === insertedBefore) return layout
  return { ...layout, pages, placed: { ...layout.placed, [pdf.id]: insertedCount } }
}

type InsertOptions = { maxPages: number; positions?: PdfPositions }

export const hasPendingPages = (layout: LayoutText, pdf: Pdf, maxPages: number) =>
  layout.pages.length >= maxPages && pdf.pages.slice(layout.placed[pdf.id] ?? 0).some(({ url }) => url !== null)

/** After the PDF's last page, else at its earlier position, else at the end. */
function findInsertIndex({ pages }: LayoutText, pdf: Pdf, positions?: PdfPositions) {
  const pdfUrls = urlsOf(pdf)
  const last = pages.findLastIndex(({ url }) => pdfUrls.has(url))
  if (last >= 0) return last + 1
  return Math.min(positions?.get(pdf.id) ?? pages.length, pages.length)
}

const urlsOf = ({ pages }: Pdf) => new Set(pages.flatMap(({ url }) => url ?? []))

/** The same in all tabs, because each of them inserts the pages. */
const pageIdOf = ({ id }: Pdf, index: number) => id.slice(0, -12) + index.toString(16).padStart(12, '0')

function toDraftPage({ url, transcript, width, height, placeholder }: DocumentPage, id: string): DraftPage | undefined {
  if (url === null) return undefined
  const texts = { altText: '', transcript, contentNote: '', isFromDocument: transcript !== '' }
  return { id, url, ...texts, recipe: null, captions: [], width, height, placeholder }
}

/** Removes a PDF's pages before the PDF is read again. Also returns their position. */
export function removePdfPages(layout: LayoutText, pdf: Pdf) {
  const pdfUrls = urlsOf(pdf)
  const pageIndex = layout.pages.findIndex(({ url }) => pdfUrls.has(url))
  const { [pdf.id]: _removed, ...placed } = layout.placed
  const remaining = { ...layout, placed, pages: layout.pages.filter(({ url }) => !pdfUrls.has(url)) }
  return { layout: remaining, pageIndex: pageIndex < 0 ? layout.pages.length : pageIndex }
}

export function countEditedPages(layout: LayoutText, pdf: Pdf) {
  const originalTranscripts = new Map(pdf.pages.map(({ url, transcript }) => [url, transcript]))
  return layout.pages.filter(
    ({ url, altText, transcript }) =>
      originalTranscripts.has(url) &&
      (altText.trim() !== '' || transcript.trim() !== (originalTranscripts.get(url) ?? '').trim()),
  ).length
}
