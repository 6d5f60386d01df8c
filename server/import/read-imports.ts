import { rm } from 'node:fs/promises'
import { msg } from '@lingui/core/runtime-macro'
import type { TaskList } from 'graphile-worker'
import { captionTracks, importMb, importRows } from '#contract/limits.ts'
import type { DocumentDeps } from '#server/documents/documents.ts'
import { acquireJobLock } from '#server/documents/job-lock.queries.ts'
import { apiError, type ErrorText, toApiError } from '#server/http/errors.ts'
import { openSiteLanguages } from '#server/languages/site-languages.ts'
import { bytesPerMb } from '#server/media/decode/decode-task.ts'
import { makeWorkFolder } from '#server/media/ingest.ts'
import { enqueueReading } from './begin-import.ts'
import { maxFileBytes } from './import-files.ts'
import {
  type ImportTable,
  type RowInput,
  type RowReport,
  readImportTable,
  refusedRow,
  reportRow,
} from './import-row.ts'
import {
  type ClaimedImport,
  claimNextImport,
  countFailure,
  insertRow,
  listImportedRows,
  markFinished,
  type OwnedImport,
  resetFailures,
  savePageText,
  saveTableInfo,
} from './imports.queries.ts'
import type { ImportDeps } from './make-pages.ts'
import { listRecipeFiles } from './read-recipes.ts'
import { captionsFilesIn, fileNamesIn, recipesFileIn } from './read-row.ts'
import { isRowError } from './row-errors.ts'
import { listFiles, type Source } from './source.ts'
import { createTurn, TurnOverError } from './turn.ts'

/** In milliseconds: how long one import is read before another gets its turn. */
const defaultSliceMs = 30_000

export type ImportReaderDeps = Omit<DocumentDeps, 'files'> & { sliceMs?: number }

export async function readImports(deps: ImportReaderDeps) {
  const lock = await acquireJobLock(deps.direct, 'read-imports')
  if (!lock) return reenqueue(deps, 1)
  let nextImport: ClaimedImport | undefined
  let afterSeconds = 0
  try {
    nextImport = await claimNextImport(deps.db, openSiteLanguages(deps.config))
    if (nextImport) afterSeconds = await readSlice(deps, nextImport)
  } finally {
    await lock.release()
  }
  if (nextImport) await reenqueue(deps, afterSeconds)
}

const reenqueue = ({ db }: ImportReaderDeps, afterSeconds = 0) =>
  db.transaction().execute((tx) => enqueueReading(tx, afterSeconds))

/** Errors due to the zip or its member end it; all others are retried. @returns seconds until the next turn */
async function readSlice(deps: ImportReaderDeps, openImport: ClaimedImport) {
  try {
    const isDone = await continueReading(deps, openImport)
    await (isDone ? finishImport(deps, openImport, null) : resetFailures(deps.db, openImport.id))
    return 0
  } catch (error) {
    if (deps.stopping.aborted) return 0
    return await handleFailure(deps, openImport, error as Parameters<typeof toApiError>[0])
  }
}

async function handleFailure(
  deps: ImportReaderDeps,
  importUpload: ClaimedImport,
  err: Parameters<typeof toApiError>[0],
) {
  const { code, text } = toApiError(err)
  if (!finalErrorCodes.has(code)) deps.log.warn({ err, id: importUpload.id }, 'an import step failed')
  const hasFailedTooOften = code === 'internal' && (await countFailure(deps.db, importUpload.id)) >= maxFailures
  if (!finalErrorCodes.has(code) && !hasFailedTooOften) return retryDelaySeconds
  await finishImport(deps, importUpload, hasFailedTooOften ? repeatedFailureMessage : text)
  return 0
}

/** In seconds. Other imports also wait, because the site may be at fault. */
const retryDelaySeconds = 10

/** Consecutive unexpected errors. */
const maxFailures = 3
const repeatedFailureMessage = msg`This import failed several times because of a problem on our side. The drafts it created are saved. Choose the zip again to continue.`

const finalErrorCodes = new Set(['media_refused', 'invalid_request', 'quota_reached', 'storage_full', 'not_yours'])

async function finishImport({ db, uploads }: ImportReaderDeps, openImport: ClaimedImport, refusal: ErrorText | null) {
  await markFinished(db, openImport, refusal)
  await uploads.remove(openImport.uploadId).catch(() => undefined)
}

async function continueReading(deps: ImportReaderDeps, importUpload: ClaimedImport) {
  const workPath = await makeWorkFolder(deps.config)
  try {
    const source = await openUploadedZip(deps, importUpload, workPath)
    try {
      const table = await readImportTable(source, importRows)
      if (importUpload.isNew) await assertUnpackedSize(source, table, deps.config.longZinePages)
      await saveTableInfo(deps.db, importUpload, { rowCount: table.rows.length, note: table.note })
      return await readRows(deps, importUpload, { source, table })
    } finally {
      await source.close()
    }
  } finally {
    await rm(workPath, { recursive: true, force: true })
  }
}

