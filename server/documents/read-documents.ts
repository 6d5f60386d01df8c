import { rm } from 'node:fs/promises'
import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { ApiError, apiError, toApiError } from '#server/http/errors.ts'
import { toStored } from '#server/languages/stored-sentences.ts'
import { makeWorkFolder, storeMedia, type TransactionHooks } from '#server/media/ingest.ts'
import { countSheets, type Reading } from './count-sheets.ts'
import { type Document, splitOf, storedPdfOf } from './documents.queries.ts'
import { type DocumentDeps, pdfNoLongerStored, pdfTooComplex, type ReadingDeps } from './documents.ts'
import { acquireJobLock } from './job-lock.queries.ts'
import {
  claimNextDocument,
  findMissingPage,
  insertPage,
  lockReading,
  refuseDocument,
  Superseded,
} from './reading.queries.ts'
import { renderPart } from './render-part.ts'
import { type Part, partsInOrder } from './spreads.ts'

/** One job reads all waiting PDFs. */
export const enqueueReading = (tx: Tx, afterSeconds = 0) =>
  enqueueJob(tx, 'read-documents', {}, { key: 'read-documents', afterSeconds })

/** Reads one page at a time on the whole site, and none while pictures need every decoder of this process. */
export async function readDocuments(deps: DocumentDeps) {
  const lock = await acquireJobLock(deps.direct)
  if (!lock) return reenqueueReading(deps, 1)
  let hasMore = true
  let page: Promise<boolean> | undefined
  try {
    await using pdfs = deps.files.openCopies()
    const deadline = performance.now() + deps.times.job
    do {
      page = deps.queue.startPage(() => readNextDocument({ ...deps, pdfs }))
      if (page) hasMore = await page
    } while (page && hasMore && performance.now() < deadline && !deps.stopping.aborted)
  } finally {
    await lock.release()
  }
  if (hasMore) await reenqueueReading(deps, page ? 0 : 1)
}

async function readNextDocument(deps: ReadingDeps) {
  const document = await claimNextDocument(deps.db)
  if (document) await readNextPage(deps, document)
  return document !== undefined
}

const reenqueueReading = ({ db }: DocumentDeps, afterSeconds = 0) =>
  db.transaction().execute((tx) => enqueueReading(tx, afterSeconds))

async function readNextPage(deps: ReadingDeps, document: Document) {
  try {
    const reading = { document, timeoutMs: msLeft(deps, document) }
    const counted = document.sheet_count === null ? await countSheets(deps, reading) : document
    await renderNextPage(deps, { document: counted, timeoutMs: msLeft(deps, counted) })
  } catch (error) {
    if (error instanceof Superseded || deps.stopping.aborted) return
    const refusal = refusalOf(error as Error)
    if (!refusal) throw error
    const { isFileNeeded } = await refuseDocument(deps.db, document, toStored(refusal))
    if (!isFileNeeded) await deps.files.remove(storedPdfOf(document))
  }
}

function msLeft({ times }: ReadingDeps, { reading_ms }: Document) {
  const left = times.pdf - reading_ms
  if (left <= 0) throw apiError('media_refused', pdfTooComplex)
  return Math.min(times.page, left)
}

/**
 * Why the PDF is refused, for errors that are due to the PDF or its member. All other errors are retried. If a PDF is missing in a store,
 * the error has no path.
 */
function refusalOf(error: Error & { code?: string; path?: string }) {
  if (error.code === 'ENOENT' && (error.path ?? '.pdf').endsWith('.pdf')) return pdfNoLongerStored
  const problem = error instanceof ApiError ? error : toApiError(error as Parameters<typeof toApiError>[0])
  return ['media_refused', 'quota_reached', 'storage_full'].includes(problem.code) ? problem.text : undefined
}

/** In bytes: what most pages take. Some take less. */
const reservedBytesPerPage = 2 * 1024 * 1024

async function renderNextPage(deps: ReadingDeps, reading: Reading) {
  const { document } = reading
  const number = await findMissingPage(deps.db, document)
  const part = partsInOrder(document.sheet_count ?? 0, splitOf(document))[number - 1]
  if (!part) throw new Error(`PDF ${document.id} has no page ${number}.`)
  await deps.uploadSpace.assertSpaceFor({ ownerId: document.owner_id, byteSize: reservedBytesPerPage })
  const into = await makeWorkFolder(deps.config)
  try {
    await storePage(deps, reading, { number, part, into })
  } finally {
    await rm(into, { recursive: true, force: true })
  }
}

type PageInput = { number: number; part: Part; into: string }

async function storePage(deps: ReadingDeps, { document, timeoutMs }: Reading, { number, part, into }: PageInput) {
  const startedAt = performance.now()
  const from = await deps.pdfs.pathOf(storedPdfOf(document))
  const rendered = await renderPart(deps, { from, timeoutMs, part, into })
  const elapsedMs = () => Math.ceil(performance.now() - startedAt)
  if ('refusal' in rendered) {
    const failedPage = { number, mediaId: null, transcript: '', refusal: toStored(rendered.refusal) }
    return deps.db.transaction().execute(async (tx) => {
      await lockReading(tx, document)
      await insertPage(tx, document, { ...failedPage, elapsedMs: elapsedMs() })
    })
  }
  const { decoded, transcript } = rendered
  const transactionHooks: TransactionHooks = {
    before: async (tx) => void (await lockReading(tx, document)),
    after: (tx, { id: mediaId }) =>
      insertPage(tx, document, { number, mediaId, transcript, refusal: null, elapsedMs: elapsedMs() }),
  }
  await storeMedia(deps, { ownerId: document.owner_id, decoded, folder: into, hooks: transactionHooks })
}
