import { join } from 'node:path'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { pathsOf } from './backup-folder.ts'
import { keepPacked } from './kept-files.ts'
import type { KeptTable, Manifest } from './manifest.ts'
import { shownFiles } from './shown-files.ts'
import { listTables, promisedJobs, readVersions } from './site-rows.queries.ts'

type Into = {
  backup: string
  onStep: (step: string) => void
  assertRoom: () => Promise<void>
  signal?: AbortSignal | undefined
}

export type KeptRows = Pick<Manifest, 'schema' | 'postgres' | 'tables' | 'jobs'>

/** Writes all rows of a snapshot, as PostgreSQL copies them, and the names of the files that they show. */
export async function keepRows(client: pg.ClientBase, into: Into): Promise<KeptRows> {
  const paths = pathsOf(into.backup)
  const tables: KeptTable[] = []
  for (const { name, columns } of await listTables(client)) {
    const query = `select ${columns.map((column) => `"${column}"`).join(', ')} from "${name}"`
    tables.push({ name, columns, ...(await keepQuery(client, query, { ...into, path: paths.table(name) })) })
    if (tables.at(-1)?.rows) into.onStep(`${name}: ${tables.at(-1)?.rows.toLocaleString('en')} rows`)
  }
  const jobs = await keepQuery(client, promisedJobs, { ...into, path: paths.jobs })
  await keepQuery(client, shownFiles(), { ...into, path: shownIn(into.backup) })
  return { ...(await readVersions(client)), tables, jobs }
}

/** The names of the files that rows show, which are still to be looked for. */
export const shownIn = (backup: string) => join(backup, 'shown.zst')

async function keepQuery(
  client: pg.ClientBase,
  query: string,
  { path, assertRoom, signal }: Into & { path: string },
) {
  await assertRoom()
  const copying = client.query(copyTo(`copy (${query}) to stdout`))
  const kept = await keepPacked(path, copying, signal)
  // How many there were is said after the last of them.
  await client.query('select')
  return { ...kept, rows: copying.rowCount }
}
