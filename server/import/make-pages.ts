import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { CaptionsInput } from '#contract/captions.ts'
import { zineImages } from '#contract/limits.ts'
import { imageAddress, type VideoExtension, videoAddress } from '#contract/media-address.ts'
import type { StoredRecipe } from '#contract/page-recipe.ts'
import { countPdf } from '#server/documents/count-sheets.ts'
import { pdfsNotOffered, pdfTooComplex, type ReadingTimeouts } from '#server/documents/documents.ts'
import { type RefusedPage, type RenderInput, readPartText, renderPart } from '#server/documents/render-part.ts'
import { apiError } from '#server/http/errors.ts'
import { type IngestDeps, ingest, makeWorkFolder, storeDecoded } from '#server/media/ingest.ts'
import { findMediaOfUpload, type Media, removeUnusedMedia } from '#server/media/media.queries.ts'
import { type ArrangedPage, arrangePages } from './arrange-pages.ts'
import { type ImportFile, withFileName } from './import-files.ts'
import type { RowRecipes } from './read-recipes.ts'
import type { ImportRow } from './read-row.ts'
import { isRowError } from './row-errors.ts'
import type { Source } from './source.ts'
import type { Turn } from './turn.ts'

/** Removes media of a refused row immediately. Media of an interrupted process is found again. */
export async function makePages(deps: ImportDeps, input: PagesInput) {
  const madeIds: string[] = []
  try {
    const pages = []
    const pictures = new Map<string, string>()
    for await (const { address, media } of makePictures(deps, input)) {
      madeIds.push(media.id)
      pictures.set(address, addressOf(media))
    }
    const makeEach = input.files[0]?.kind === 'pdf' ? makePdfPages : makePagesFromFiles
    for await (const { media, recipe, ...texts } of makeEach(deps, input)) {
      madeIds.push(media.id)
      const { captions } = input.row
      pages.push({ url: addressOf(media), ...texts, captions, recipe: recipe && withPictures(recipe, pictures) })
    }
    return pages
  } catch (error) {
    if (isRowError(error)) await deps.db.transaction().execute((tx) => removeUnusedMedia(tx, madeIds))
    throw error
  }
}

/** The pictures on pages made on the site. */
async function* makePictures(deps: ImportDeps, { ownerId, draftId, row, fetchFile }: PagesInput) {
  for (const [address, file] of row.pictures ?? []) {
    const uploadId = uploadIdOf(draftId, address)
    yield { address, media: await makeMedia(deps, { ownerId, uploadId, file, fetchFile }) }
  }
}

/** The recipe with its new pictures, and without those that the import has no file of. */
const withPictures = <Recipe extends NonNullable<StoredRecipe>>(recipe: Recipe, newAddresses: Map<string, string>) => ({
  ...recipe,
  pictures: recipe.pictures?.map((picture) => {
    const url = picture && newAddresses.get(picture.url)
    return url ? { ...picture, url } : null
  }),
})

const addressOf = ({ kind, hash, extension }: Media) =>
  kind === 'video' ? videoAddress(hash, extension as VideoExtension) : imageAddress(hash)

async function* makePagesFromFiles(
  deps: ImportDeps,
  { ownerId, draftId, row, files, fetchFile }: PagesInput,
): AsyncGenerator<MadePage> {
  for (const [index, { from, ...texts }] of arrangePages(row, files).entries()) {
    const media = await makeMedia(deps, {
      ownerId,
      uploadId: uploadIdOf(draftId, index),
      file: from,
      fetchFile,
    })
    yield { media, ...texts, isFromDocument: false }
  }
}

type MediaInput = { ownerId: string; uploadId: string; file: ImportFile; fetchFile: PagesInput['fetchFile'] }

async function makeMedia(deps: ImportDeps, { ownerId, uploadId, file, fetchFile }: MediaInput) {
  const existing = await findMediaOfUpload(deps.db, ownerId, uploadId)
  if (existing) return existing
  deps.stopping?.throwIfAborted()
  deps.turn?.beginStep()
  await deps.assertSpace(ownerId, file.kind === 'video' ? file.byteSize : pageSpaceBytes)
  return withFileName(file.name, async () => ingest(deps, { ownerId, uploadId, path: await fetchFile(file.name) }))
}

/** Never skips a page: a zine without it is not what the row describes. */
async function* makePdfPages(deps: ImportDeps, input: PagesInput): AsyncGenerator<MadePage> {
  const [file] = input.files as [ImportFile]
  const { row, draftId, ownerId } = input
  const from = await input.fetchFile(file.name)
  const withTimeLimit = createTimeLimit(deps)
  const count = await withFileName(file.name, () => countPages(deps, { from, withTimeLimit }))
  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  for (const [index, { from: number, ...texts }] of arrangePages(row, numbers).entries()) {
    const page = { ownerId, uploadId: uploadIdOf(draftId, index), from, number, withTimeLimit }
    const { media, transcript } =
      (await findReadPage(deps, page)) ?? (await withFileName(file.name, () => makePage(deps, page)))
    const isFromDocument = texts.transcript === '' && transcript !== ''
    yield { media, ...texts, ...(isFromDocument && { transcript }), isFromDocument }
  }
}

