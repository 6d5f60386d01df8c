import { createHash } from 'node:crypto'
import { msg, plural } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import type { CaptionsInput } from '#contract/captions.ts'
import { importColumns } from '#contract/import-columns.ts'
import { trimText } from '#contract/visible-text.ts'
import type { Db } from '#server/db/connection.ts'
import { createDraft } from '#server/drafts/create-draft.ts'
import { apiError, type ErrorText } from '#server/http/errors.ts'
import { arrangePages } from './arrange-pages.ts'
import { detectKinds, hashFiles, type ImportFile } from './import-files.ts'
import { type ImportDeps, makePages } from './make-pages.ts'
import { readCaptions } from './read-captions.ts'
import { type RowRecipes, readRecipes } from './read-recipes.ts'
import { captionsFilesIn, fileNamesIn, type ImportRow, readRow } from './read-row.ts'
import type { TableRow } from './read-table.ts'
import { collectProblems, isRowError, shorten } from './row-errors.ts'
import { listFiles, type Source } from './source.ts'

export type RowInput = { ownerId: string; source: Source; row: TableRow }
type RowResult = { outcome: 'created' | 'existing'; draftId: string; message?: ErrorText | undefined }

/** The id is a digest of the row and its files, so repeating a row finds the existing draft or zine. */
async function importRow(deps: ImportDeps, importing: RowInput): Promise<RowResult> {
  const { ownerId, source } = importing
  const { longZinePages: maxPages } = deps.config
  const { row, files } = await readRowAndFiles(deps, importing)
  const draftId = draftIdOf(ownerId, row, files)
  if (await isImported(deps.db, draftId)) return { outcome: 'existing', draftId }
  const pages = await makePages(deps, { ownerId, draftId, row, files, fetchFile: source.fetchFile })
  const content = { ...row.content, pages }
  const draft = { ownerId, id: draftId, projectId: undefined, content, maxPages, quotaMb: deps.quotaMb }
  const imported = { maxDrafts: deps.maxDrafts }
  await deps.db.transaction().execute((tx) => createDraft(tx, { ...draft, imported }))
  return { outcome: 'created', draftId, message: row.note }
}

/** @throws one refusal with all problems of a row, its files and its lists that are known before pages are made */
async function readRowAndFiles({ config }: ImportDeps, { source, row }: RowInput) {
  const problems = collectProblems()
  const parsedRow = problems.attempt(() => readRow(row))
  const names = problems.attempt(() => listFiles(source, fileNamesIn(row), config.longZinePages))
  // If some files of a row are missing, the others are still checked.
  const firstNames = fileNamesIn(row).slice(0, config.longZinePages)
  const knownFiles = names ?? firstNames.flatMap((name) => problems.attempt(() => source.list(name)) ?? [])
  const files = await problems.attemptAsync(() =>
    detectKinds(source, knownFiles.slice(0, config.longZinePages), config),
  )
  if (parsedRow && names && files && files[0]?.kind !== 'pdf') problems.attempt(() => arrangePages(parsedRow, files))
  const file = parsedRow?.recipesFile
  const recipes =
    file && files && (await problems.attemptAsync(() => readRecipes(source, { file, pages: files, config })))
  const captions =
    files && (await problems.attemptAsync(() => readCaptions(source, { files: captionsFilesIn(row), pages: files })))
  problems.throwIfAny()
  return {
    row: { ...(parsedRow as ImportRow), captions: captions ?? [], ...(recipes || undefined) },
    files: await hashFiles(source, files ?? []),
  }
}

type ReadRow = ImportRow & { captions: CaptionsInput } & Partial<RowRecipes>

function draftIdOf(ownerId: string, row: ReadRow, files: ImportFile[]) {
  const { paper: _, ...content } = row.content
  // Rows without a paper format keep the ids from before this column existed.
  const paperFormat = row.paperFormat ? [row.paperFormat] : []
  const digest = createHash('sha256')
    .update(JSON.stringify([ownerId, content, describeContent(row, files), ...paperFormat]))
    .digest('hex')
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}

/** The number of pages of a PDF is unknown until it is read, which is slow, so the digest uses its texts as written. */
function describeContent(row: ReadRow, files: ImportFile[]) {
  const [file] = files
  if (file?.kind === 'pdf') return { sha256: file.sha256, order: row.order, ...row.pages }
  return arrangePages(row, files).map(({ from: { sha256 }, recipe, ...texts }) => ({
    ...texts,
    sha256,
    ...(recipe && { recipe }),
    // Rows without captions keep the ids from before they existed.
    ...(row.captions.length > 0 && { captions: row.captions }),
  }))
}

async function isImported(db: Db, draftId: string) {
  const { rows } = await sql`
    select from drafts where id = ${draftId} union all select from zines where draft_id = ${draftId}`.execute(db)
  return rows.length > 0
}

export type RowReport = { row: number; title: string } & (
  | RowResult
  | { outcome: 'refused'; message: ErrorText; draftId?: undefined }
)

export type ImportTable = { rows: TableRow[]; note: ErrorText | null }

export async function readImportTable(source: Source, maxRows: number): Promise<ImportTable> {
  const { readTable } = await import('./read-table.ts')
  const table = readTable(await source.readTable(), maxRows)
  for (const required of ['title', 'files'])
    if (!table.columns.includes(required))
      throw apiError(
        'media_refused',
        msg`The CSV has no column “${{ required }}”. Add it to the first row, which names the columns.`,
      )
  if (table.rows.length === 0) throw apiError('media_refused', msg`The CSV has no rows below its column names.`)
  const unknown = table.columns.filter((name) => !Object.hasOwn(importColumns, name))
  return { rows: table.rows, note: unknown.length > 0 ? unreadColumnsNote(unknown) : null }
}

const unreadColumnsNote = (names: string[]) =>
  msg`Ignored ${plural({ count: names.length }, { one: 'this column', other: 'these columns' })}: ${{ names: names.map((name) => shorten(name)).join(', ') }}.`

/** Makes a draft of one row, or reports why not. Throws errors that would affect other rows too. */
export async function reportRow(deps: ImportDeps, { ownerId, source, row }: RowInput): Promise<RowReport> {
  try {
    if (row.problem) throw apiError('invalid_request', row.problem)
    return { ...describeRow(row), ...(await importRow(deps, { ownerId, source, row })) }
  } catch (error) {
    if (!isRowError(error)) throw error
    return refusedRow(row, error.text)
  }
}

export const refusedRow = (row: TableRow, message: ErrorText): RowReport => ({
  ...describeRow(row),
  outcome: 'refused',
  message,
})

const describeRow = ({ number, cells }: TableRow) => ({
  row: number,
  title: trimText(cells.title ?? '').slice(0, 200),
})
