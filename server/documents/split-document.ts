import type { Tx } from '#server/db/connection.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { removeFreeMedia } from '#server/media/media.queries.ts'
import * as queries from './documents.queries.ts'
import { promiseReading } from './read-documents.ts'
import { notKept, tooManyPages } from './refusals.ts'
import { partsInOrder, type Split } from './spreads.ts'

type Wish = { own: queries.Own; split: Split; mostPages: number }

/** A PDF is read again, with its sheets split otherwise; what was refused half-way is gone on with. */
export async function splitDocument(tx: Tx, { own, split, mostPages }: Wish) {
  const document = await queries.lockDocument(tx, own)
  if (!document) throw notFound('PDF')
  const isSame = queries.isSameSplit(queries.splitOf(document), split)
  if (isSame && document.state !== 'refused') return
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

/** Pages that its draft shows stay. */
export async function deleteDocument(tx: Tx, own: queries.Own) {
  if (!(await queries.lockDocument(tx, own))) throw notFound('PDF')
  const media = await queries.deletePages(tx, own.id)
  await queries.deleteRow(tx, own.id)
  await removeFreeMedia(tx, media)
}
