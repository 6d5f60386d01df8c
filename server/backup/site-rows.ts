import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { withoutIndexes } from '#server/db/bulk-tables.ts'
import { clientLike } from '#server/db/connection.ts'
import { holdFiles } from '#server/media/media.queries.ts'
import { type OpenedBackup, pathsOf } from './backup-folder.ts'
import { keepPacked, readPacked } from './kept-files.ts'
import type { KeptTable, Manifest } from './manifest.ts'
import { shownFiles } from './media-list.ts'
import { RefusedBackup } from './refused-backup.ts'

type Into = {
  backup: string
  onStep: (step: string) => void
  assertRoom: () => Promise<void>
  signal?: AbortSignal | undefined
}

export type KeptRows = Pick<Manifest, 'schema' | 'postgres' | 'tables' | 'jobs'>

/** Writes all rows of a snapshot in PostgreSQL's copy format, and the names of the files that they use. */
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

export const shownIn = (backup: string) => join(backup, 'shown.zst')

async function keepQuery(
  client: pg.ClientBase,
  query: string,
  { path, assertRoom, signal }: Into & { path: string },
) {
  await assertRoom()
  const copying = client.query(copyTo(`copy (${query}) to stdout`))
  const kept = await keepPacked(path, copying, signal)
  // PostgreSQL reports the number of rows after the last one.
  await client.query('select')
  return { ...kept, rows: copying.rowCount }
}

/** Restores all rows and jobs of a backup in one transaction: an interruption leaves the site empty. */
export async function restoreRows(
  client: pg.ClientBase,
  { path, manifest }: OpenedBackup,
  onStep: (step: string) => void,
) {
  const paths = pathsOf(path)
  await client.query(`begin; set local synchronous_commit = on; set local maintenance_work_mem = '256MB'`)
  try {
    const tables = (await listTables(client)).map(({ name }) => name)
    const putBack = await withoutIndexes(client, tables)
    await client.query(`truncate ${tables.join(', ')}`)
    for (const { name, columns, rows } of manifest.tables) {
      const into = `"${name}" (${columns.map((column) => `"${column}"`).join(', ')})`
      await copyIn(client, `copy ${into} from stdin (freeze)`, { file: paths.table(name), rows })
      if (rows > 0) onStep(`${name}: ${rows.toLocaleString('en')} rows`)
    }
    onStep('indexes')
    await putBack()
    await promiseAgain(client, paths.jobs, manifest.jobs.rows)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function copyIn(client: pg.ClientBase, text: string, { file, rows }: { file: string; rows: number }) {
  const copying = client.query(copyFrom(text))
  await pipeline(await readPacked(file), copying)
  if (copying.rowCount !== rows) throw new RefusedBackup(`${file} has ${copying.rowCount} rows, not ${rows}.`)
}

/** Enqueues the jobs of a backup as new and without locks. The new site enqueues its own jobs again. */
async function promiseAgain(client: pg.ClientBase, file: string, rows: number) {
  await client.query(`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs having count(*) > 0;
    create temporary table promised (
      identifier text, payload json, run_at timestamptz, max_attempts int, priority int, key text
    ) on commit drop`)
  await copyIn(client, 'copy promised from stdin', { file, rows })
  await client.query(`
    select graphile_worker.add_job(identifier, payload, run_at := run_at, max_attempts := max_attempts,
      priority := priority, job_key := key) from promised`)
}

/** A backup contains no unfinished uploads, so it omits their reserved space. */
const leftOut = ['open_uploads']

/** A connection without statement timeout, in addition to the pool that serves requests. */
export async function connectPatiently(pool: pg.Pool) {
  const client = clientLike(pool, {
    query_timeout: 0,
    options: '-c timezone=UTC -c datestyle=ISO -c statement_timeout=0 -c lock_timeout=60000',
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Allows one backup of a site at a time and prevents the removal of files. Released when the connection ends. */
export async function takeBackupTurn(client: pg.ClientBase) {
  const { rows } = await client.query<{ free: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('backup', 7)) as free`,
  )
  if (!rows[0]?.free)
    throw new RefusedBackup('A backup or check of this site is already running. Wait until it is done.')
  await holdFiles(client)
}

export const beginSnapshot = (client: pg.ClientBase) =>
  client.query('begin isolation level repeatable read read only')

export type SiteTable = { name: string; columns: string[] }

async function listTables(client: pg.ClientBase | pg.Pool): Promise<SiteTable[]> {
  const { rows } = await client.query<SiteTable>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\\_%'
       and c.relname <> all($1) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.oid order by c.oid`,
    [leftOut],
  )
  return rows
}

/** Pending jobs, with what is needed to enqueue them elsewhere. Recurring jobs are left out. */
const promisedJobs = `
  select t.identifier, j.payload, j.run_at, j.max_attempts, j.priority, j.key
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.attempts < j.max_attempts and t.identifier <> 'make-backup'
  order by j.id`

async function readVersions(client: pg.ClientBase) {
  const { rows } = await client.query<{ schema: string; postgres: string }>(
    `select (select max(name) from kysely_migration) as schema, current_setting('server_version') as postgres`,
  )
  return rows[0] as { schema: string; postgres: string }
}
