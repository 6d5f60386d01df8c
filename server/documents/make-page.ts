import { rm } from 'node:fs/promises'
import { type Alongside, keep, makeWorkFolder } from '#server/media/ingest.ts'
import type { Reading } from './count-sheets.ts'
import { keptPdfOf, splitOf } from './documents.queries.ts'
import type { ReadingDeps } from './documents.ts'
import { drawPart } from './draw-part.ts'
import { findMissing, insertPage, lockReading } from './reading.queries.ts'
import { pageTooMuch } from './refusals.ts'
import { type Part, partsInOrder } from './spreads.ts'

/** As much as is kept of most pages, and more than of some. */
const roomForPage = 2 * 1024 * 1024

/** Makes media of the next page that is missing. */
export async function makePage(deps: ReadingDeps, reading: Reading) {
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
