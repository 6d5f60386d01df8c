import { rm } from 'node:fs/promises'
import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { asRefusal, Refusal, refuse } from '#server/http/errors.ts'
import { type Alongside, keep, makeWorkFolder } from '#server/media/ingest.ts'
import { countSheets, type Reading } from './count-sheets.ts'
import { type Document, keptPdfOf, splitOf } from './documents.queries.ts'
import { type DocumentDeps, notKept, pageTooMuch, pdfTooMuch, type ReadingDeps } from './documents.ts'
import { drawPart } from './draw-part.ts'
import { enterLane } from './lane.queries.ts'
import {
  findMissing,
  insertPage,
  lockReading,
  refuseDocument,
  Superseded,
  takeNext,
} from './reading.queries.ts'
import { type Part, partsInOrder } from './spreads.ts'

/** One job reads all waiting PDFs. */
export const promiseReading = (tx: Tx, afterSeconds = 0) =>
  enqueueJob(tx, 'read-documents', {}, { key: 'read-documents', afterSeconds })

/** Reads one page at a time on the whole site, and none while pictures need every decoder of this process. */
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

/** The message for errors that are due to the PDF or its member. All other errors are retried. */
function sentenceOf(error: Error & { code?: string }) {
  if (error.code === 'ENOENT') return notKept
  const refusal = error instanceof Refusal ? error : asRefusal(error as Parameters<typeof asRefusal>[0])
  return ['media_refused', 'quota_reached', 'storage_full'].includes(refusal.code)
    ? refusal.message
    : undefined
}

/** In bytes: what most pages take. Some take less. */
const roomForPage = 2 * 1024 * 1024

async function makePage(deps: ReadingDeps, reading: Reading) {
  const { document } = reading
  const number = await findMissing(deps.db, document)
  const part = partsInOrder(document.sheet_count ?? 0, splitOf(document))[number - 1]
  if (!part) throw new Error(`PDF ${document.id} has no page ${number}.`)
  await deps.uploadSpace.assertRoomFor({ ownerId: document.owner_id, byteSize: roomForPage })
  const into = await makeWorkFolder(deps.config)
  try {
    await keepPage(deps, reading, { number, part, into })
  } finally {
    await rm(into, { recursive: true, force: true })
  }
}

type ToMake = { number: number; part: Part; into: string }

async function keepPage(deps: ReadingDeps, { document, ms }: Reading, { number, part, into }: ToMake) {
  const began = performance.now()
  const from = await deps.pdfs.pathOf(keptPdfOf(document))
  const made = await drawPart(deps, { from, ms, part, into })
  const took = () => Math.ceil(performance.now() - began)
  if (!made) {
    const refused = { number, mediaId: null, transcript: '', refusal: pageTooMuch(part.page) }
    return deps.db.transaction().execute(async (tx) => {
      await lockReading(tx, document)
      await insertPage(tx, document, { ...refused, ms: took() })
    })
  }
  const { decoded, transcript } = made
  const alongside: Alongside = {
    before: async (tx) => void (await lockReading(tx, document)),
    after: (tx, { id: mediaId }) =>
      insertPage(tx, document, { number, mediaId, transcript, refusal: null, ms: took() }),
  }
  await keep(deps, { ownerId: document.owner_id, decoded, into, alongside })
}
