import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { dropIndexes } from '#server/db/bulk-tables.ts'
import { createClientLike, sessionOptions } from '#server/db/connection.ts'
import { jobsWithPayload } from '#server/db/jobs.ts'
import { lockFiles } from '#server/media/media.queries.ts'
import { BackupError } from './backup-error.ts'
import { readCompressed, writeCompressed } from './backup-files.ts'
import { backupPaths, type OpenedBackup } from './backup-folder.ts'
import type { Manifest, TableEntry } from './manifest.ts'
import { usedFilesQuery } from './media-list.ts'

type RowsTarget = {
  backup: string
  onProgress: (progress: string) => void
  assertSpace: () => Promise<void>
  signal?: AbortSignal | undefined
}

export type BackedUpRows = Pick<Manifest, 'schema' | 'postgres' | 'tables' | 'jobs'>

/** Writes all rows of a snapshot in PostgreSQL's copy format, and the names of the files that they use. */
export async function backUpRows(client: pg.ClientBase, target: RowsTarget): Promise<BackedUpRows> {
  const paths = backupPaths(target.backup)
  const tables: TableEntry[] = []
  for (const { name, columns } of await listTables(client, excludedTables)) {
    const query = `select ${columns.map((column) => `"${column}"`).join(', ')} from "${name}"`
    tables.push({
      name,
      columns,
      ...(await copyQuery(client, query, { ...target, path: paths.table(name) })),
    })
    if (tables.at(-1)?.rows) target.onProgress(`${name}: ${tables.at(-1)?.rows.toLocaleString('en')} rows`)
  }
  const jobs = await copyQuery(client, pendingJobsQuery, { ...target, path: paths.jobs })
  await copyQuery(client, usedFilesQuery(), { ...target, path: usedFilesPath(target.backup) })
  return { ...(await readVersions(client)), tables, jobs }
}

export const usedFilesPath = (backup: string) => join(backup, 'shown.zst')

async function copyQuery(
  client: pg.ClientBase,
  query: string,
  { path, assertSpace, signal }: RowsTarget & { path: string },
) {
  await assertSpace()
  const copyStream = client.query(copyTo(`copy (${query}) to stdout`))
  // After a failed write, the end of the connection is an error of these rows, which nothing reads any more.
  copyStream.on('error', () => undefined)
  const digest = await writeCompressed(path, copyStream, signal)
  // PostgreSQL reports the number of rows after the last one.
  await client.query('select')
  return { ...digest, rows: copyStream.rowCount }
}

/** Restores all rows and jobs of a backup in one transaction: an interruption leaves the site empty. */
export async function restoreRows(
  client: pg.ClientBase,
  { path, manifest }: OpenedBackup,
  onProgress: (progress: string) => void,
) {
  const paths = backupPaths(path)
  await client.query(`begin; set local synchronous_commit = on; set local maintenance_work_mem = '256MB'`)
  try {
    const tables = (await listTables(client)).map(({ name }) => name)
    const restoreIndexes = await dropIndexes(client, tables)
    await client.query(`truncate ${tables.join(', ')}`)
    for (const { name, columns, rows } of manifest.tables) {
      const columnList = `"${name}" (${columns.map((column) => `"${column}"`).join(', ')})`
      await copyFromFile(client, `copy ${columnList} from stdin (freeze)`, { file: paths.table(name), rows })
      if (rows > 0) onProgress(`${name}: ${rows.toLocaleString('en')} rows`)
    }
    onProgress('indexes')
    await restoreIndexes()
    await enqueueRestoredJobs(client, paths.jobs, manifest.jobs.rows)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

async function copyFromFile(client: pg.ClientBase, text: string, { file, rows }: { file: string; rows: number }) {
  // Opened first: PostgreSQL would wait for the rows of a file that cannot be read.
  const rowsInFile = await readCompressed(file)
  const copyStream = client.query(copyFrom(text))
  await pipeline(rowsInFile, copyStream)
  if (copyStream.rowCount !== rows) throw new BackupError(`${file} has ${copyStream.rowCount} rows, not ${rows}.`)
}

/** Enqueues the jobs of a backup as new and without locks. The new site enqueues its own jobs again. */
async function enqueueRestoredJobs(client: pg.ClientBase, file: string, rows: number) {
  await client.query(`
    select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs having count(*) > 0;
    create temporary table restored_jobs (
      identifier text, payload json, run_at timestamptz, max_attempts int, priority int, key text
    ) on commit drop`)
  await copyFromFile(client, 'copy restored_jobs from stdin', { file, rows })
  await client.query(`
    select graphile_worker.add_job(identifier, payload, run_at := run_at, max_attempts := max_attempts,
      priority := priority, job_key := key) from restored_jobs`)
}

/**
 * A backup contains no unfinished uploads, so it omits their reserved space. Links and sessions of operators last for an
 * hour at most, and ended ones must not open the pages again after a restore.
 */
const excludedTables = ['open_uploads', 'operator_sessions']

/** A connection without statement timeout, in addition to the pool that serves requests. */
export async function connectWithoutTimeouts(pool: pg.Pool) {
  const client = createClientLike(pool, {
    query_timeout: 0,
    options: sessionOptions({ datestyle: 'ISO', statement_timeout: '0', lock_timeout: '60s' }),
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Allows one backup of a site at a time and prevents the removal of files. Released when the connection ends. */
export async function lockBackups(client: pg.ClientBase) {
  const { rows } = await client.query<{ isFree: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('backup', 7)) as "isFree"`,
  )
  if (!rows[0]?.isFree)
    throw new BackupError('A backup or check of this site is already running. Wait until it is done.')
  await lockFiles(client)
}

export const beginSnapshot = (client: pg.ClientBase) => client.query('begin isolation level repeatable read read only')

export type SiteTable = { name: string; columns: string[] }

async function listTables(client: pg.ClientBase | pg.Pool, exceptFor: string[] = []): Promise<SiteTable[]> {
  const { rows } = await client.query<SiteTable>(
    `select c.relname::text as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely\\_%'
       and c.relname <> all($1) and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.oid order by c.oid`,
    [exceptFor],
  )
  return rows
}

/** Pending jobs, with what is needed to enqueue them elsewhere. Recurring jobs are left out. */
const pendingJobsQuery = `
  select j.task_identifier as identifier, j.payload, j.run_at, j.max_attempts, j.priority, j.key
  from ${jobsWithPayload} j
  where j.attempts < j.max_attempts and j.task_identifier <> 'make-backup'
  order by j.id`

async function readVersions(client: pg.ClientBase) {
  const { rows } = await client.query<{ schema: string; postgres: string }>(
    `select (select max(name) from kysely_migration) as schema, current_setting('server_version') as postgres`,
  )
  return rows[0] as { schema: string; postgres: string }
}
