import { asRefusal, Refusal, refuse } from '#server/http/errors.ts'
import { countSheets } from './count-sheets.ts'
import { type Document, keptPdfOf } from './documents.queries.ts'
import type { ReadingDeps } from './documents.ts'
import { makePage } from './make-page.ts'
import { refuseDocument, Superseded } from './reading.queries.ts'
import { notKept, pdfTooMuch } from './refusals.ts'

/** Makes the next page of a PDF, once it is known how many there are. What it is refused for is written down. */
export async function readOn(deps: ReadingDeps, document: Document) {
  try {
    const reading = { document, ms: msLeft(deps, document) }
    const counted = document.sheet_count === null ? await countSheets(deps, reading) : document
    await makePage(deps, { document: counted, ms: msLeft(deps, counted) })
  } catch (error) {
    if (error instanceof Superseded || deps.stopping.aborted) return
    const sentence = sentenceOf(error as Error)
    if (!sentence) throw error
    const { isFileNeeded } = await refuseDocument(deps.db, document, sentence)
    if (!isFileNeeded) await deps.files.remove(keptPdfOf(document))
  }
}

function msLeft({ times }: ReadingDeps, { reading_ms }: Document) {
  const left = times.pdf - reading_ms
  if (left <= 0) throw refuse('media_refused', pdfTooMuch)
  return Math.min(times.page, left)
}

/** Of what is up to the PDF or its member. Everything else is tried again. */
function sentenceOf(error: Error & { code?: string }) {
  if (error.code === 'ENOENT') return notKept
  const refusal = error instanceof Refusal ? error : asRefusal(error as Parameters<typeof asRefusal>[0])
  return ['media_refused', 'quota_reached', 'storage_full'].includes(refusal.code)
    ? refusal.message
    : undefined
}
