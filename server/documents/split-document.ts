import type { Tx } from '#server/db/connection.ts'
import { apiError, notFound } from '#server/http/errors.ts'
import { fromStored } from '#server/languages/stored-sentences.ts'
import { removeUnusedMedia } from '#server/media/media.queries.ts'
import * as queries from './documents.queries.ts'
import { pdfNoLongerStored, tooManyPages } from './documents.ts'
import { enqueueReading } from './read-documents.ts'
import { partsInOrder, type Split } from './spreads.ts'

type SplitInput = { ref: queries.DocumentRef; split: Split; maxPages: number }

/** Reads a PDF again with a different split. A PDF that was refused half-way continues. */
export async function splitDocument(tx: Tx, { ref, split, maxPages }: SplitInput) {
  const document = await queries.lockDocument(tx, ref)
  if (!document) throw notFound('PDF')
  const isUnchanged = hasSameParts(document, split)
  if (isUnchanged && document.state !== 'refused') return queries.saveSplit(tx, ref.id, split)
  if (document.state === 'refused' && document.sheet_count === null)
    throw apiError('media_refused', fromStored(document.refusal ?? ''))
  if (Number(document.byte_size) === 0) throw apiError('media_refused', pdfNoLongerStored)
  const { sheet_count } = document
  const pageCount = sheet_count === null ? null : partsInOrder(sheet_count, split).length
  if (pageCount && pageCount > maxPages) throw apiError('media_refused', tooManyPages(pageCount, maxPages))
  await queries.restartReading(tx, ref.id, { split, pageCount })
  if (!isUnchanged) await removeUnusedMedia(tx, await queries.deletePages(tx, ref.id))
  await enqueueReading(tx)
}

/** A different split that results in the same parts preserves the existing pages. */
function hasSameParts(document: queries.Document, split: Split) {
  const { sheet_count: sheets } = document
  const before = queries.splitOf(document)
  if (sheets === null) return queries.isSameSplit(before, split)
  return JSON.stringify(partsInOrder(sheets, before)) === JSON.stringify(partsInOrder(sheets, split))
}

/** Pages used by the draft stay. */
export async function deleteDocument(tx: Tx, ref: queries.DocumentRef) {
  if (!(await queries.lockDocument(tx, ref))) throw notFound('PDF')
  const media = await queries.deletePages(tx, ref.id)
  await queries.deleteDocumentRow(tx, ref.id)
  await removeUnusedMedia(tx, media)
}
