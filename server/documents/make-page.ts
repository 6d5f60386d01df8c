import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { asRefusal, storageFull } from '#server/http/errors.ts'
import type { Decoded } from '#server/media/decode/decode-task.ts'
import { decodeFile } from '#server/media/decode-file.ts'
import { type Alongside, keep, makeWorkFolder } from '#server/media/ingest.ts'
import { Stopped } from '#server/media/run-sandboxed.ts'
import type { Reading } from './count-sheets.ts'
import { splitOf } from './documents.queries.ts'
import type { DocumentDeps } from './documents.ts'
import { findMissing, insertPage, lockReading } from './reading.queries.ts'
import { pageTooMuch } from './refusals.ts'
import { runPdfReader } from './run-pdf-reader.ts'
import { type Part, partsInOrder } from './spreads.ts'
import { transcriptOf } from './transcript.ts'

/** As much as is kept of most pages, and more than of some. */
const roomForPage = 2 * 1024 * 1024

/** Makes media of the next page that is missing. */
export async function makePage(deps: DocumentDeps, reading: Reading) {
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

async function keepPage(deps: DocumentDeps, { document, ms }: Reading, { number, part, into }: ToMake) {
  const began = performance.now()
  const made = await drawPart(deps, { document, ms }, { part, into })
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

type ToDraw = { part: Part; into: string }
type Drawn = { decoded: Decoded; transcript: string }

/** Undefined for a page that is too much. What goes wrong with it says nothing of the others. */
async function drawPart(deps: DocumentDeps, { document, ms }: Reading, { part, into }: ToDraw) {
  const { log, limits, stopping } = deps
  const path = join(into, 'pixels')
  await using pixels = await open(path, 'wx+')
  const from = deps.files.pathOf({ id: document.id, ownerId: document.owner_id })
  const answer = await runPdfReader({ from, task: { kind: 'draw', ...part }, ms, log, stopping, pixels })
  if ('full' in answer) throw storageFull()
  if (!('drawn' in answer)) return undefined
  const { text, ...size } = answer.drawn
  const decoded = await decodeFile({ from: path, into, pixels: size, limits }, log).catch(asTooMuch(log))
  await rm(path)
  return decoded && ({ decoded, transcript: transcriptOf(text) } satisfies Drawn)
}

/** Whatever is wrong with what was drawn, it is wrong again the next time; only room, or a running site, may be there then. */
const asTooMuch = (log: DocumentDeps['log']) => (err: Error) => {
  if (err instanceof Stopped || asRefusal(err as Parameters<typeof asRefusal>[0]).code === 'storage_full')
    throw err
  log.warn({ err }, 'what was drawn of a PDF could not be kept')
  return undefined
}