type RunWithTimeLimit = <Result>(work: (ms: number) => Promise<Result>) => Promise<Result>
type CountInput = { from: string; withTimeLimit: RunWithTimeLimit }

async function countPages(deps: ImportDeps, { from, withTimeLimit }: CountInput) {
  const { longZinePages: maxPages } = deps.config
  if (maxPages <= zineImages) throw apiError('media_refused', pdfsNotOffered)
  const counted = await inFreeSlot(deps, () =>
    withTimeLimit((timeoutMs) => countPdf(deps, { from, timeoutMs, maxPages })),
  )
  return counted.sheets
}

/** Limits the total time of one PDF and of each step. Waiting for other work does not count. */
function createTimeLimit({ times }: ImportDeps): RunWithTimeLimit {
  let remainingMs = times.pdf
  return async (work) => {
    if (remainingMs <= 0) throw apiError('media_refused', pdfTooComplex)
    const startedAt = performance.now()
    try {
      return await work(Math.min(times.page, remainingMs))
    } finally {
      remainingMs -= performance.now() - startedAt
    }
  }
}

/** A page that an earlier turn has made and read. */
async function findReadPage({ db, pageTexts }: ImportDeps, { ownerId, uploadId }: PageInput) {
  const transcript = pageTexts?.get(uploadId)
  const media = transcript === undefined ? undefined : await findMediaOfUpload(db, ownerId, uploadId)
  return media && { media, transcript: transcript ?? '' }
}

type PageInput = {
  ownerId: string
  uploadId: string
  from: string
  number: number
  withTimeLimit: RunWithTimeLimit
}

async function makePage(deps: ImportDeps, page: PageInput) {
  deps.turn?.beginStep()
  const made = await inFreeSlot(deps, async () => {
    const workPath = await makeWorkFolder(deps.config)
    try {
      return await page.withTimeLimit((timeoutMs) => renderPage(deps, page, { timeoutMs, into: workPath }))
    } finally {
      await rm(workPath, { recursive: true, force: true })
    }
  })
  await deps.pageTexts?.add(page.uploadId, made.transcript)
  return made
}

/** Pictures that members wait for have priority. */
async function inFreeSlot<Result>({ queue, stopping, turn }: ImportDeps, work: () => Promise<Result>) {
  for (;;) {
    stopping?.throwIfAborted()
    const page = queue.startPage(work)
    if (page) return page
    await pause(250, undefined, { signal: stopping })
    turn?.beginStep()
  }
}

type RenderOptions = Pick<RenderInput, 'timeoutMs' | 'into'>

/** If the page was stored before an interruption, only its text is read again. */
async function renderPage(deps: ImportDeps, { ownerId, uploadId, from, number }: PageInput, options: RenderOptions) {
  const renderInput: RenderInput = { ...options, from, part: { page: number, half: 'whole' } }
  const existing = await findMediaOfUpload(deps.db, ownerId, uploadId)
  if (existing) return { media: existing, transcript: assertRendered(await readPartText(deps, renderInput)).transcript }
  await deps.assertSpace(ownerId, pageSpaceBytes)
  const { decoded, transcript } = assertRendered(await renderPart(deps, renderInput))
  const { into: workPath } = options
  return { media: await storeDecoded(deps, { ownerId, uploadId, decoded, folder: workPath }), transcript }
}

function assertRendered<Rendered extends object>(rendered: Rendered | RefusedPage): Rendered {
  if ('refusal' in rendered) throw apiError('media_refused', rendered.refusal)
  return rendered
}

export type ImportDeps = IngestDeps & {
  assertSpace(ownerId: string, byteSize: number): Promise<void>
  maxDrafts: number
  quotaMb: number
  times: Pick<ReadingTimeouts, 'page' | 'pdf'>
  stopping?: AbortSignal
  /** Undefined if nothing else waits. */
  turn?: Turn
  /** The texts of the PDF pages that earlier turns have made, by upload id. Reading them again may take minutes. */
  pageTexts?: { get(uploadId: string): string | undefined; add(uploadId: string, text: string): Promise<void> }
}

export type PagesInput = {
  ownerId: string
  draftId: string
  row: ImportRow & { captions: CaptionsInput } & Partial<RowRecipes>
  files: ImportFile[]
  fetchFile: Source['fetchFile']
}

type MadePage = Omit<ArrangedPage<unknown>, 'from'> & { media: Media; isFromDocument: boolean }

const pageSpaceBytes = 2 * 1024 * 1024

/** Each page has its own upload id, by which it is found again. */
const uploadIdOf = (draftId: string, index: number | string) =>
  createHash('sha256').update(`${draftId} ${index}`).digest('hex').slice(0, 32)
