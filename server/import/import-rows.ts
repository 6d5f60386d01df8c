import { importColumns } from '#contract/import-columns.ts'
import { refuse } from '#server/http/errors.ts'
import { type Imported, importRow } from './import-row.ts'
import type { ImportDeps } from './making.ts'
import { isOfRow } from './of-row.ts'
import type { TableRow } from './read-table.ts'
import { shortened } from './shortened.ts'
import type { Source } from './source.ts'

/** In characters, of what is said of a row. */
const longestSentence = 1_000

/** What has become of a row. */
export type RowReport = { row: number; title: string } & (
  | (Imported & { says?: undefined })
  | { outcome: 'refused'; says: string; draftId?: undefined }
)

export type ImportTable = { rows: TableRow[]; note: string | null }

/** What an import says of its zines, before anything is made of it. */
export async function readImport(source: Source, most: number): Promise<ImportTable> {
  const { readTable } = await import('./read-table.ts')
  const table = readTable(await source.readTable(), most)
  for (const needed of ['title', 'files'])
    if (!table.columns.includes(needed))
      throw refuse('media_refused', `The CSV has no column “${needed}”. Its first row names the columns.`)
  if (table.rows.length === 0)
    throw refuse('media_refused', 'The CSV has no rows below the names of its columns.')
  const unknown = table.columns.filter((name) => !(name in importColumns))
  return { rows: table.rows, note: unknown.length > 0 ? notRead(unknown) : null }
}

const notRead = (names: string[]) =>
  shortened(
    `Nothing was read of ${names.length === 1 ? 'this column' : 'these columns'}: ${names.map((name) => shortened(name)).join(', ')}.`,
    1000,
  )

/** Makes a draft of one row, or says why not. What is not up to the row is thrown: the others would fail of it, too. */
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
