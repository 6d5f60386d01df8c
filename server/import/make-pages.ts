import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { zineImages } from '#contract/limits.ts'
import { imageAddress, type VideoExtension, videoAddress } from '#contract/media-address.ts'
import { countPdf } from '#server/documents/count-sheets.ts'
import { noPdfs, pageTooMuch, pdfTooMuch, type ReadingTimes } from '#server/documents/documents.ts'
import { drawPart, readPart, type ToDraw } from '#server/documents/draw-part.ts'
import { refuse } from '#server/http/errors.ts'
import { type IngestDeps, ingest, ingestDecoded, makeWorkFolder } from '#server/media/ingest.ts'
import { findMediaOfUpload, type Media, removeFreeMedia } from '#server/media/media.queries.ts'
import { type BroughtFile, naming } from './brought-files.ts'
import { type LaidPage, layPages } from './lay-pages.ts'
import { isOfRow } from './of-row.ts'
import type { ImportRow } from './read-row.ts'
import type { Source } from './source.ts'

/** Removes media of a refused row immediately. Media of an interrupted process is found again. */
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

/** Never skips a page: a zine without it is not what the row describes. */
async function* makePdfPages(deps: ImportDeps, toMake: ToMake): AsyncGenerator<MadePage> {
  const [file] = toMake.files as [BroughtFile]
  const { row, draftId, ownerId } = toMake
  const from = await toMake.bring(file.name)
  const inTime = timeOf(deps)
  const count = await naming(file.name, () => countPages(deps, { from, inTime }))
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  for (const [at, { from: number, ...words }] of layPages(row, numbers).entries()) {
    const page = { ownerId, uploadId: uploadOf(draftId, at), from, number, inTime }
    const { media, transcript } = await naming(file.name, () => makePage(deps, page))
    const isFromDocument = words.transcript === '' && transcript !== ''
    yield { media, ...words, ...(isFromDocument && { transcript }), isFromDocument }
  }
}

type InTime = <Result>(work: (ms: number) => Promise<Result>) => Promise<Result>
type ToCount = { from: string; inTime: InTime }

async function countPages(deps: ImportDeps, { from, inTime }: ToCount) {
  const { longZinePages: most } = deps.config
  if (most <= zineImages) throw refuse('media_refused', noPdfs)
  const counted = await inFreeSlot(deps, () => inTime((ms) => countPdf(deps, { from, ms, most })))
  return counted.sheets
}

/** Limits the total time of one PDF and of each step. Waiting for other work does not count. */
function timeOf({ times }: ImportDeps): InTime {
  let left = times.pdf
  return async (work) => {
    if (left <= 0) throw refuse('media_refused', pdfTooMuch)
    const began = performance.now()
    try {
      return await work(Math.min(times.page, left))
    } finally {
      left -= performance.now() - began
    }
  }
}

type OnePage = { ownerId: string; uploadId: string; from: string; number: number; inTime: InTime }

const makePage = (deps: ImportDeps, page: OnePage) =>
  inFreeSlot(deps, async () => {
    const into = await makeWorkFolder(deps.config)
    try {
      return await page.inTime((ms) => drawnPage(deps, page, { ms, into }))
    } finally {
      await rm(into, { recursive: true, force: true })
    }
  })

/** Pictures that members wait for have priority. */
async function inFreeSlot<Result>({ queue, stopping }: ImportDeps, work: () => Promise<Result>) {
  for (;;) {
    stopping?.throwIfAborted()
    const page = queue.startPage(work)
    if (page) return page
    await pause(250, undefined, { signal: stopping })
  }
}

type Drawing = Pick<ToDraw, 'ms' | 'into'>

/** If the page was stored before an interruption, only its text is read again. */
async function drawnPage(deps: ImportDeps, { ownerId, uploadId, from, number }: OnePage, drawing: Drawing) {
  const toDraw: ToDraw = { ...drawing, from, part: { page: number, half: 'whole' } }
  const there = await findMediaOfUpload(deps.db, ownerId, uploadId)
  if (there) return { media: there, transcript: orTooMuch(await readPart(deps, toDraw), number) }
  await deps.assertRoom(ownerId, roomForPage)
  const { decoded, transcript } = orTooMuch(await drawPart(deps, toDraw), number)
  const { into } = drawing
  return { media: await ingestDecoded(deps, { ownerId, uploadId, decoded, into }), transcript }
}

function orTooMuch<Drawn>(drawn: Drawn | undefined, number: number): Drawn {
  if (drawn === undefined) throw refuse('media_refused', pageTooMuch(number))
  return drawn
}

export type ImportDeps = IngestDeps & {
  assertRoom(ownerId: string, byteSize: number): Promise<void>
  mostDrafts: number
  times: Pick<ReadingTimes, 'page' | 'pdf'>
  stopping?: AbortSignal
}

export type ToMake = {
  ownerId: string
  draftId: string
  row: ImportRow
  files: BroughtFile[]
  bring: Source['bring']
}

type MadePage = Omit<LaidPage<unknown>, 'from'> & { media: Media; isFromDocument: boolean }

const roomForPage = 2 * 1024 * 1024

/** Each page has its own upload id, by which it is found again. */
const uploadOf = (draftId: string, at: number) =>
  createHash('sha256').update(`${draftId} ${at}`).digest('hex').slice(0, 32)
