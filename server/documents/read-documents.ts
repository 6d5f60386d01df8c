import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import type { DocumentDeps } from './documents.ts'
import { enterLane } from './lane.queries.ts'
import { readOn } from './read-on.ts'
import { findNext } from './reading.queries.ts'

/** One job reads all that waits. */
export const promiseReading = (tx: Tx, afterSeconds = 0) =>
  enqueueJob(tx, 'read-documents', {}, { key: 'read-documents', afterSeconds })

/**
 * Reads PDFs page by page, those with the fewest pages first, in whatever process: one page at a time on the whole site,
 * beside the queue in which single pictures wait. Other jobs have their turn every few seconds.
 */
export async function readDocuments(deps: DocumentDeps) {
  const lane = await enterLane(deps.pool)
  if (!lane) return promiseAgain(deps, 1)
  let isLeft = true
  try {
    const until = performance.now() + deps.times.turn
    do isLeft = await readNext(deps)
    while (isLeft && performance.now() < until)
  } finally {
    lane.leave()
  }
  if (isLeft) await promiseAgain(deps)
}

async function readNext(deps: DocumentDeps) {
  const document = await findNext(deps.db)
  if (document) await readOn(deps, document)
  return document !== undefined
}

const promiseAgain = ({ db }: DocumentDeps, afterSeconds = 0) =>
  db.transaction().execute((tx) => promiseReading(tx, afterSeconds))
