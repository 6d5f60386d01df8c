import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import type { DocumentDeps, ReadingDeps } from './documents.ts'
import { enterLane } from './lane.queries.ts'
import { readOn } from './read-on.ts'
import { takeNext } from './reading.queries.ts'

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
