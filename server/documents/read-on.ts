import { asRefusal, Refusal, refuse } from '#server/http/errors.ts'
import { countSheets } from './count-sheets.ts'
import type { Document } from './documents.queries.ts'
import type { DocumentDeps } from './documents.ts'
import { makePage } from './make-page.ts'
import { refuseDocument, Superseded } from './reading.queries.ts'
import { notKept, pdfTooMuch } from './refusals.ts'

/** Goes one step on with a PDF: looks how many pages there are, or makes one. What it is refused for is written down. */
export async function readOn(deps: DocumentDeps, document: Document) {
  try {
    const msLeft = deps.times.pdf - document.reading_ms
    if (msLeft <= 0) throw refuse('media_refused', pdfTooMuch)
    const reading = { document, ms: Math.min(deps.times.page, msLeft) }
    await (document.sheet_count === null ? countSheets(deps, reading) : makePage(deps, reading))
  } catch (error) {
    if (error instanceof Superseded) return
    const sentence = sentenceOf(error as Error)
    if (!sentence) throw error
    await refuseDocument(deps.db, document, sentence)
  }
}

/** Of what is up to the PDF or its member. Everything else is tried again. */
function sentenceOf(error: Error & { code?: string }) {
  if (error.code === 'ENOENT') return notKept
  const refusal = error instanceof Refusal ? error : asRefusal(error as Parameters<typeof asRefusal>[0])
  return ['media_refused', 'quota_reached', 'storage_full'].includes(refusal.code)
    ? refusal.message
    : undefined
}
