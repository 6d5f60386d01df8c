import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { importColumns } from '#contract/import-columns.ts'
import type { Db } from '#server/db/connection.ts'
import { createDraft } from '#server/drafts/create-draft.ts'
import { refuse } from '#server/http/errors.ts'
import { type BroughtFile, kindsOf, lookAt } from './brought-files.ts'
import { layPages } from './lay-pages.ts'
import { type ImportDeps, makePages } from './make-pages.ts'
import { collectRefusals, isOfRow, shortened } from './of-row.ts'
import { type ImportRow, namesIn, readRow } from './read-row.ts'
import type { TableRow } from './read-table.ts'
import { filesOf, type Source } from './source.ts'

type Importing = { ownerId: string; source: Source; row: TableRow }
type Imported = { outcome: 'made' | 'already'; draftId: string }

/** The id is a digest of the row and its files, so repeating a row finds the existing draft or zine. */
async function importRow(deps: ImportDeps, importing: Importing): Promise<Imported> {
  const { ownerId, source } = importing
  const { longZinePages: mostPages } = deps.config
  const { row, files } = await readWhole(deps, importing)
  const draftId = idOf(ownerId, row, files)
  if (await isMade(deps.db, draftId)) return { outcome: 'already', draftId }
  const pages = await makePages(deps, { ownerId, draftId, row, files, bring: source.bring })
  const content = { ...row.content, pages }
  const draft = { ownerId, id: draftId, projectId: undefined, content, mostPages }
  const imported = { most: deps.mostDrafts }
  await deps.db.transaction().execute((tx) => createDraft(tx, { ...draft, imported }))
  return { outcome: 'made', draftId }
}

/** @throws one refusal with all problems of a row, its files and its lists that are known before pages are made */
async function readWhole({ config }: ImportDeps, { source, row }: Importing) {
  const refusals = collectRefusals()
  const said = refusals.attempt(() => readRow(row))
  const names = refusals.attempt(() => filesOf(source, namesIn(row), config.longZinePages))
  // If some files of a row are missing, the others are still checked.
  const there = namesIn(row).slice(0, config.longZinePages)
  const known = names ?? there.flatMap((name) => refusals.attempt(() => source.list(name)) ?? [])
  const files = await refusals.attemptAsync(() =>
    kindsOf(source, known.slice(0, config.longZinePages), config),
  )
  if (said && names && files && files[0]?.kind !== 'pdf') refusals.attempt(() => layPages(said, files))
  refusals.end()
  return { row: said as ImportRow, files: await lookAt(source, files ?? []) }
}

function idOf(ownerId: string, row: ImportRow, files: BroughtFile[]) {
  const digest = createHash('sha256')
    .update(JSON.stringify([ownerId, row.content, saidOf(row, files)]))
    .digest('hex')
  return digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}

/** The number of pages of a PDF is unknown until it is read, which is slow, so the digest uses its texts as written. */
function saidOf(row: ImportRow, files: BroughtFile[]) {
  const [file] = files
  if (file?.kind === 'pdf') return { sha256: file.sha256, order: row.order, ...row.pages }
  return layPages(row, files).map(({ from: { sha256 }, ...says }) => ({ ...says, sha256 }))
}

async function isMade(db: Db, draftId: string) {
  const { rows } = await sql`
    select from drafts where id = ${draftId} union all select from zines where draft_id = ${draftId}`.execute(
    db,
  )
  return rows.length > 0
}

/** Limit of a row's message, in characters. */
const longestSentence = 1_000

export type RowReport = { row: number; title: string } & (
  | (Imported & { says?: undefined })
  | { outcome: 'refused'; says: string; draftId?: undefined }
)

export type ImportTable = { rows: TableRow[]; note: string | null }

export async function readImport(source: Source, most: number): Promise<ImportTable> {
  const { readTable } = await import('./read-table.ts')
  const table = readTable(await source.readTable(), most)
  for (const needed of ['title', 'files'])
    if (!table.columns.includes(needed))
      throw refuse(
        'media_refused',
        `The CSV has no column “${needed}”. The first row must contain the column names.`,
      )
  if (table.rows.length === 0) throw refuse('media_refused', 'The CSV has no rows below its column names.')
  const unknown = table.columns.filter((name) => !(name in importColumns))
  return { rows: table.rows, note: unknown.length > 0 ? notRead(unknown) : null }
}

const notRead = (names: string[]) =>
  shortened(
    `Ignored ${names.length === 1 ? 'this column' : 'these columns'}: ${names.map((name) => shortened(name)).join(', ')}.`,
    1000,
  )

/** Makes a draft of one row, or reports why not. Throws errors that would affect other rows too. */
export async function reportRow(
  deps: ImportDeps,
  { ownerId, source, row }: { ownerId: string; source: Source; row: TableRow },
): Promise<RowReport> {
  const at = { row: row.number, title: (row.cells.title ?? '').trim().slice(0, 200) }
  try {
    if (row.problem) throw refuse('invalid_request', row.problem)
    return { ...at, ...(await importRow(deps, { ownerId, source, row })) }
  } catch (error) {
    if (!isOfRow(error)) throw error
    return { ...at, outcome: 'refused', says: shortened(error.message, longestSentence) }
  }
}