async function openUploadedZip(
  { config, uploads }: ImportReaderDeps,
  { ownerId, uploadId }: OwnedImport,
  workPath: string,
) {
  const upload = await uploads.findOwn(ownerId, uploadId)
  if (!upload) throw apiError('media_refused', msg`This zip is no longer stored. Choose it again to continue.`)
  await uploads.resume(ownerId, uploadId)
  const path = await uploads.fetchToFolder(upload, workPath)
  // Loaded only when needed, because few sites import a zip.
  const { openZip } = await import('./zip-source.ts')
  return openZip(path, { config, maxEntries: maxFiles, maxFileBytes: maxFileBytes(config) })
}

const maxFiles = 20_000

type OpenedImport = { source: Source; table: ImportTable }

/** @returns whether all rows are done */
async function readRows(deps: ImportReaderDeps, openImport: ClaimedImport, { source, table }: OpenedImport) {
  const { id, ownerId, failures } = openImport
  const turn = createTurn(deps.sliceMs ?? defaultSliceMs)
  const importedRows = await listImportedRows(deps.db, id)
  const importDeps = { ...rowDeps(deps, openImport), turn }
  const remaining = table.rows.filter(({ number }) => !importedRows.has(number))
  try {
    for (const row of remaining) {
      deps.stopping.throwIfAborted()
      const input = { ownerId, source, row }
      const mayGiveUp = row === remaining[0] && failures === maxFailures - 1
      await insertRow(deps.db, openImport, await (mayGiveUp ? reportOrGiveUp : reportRow)(importDeps, input))
      if (mayGiveUp) await resetFailures(deps.db, id)
      if (turn.isOver()) return false
    }
    return true
  } catch (error) {
    if (error instanceof TurnOverError) return false
    throw error
  }
}

function rowDeps(deps: ImportReaderDeps, { id, pageTexts }: ClaimedImport): ImportDeps {
  return {
    ...deps,
    maxDrafts: importRows,
    quotaMb: deps.config.memberQuotaMb,
    // Behind many other files of its member, a picture must not hold up the imports of others.
    maxWaitMs: defaultSliceMs,
    assertSpace: (ownerId, byteSize) => deps.uploadSpace.assertSpaceFor({ ownerId, byteSize }),
    pageTexts: {
      get: (uploadId) => pageTexts[uploadId],
      add: async (uploadId, text) => void (await savePageText(deps.db, id, uploadId, text)),
    },
  }
}

/** Gives up a row that failed in the previous turns, because the others should not depend on it. */
async function reportOrGiveUp(deps: ImportDeps, input: RowInput): Promise<RowReport> {
  try {
    return await reportRow(deps, input)
  } catch (err) {
    const { code } = toApiError(err as Parameters<typeof toApiError>[0])
    if (code !== 'internal' || err instanceof TurnOverError || deps.stopping?.aborted) throw err
    deps.log.warn({ err, row: input.row.number }, 'a row of an import failed too often')
    return refusedRow(input.row, failedRowMessage)
  }
}

const failedRowMessage = msg`This row failed several times because of a problem on our side. Import the zip again to retry it.`

/**
 * Pictures hardly compress: a zip whose rows use far more than it can contain is meant to overload the site. Counts a
 * file as often as rows need it.
 */
async function assertUnpackedSize(source: Source, { rows }: ImportTable, maxPages: number) {
  let bytes = 0
  for (const row of rows) {
    for (const name of await filesOfRow(source, row, maxPages)) bytes += await source.sizeOf(name)
    if (bytes > 8 * importMb * bytesPerMb)
      throw apiError('media_refused', msg`The rows of this zip name too many files. Import it in parts.`)
  }
}

/** Only those files that the row is allowed to have. */
async function filesOfRow(source: Source, row: ImportTable['rows'][number], maxPages: number) {
  const recipesFile = recipesFileIn(row)
  try {
    const files = listFiles(source, fileNamesIn(row), maxPages)
    const captions = captionsFilesIn(row)
      .slice(0, captionTracks)
      .flatMap((name) => source.list(name))
    return [...files, ...captions, ...(recipesFile ? await listRecipeFiles(source, recipesFile) : [])]
  } catch (error) {
    if (!isRowError(error)) throw error
    return []
  }
}

/** Every minute, to resume the work of killed processes. */
export const importCrontab = '* * * * * read-imports ?jobKey=read-imports'

declare module '#server/db/jobs.ts' {
  interface Jobs {
    'read-imports': Record<string, never>
  }
}

export const importJobs = (deps: ImportReaderDeps): TaskList => ({ 'read-imports': () => readImports(deps) })
