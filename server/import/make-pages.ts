import { imageAddress, type VideoExtension, videoAddress } from '#contract/media-address.ts'
import { ingest } from '#server/media/ingest.ts'
import { findMediaOfUpload, type Media, removeFreeMedia } from '#server/media/media.queries.ts'
import { type BroughtFile, naming } from './brought-files.ts'
import { layPages } from './lay-pages.ts'
import { makePdfPages } from './make-pdf-pages.ts'
import { type ImportDeps, type MadePage, roomForPage, type ToMake, uploadOf } from './making.ts'
import { isOfRow } from './of-row.ts'

/** What was made for a row that is refused goes at once. What was made when a process ended is found again. */
export async function makePages(deps: ImportDeps, toMake: ToMake) {
  const made: string[] = []
  try {
    const pages = []
    const make = toMake.files[0]?.kind === 'pdf' ? makePdfPages : makeOwnPages
    for await (const { media, ...words } of make(deps, toMake)) {
      made.push(media.id)
      pages.push({ url: addressOf(media), ...words })
    }
    return pages
  } catch (error) {
    if (isOfRow(error)) await deps.db.transaction().execute((tx) => removeFreeMedia(tx, made))
    throw error
  }
}

const addressOf = ({ kind, hash, extension }: Media) =>
  kind === 'video' ? videoAddress(hash, extension as VideoExtension) : imageAddress(hash)

/** One of each file. */
async function* makeOwnPages(
  deps: ImportDeps,
  { ownerId, draftId, row, files, bring }: ToMake,
): AsyncGenerator<MadePage> {
  for (const [at, { from, ...words }] of layPages(row, files).entries()) {
    const media = await makeMedia(deps, { ownerId, uploadId: uploadOf(draftId, at), file: from, bring })
    yield { media, ...words, isFromDocument: false }
  }
}

type OneFile = { ownerId: string; uploadId: string; file: BroughtFile; bring: ToMake['bring'] }

async function makeMedia(deps: ImportDeps, { ownerId, uploadId, file, bring }: OneFile) {
  const made = await findMediaOfUpload(deps.db, ownerId, uploadId)
  if (made) return made
  deps.stopping?.throwIfAborted()
  await deps.assertRoom(ownerId, file.kind === 'video' ? file.byteSize : roomForPage)
  return naming(file.name, async () => ingest(deps, { ownerId, uploadId, path: await bring(file.name) }))
}
