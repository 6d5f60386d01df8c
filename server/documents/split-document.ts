import type { Tx } from '#server/db/connection.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { removeFreeMedia } from '#server/media/media.queries.ts'
import * as queries from './documents.queries.ts'
import { notKept, tooManyPages } from './documents.ts'
import { promiseReading } from './read-documents.ts'
import { partsInOrder, type Split } from './spreads.ts'

type Wish = { own: queries.Own; split: Split; mostPages: number }

/** Reads a PDF again with a different split. A PDF that was refused half-way continues. */
export async function splitDocument(tx: Tx, { own, split, mostPages }: Wish) {
  const document = await queries.lockDocument(tx, own)
  if (!document) throw notFound('PDF')
  const isSame = areSameParts(document, split)
  if (isSame && document.state !== 'refused') return queries.noteSplit(tx, own.id, split)
  if (document.state === 'refused' && document.sheet_count === null)
    throw refuse('media_refused', document.refusal ?? '')
  if (Number(document.byte_size) === 0) throw refuse('media_refused', notKept)
  const { sheet_count } = document
  const pageCount = sheet_count === null ? null : partsInOrder(sheet_count, split).length
  if (pageCount && pageCount > mostPages) throw refuse('media_refused', tooManyPages(pageCount, mostPages))
  await queries.beginAgain(tx, own.id, { split, pageCount })
  if (!isSame) await removeFreeMedia(tx, await queries.deletePages(tx, own.id))
  await promiseReading(tx)
}

/** A different split that results in the same parts preserves the existing pages. */
function areSameParts(document: queries.Document, split: Split) {
  const { sheet_count: sheets } = document
  const before = queries.splitOf(document)
  if (sheets === null) return queries.isSameSplit(before, split)
  return JSON.stringify(partsInOrder(sheets, before)) === JSON.stringify(partsInOrder(sheets, split))
}

/** Pages used by the draft stay. */
export async function deleteDocument(tx: Tx, own: queries.Own) {
  if (!(await queries.lockDocument(tx, own))) throw notFound('PDF')
  const media = await queries.deletePages(tx, own.id)
  await queries.deleteRow(tx, own.id)
  await removeFreeMedia(tx, media)
}
