import { rm } from 'node:fs/promises'
import type { TaskList } from 'graphile-worker'
import { importMb, importRows } from '#contract/limits.ts'
import type { DocumentDeps } from '#server/documents/documents.ts'
import { enterLane } from '#server/documents/lane.queries.ts'
import { asRefusal, refuse } from '#server/http/errors.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { makeWorkFolder } from '#server/media/ingest.ts'
import { promiseReading } from './begin-import.ts'
import { largestFile } from './brought-files.ts'
import { type ImportTable, readImport, reportRow } from './import-row.ts'
import {
  endImport,
  forgetFailures,
  insertRow,
  listDone,
  noteFailure,
  noteTable,
  type OwnImport,
  takeNext,
} from './imports.queries.ts'
import { namesIn } from './read-row.ts'
import { filesOf, type Source } from './source.ts'

/** In milliseconds: how long one import is read before another gets its turn. */
const importTurn = 30_000

export type ReadingDeps = Omit<DocumentDeps, 'files'> & { turn?: number }

export async function readImports(deps: ReadingDeps) {
  const lane = await enterLane(deps.direct, 'read-imports')
  if (!lane) return promiseAgain(deps, 1)
  let next: OwnImport | undefined
  let afterSeconds = 0
  try {
    next = await takeNext(deps.db)
    if (next) afterSeconds = await takeTurn(deps, next)
  } finally {
    await lane.leave()
  }
  if (next) await promiseAgain(deps, afterSeconds)
}

const promiseAgain = ({ db }: ReadingDeps, afterSeconds = 0) =>
  db.transaction().execute((tx) => promiseReading(tx, afterSeconds))

/** Errors due to the zip or its member end it; all others are retried. @returns seconds until the next turn */
async function takeTurn(deps: ReadingDeps, own: OwnImport) {
  try {
    const isDone = await readOn(deps, own)
    await (isDone ? end(deps, own, null) : forgetFailures(deps.db, own.id))
    return 0
  } catch (error) {
    if (deps.stopping.aborted) return 0
    return await endOrWait(deps, own, error as Parameters<typeof asRefusal>[0])
  }
}

async function endOrWait(deps: ReadingDeps, own: OwnImport, err: Parameters<typeof asRefusal>[0]) {
  const { code, message } = asRefusal(err)
  if (!ending.has(code)) deps.log.warn({ err, id: own.id }, 'an import step failed')
  const isHopeless = code === 'internal' && (await noteFailure(deps.db, own.id)) >= mostFailures
  if (!ending.has(code) && !isHopeless) return waitAfterFailure
  await end(deps, own, isHopeless ? hopeless : message)
  return 0
}

/** In seconds. Other imports also wait, because the site may be at fault. */
const waitAfterFailure = 10

/** Consecutive unexpected errors. */
const mostFailures = 3
const hopeless =
  'This import failed several times because of a problem on our side. The drafts it created are saved. Choose the zip again to continue.'

const ending = new Set(['media_refused', 'invalid_request', 'quota_reached', 'storage_full', 'not_yours'])

async function end({ db, uploads }: ReadingDeps, { id, uploadId }: OwnImport, refusal: string | null) {
  await endImport(db, id, refusal)
  await uploads.remove(uploadId).catch(() => undefined)
}

async function readOn(deps: ReadingDeps, own: OwnImport) {
  const into = await makeWorkFolder(deps.config)
  try {
    const source = await openUpload(deps, own, into)
    try {
      const table = await readImport(source, importRows)
      await noteTable(deps.db, own.id, { rowCount: table.rows.length, note: table.note })
      await assertUnpacks(source, table, deps.config.longZinePages)
      return await readRows(deps, own, { source, table })
    } finally {
      await source.close()
    }
  } finally {
    await rm(into, { recursive: true, force: true })
  }
}

async function openUpload({ config, uploads }: ReadingDeps, { ownerId, uploadId }: OwnImport, into: string) {
  const upload = await uploads.findOwn(ownerId, uploadId)
  if (!upload) throw refuse('media_refused', 'This zip is no longer stored. Choose it again to continue.')
  await uploads.goOn(ownerId, uploadId)
  const path = await uploads.bring(upload, into)
  // Loaded only when needed, because few sites import a zip.
  const { openZip } = await import('./zip-source.ts')
  return openZip(path, { config, names: mostFiles, mostBytes: largestFile(config) })
}

const mostFiles = 20_000

type Opened = { source: Source; table: ImportTable }

async function readRows(deps: ReadingDeps, { id, ownerId }: OwnImport, { source, table }: Opened) {
  const until = performance.now() + (deps.turn ?? importTurn)
  const done = await listDone(deps.db, id)
  const assertRoom = (member: string, byteSize: number) =>
    deps.uploadSpace.assertRoomFor({ ownerId: member, byteSize })
  const importDeps = { ...deps, mostDrafts: importRows, assertRoom }
  for (const row of table.rows.filter(({ number }) => !done.has(number))) {
    deps.stopping.throwIfAborted()
    await insertRow(deps.db, id, await reportRow(importDeps, { ownerId, source, row }))
    if (performance.now() >= until) return false
  }
  return true
}

/** Pictures hardly compress: a zip whose rows use far more than it can contain is meant to overload the site. */
async function assertUnpacks(source: Source, { rows }: ImportTable, mostPages: number) {
  let bytes = 0
  for (const row of rows) {
    for (const name of filesOrNone(source, row, mostPages)) bytes += await source.sizeOf(name)
    if (bytes > 8 * importMb * bytesPerMb)
      throw refuse('media_refused', 'The rows of this zip name too many files. Import it in parts.')
  }
}

function filesOrNone(source: Source, row: ImportTable['rows'][number], mostPages: number) {
  try {
    return filesOf(source, namesIn(row), mostPages)
  } catch {
    return []
  }
}

/** Every minute, to resume the work of killed processes. */
export const importCrontab = '* * * * * read-imports ?jobKey=read-imports'

export const importJobs = (deps: ReadingDeps): TaskList => ({ 'read-imports': () => readImports(deps) })
