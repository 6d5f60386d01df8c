import type { DocumentPage, DraftDocument } from '#contract/documents.ts'
import type { DraftPage } from '#contract/drafts.ts'
import type { DraftText } from '../session/draft-text.ts'

type Pdf = Pick<DraftDocument, 'id' | 'pages'>

/** Where a PDF's pages were before the PDF is read again, by PDF ID. */
export type PdfPositions = ReadonlyMap<string, number>

/** Adds a PDF's new pages after its others. `placed` also counts removed pages, so that they do not return. */
export function insertPdfPages(content: DraftText, pdf: Pdf, { maxPages, positions }: InsertOptions) {
  const insertedBefore = content.placed[pdf.id] ?? 0
  const newPages = pdf.pages.slice(insertedBefore)
  const pages = [...content.pages]
  let pageIndex = findInsertIndex(content, pdf, positions)
  let insertedCount = insertedBefore
  for (const documentPage of newPages) {
    const page = toDraftPage(documentPage, pageIdOf(pdf, insertedCount))
    if (page && pages.length >= maxPages) break
    if (page) pages.splice(pageIndex++, 0, page)
    insertedCount += 1
  }
  if (insertedCount === insertedBefore) return content
  return { ...content, pages, placed: { ...content.placed, [pdf.id]: insertedCount } }
}

type InsertOptions = { maxPages: number; positions?: PdfPositions }

export const hasPendingPages = (content: DraftText, pdf: Pdf, maxPages: number) =>
  content.pages.length >= maxPages && pdf.pages.slice(content.placed[pdf.id] ?? 0).some(({ url }) => url !== null)

/** After the PDF's last page, else at its earlier position, else at the end. */
function findInsertIndex({ pages }: DraftText, pdf: Pdf, positions?: PdfPositions) {
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
export function removePdfPages(content: DraftText, pdf: Pdf) {
  const pdfUrls = urlsOf(pdf)
  const pageIndex = content.pages.findIndex(({ url }) => pdfUrls.has(url))
  const { [pdf.id]: _removed, ...placed } = content.placed
  const remaining = { ...content, placed, pages: content.pages.filter(({ url }) => !pdfUrls.has(url)) }
  return { content: remaining, pageIndex: pageIndex < 0 ? content.pages.length : pageIndex }
}

export function countEditedPages(content: DraftText, pdf: Pdf) {
  const originalTranscripts = new Map(pdf.pages.map(({ url, transcript }) => [url, transcript]))
  return content.pages.filter(
    ({ url, altText, transcript }) =>
      originalTranscripts.has(url) &&
      (altText.trim() !== '' || transcript.trim() !== (originalTranscripts.get(url) ?? '').trim()),
  ).length
}
