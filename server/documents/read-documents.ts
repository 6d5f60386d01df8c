import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { asRefusal, Refusal, refuse } from '#server/http/errors.ts'
import { countSheets } from './count-sheets.ts'
import { type Document, keptPdfOf } from './documents.queries.ts'
import type { DocumentDeps, ReadingDeps } from './documents.ts'
import { enterLane } from './lane.queries.ts'
import { makePage } from './make-page.ts'
import { refuseDocument, Superseded, takeNext } from './reading.queries.ts'
import { notKept, pdfTooMuch } from './refusals.ts'

/** One job reads all that waits. */
export const promiseReading = (tx: Tx, afterSeconds = 0) =>
  enqueueJob(tx, 'read-documents', {}, { key: 'read-documents', afterSeconds })

/**
 * Reads PDFs page by page, each in its turn, in whatever process: one page at a time on the whole site, and none while
 * pictures need every decoder of this process. Other jobs have their turn every few seconds.
 */
export async function readDocuments(deps: DocumentDeps) {
  const lane = await enterLane(deps.direct)
  if (!lane) return promiseAgain(deps, 1)
  let isLeft = true
  let page: Promise<boolean> | undefined
  try {
    await using pdfs = deps.files.openCopies()
    const until = performance.now() + deps.times.turn
    do {
      page = deps.queue.startPage(() => readNext({ ...deps, pdfs }))
      if (page) isLeft = await page
    } while (page && isLeft && performance.now() < until && !deps.stopping.aborted)
  } finally {
    await lane.leave()
  }
  if (isLeft) await promiseAgain(deps, page ? 0 : 1)
}

async function readNext(deps: ReadingDeps) {
  const document = await takeNext(deps.db)
  if (document) await readOn(deps, document)
  return document !== undefined
}

const promiseAgain = ({ db }: DocumentDeps, afterSeconds = 0) =>
  db.transaction().execute((tx) => promiseReading(tx, afterSeconds))

/** Makes the next page of a PDF, once it is known how many there are. What it is refused for is written down. */
async function readOn(deps: ReadingDeps, document: Document) {
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
