import type pg from 'pg'
import { clientLike } from '#server/db/connection.ts'
import { holdFiles } from '#server/media/media.queries.ts'
import { RefusedBackup } from './refused-backup.ts'

/** Uploads under way lie in no backup, so what they hold of the disk is nobody's. */
const leftOut = ['open_uploads']

/** A connection of its own that may take its time, beside the sixteen that answer people. */
export async function connectPatiently(pool: pg.Pool) {
  const client = clientLike(pool, {
    query_timeout: 0,
    options: '-c timezone=UTC -c datestyle=ISO -c statement_timeout=0 -c lock_timeout=60000',
  })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Only one backup of a site is made at a time, and no files go meanwhile. Ends with the connection. */
export async function takeBackupTurn(client: pg.ClientBase) {
  const { rows } = await client.query<{ free: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('backup', 7)) as free`,
  )
  if (!rows[0]?.free)
    throw new RefusedBackup(
      'This site is being backed up or looked through already. Wait until that is done.',
    )
  await holdFiles(client)
}

/** From here on everything that is read is of one moment. */
export const beginSnapshot = (client: pg.ClientBase) =>
  client.query('begin isolation level repeatable read read only')

export type SiteTable = { name: string; columns: string[] }

export async function listTables(client: pg.ClientBase | pg.Pool): Promise<SiteTable[]> {
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

/** What is promised, with what it needs to be promised again elsewhere. Those that come round by themselves are left out. */
export const promisedJobs = `
  select t.identifier, j.payload, j.run_at, j.max_attempts, j.priority, j.key
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where j.attempts < j.max_attempts and t.identifier <> 'make-backup'
  order by j.id`

export async function readVersions(client: pg.ClientBase) {
  const { rows } = await client.query<{ schema: string; postgres: string }>(
    `select (select max(name) from kysely_migration) as schema, current_setting('server_version') as postgres`,
  )
  return rows[0] as { schema: string; postgres: string }
}
