import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { sessionOptions } from '#server/db/connection.ts'
import { type DatabaseLocation, openDatabase } from '#server/db/database.ts'
import { assertWritable } from '#server/db/external-database.ts'
import { listMigrations, migrate, migrateJobs, migrateTo } from '#server/db/migrate.ts'
import { acquireRestoreLock } from '#server/db/restore-lock.ts'
import { BackupError, toBackupError } from './backup-error.ts'
import { ignoreNotFound, listBackups, type OpenedBackup, openBackup } from './backup-folder.ts'
import { checkBackup, chooseBackup } from './check-backup.ts'
import { siteFingerprints } from './manifest.ts'
import { restoreData, restoreMedia } from './restore-files.ts'
import { restoreRows } from './site-rows.ts'

type RestoreOptions = {
  config: DatabaseLocation & Pick<Config, 's3' | 'secret' | 'secrets'>
  folder: string
  name?: string | undefined
  /** Restores although the secret is lost: all sessions end, and second factors must be set up again. */
  withoutSecret?: boolean
  withoutDamaged?: boolean
  onProgress?: (progress: string) => void
}

type RestoreResult = { name: string; rows: number; files: number; missing: string[] }

/** No timeouts, whatever the role's defaults are. The name differs from a site's connections, which are called `foldout`. */
const restoreSession = {
  application_name: 'foldout restore',
  options: sessionOptions({ statement_timeout: '0', lock_timeout: '0' }),
  idleTimeoutMillis: 0,
}

/** Restores into an empty, stopped site: first files, then all rows in one transaction. An aborted restore can be repeated. */
export async function restoreBackup({
  config,
  folder,
  name,
  onProgress = noop,
  ...options
}: RestoreOptions): Promise<RestoreResult> {
  const backup = await chooseBackup(resolve(folder), name)
  await assertSchemaSupported(backup)
  if (!options.withoutSecret) await assertSecret(config, backup)
  onProgress(`looking at the backup ${backup.name}`)
  const { withoutDamaged = false } = options
  await assertComplete(backup, { media: !withoutDamaged })
  const database = await openDatabase(config, { isMigrated: true, connections: 3, session: restoreSession })
  const { direct: pool } = database
  try {
    await assertWritable(pool)
    const skipped = await restoreInto(pool, { config, backup, withoutDamaged, onProgress }).catch((error) => {
      throw toBackupError(error, config.dataDir)
    })
    return summarise(backup, skipped)
  } finally {
    await database.stop()
  }
}

function summarise({ name, manifest: { tables, media } }: OpenedBackup, skipped: string[]): RestoreResult {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { name, rows, files: media.files - skipped.length, missing: [...media.missing, ...skipped] }
}

type RestoreTarget = Required<Pick<RestoreOptions, 'config' | 'withoutDamaged' | 'onProgress'>> & {
  backup: OpenedBackup
}

async function restoreInto(pool: pg.Pool, { config, backup, withoutDamaged, onProgress }: RestoreTarget) {
  const client = await pool.connect()
  try {
    if (!(await acquireRestoreLock(client)))
      throw new BackupError('Foldout is running on this database. Stop it, then restore.')
    await assertEmpty(client)
    const skipped = await restoreMedia(config, backup, { withoutDamaged, onProgress })
    await prepareSchema(pool, backup.manifest.schema)
    await migrateJobs(pool)
    await restoreData(config, backup)
    await restoreRows(client, backup, onProgress)
    onProgress('the newest schema')
    await migrate(pool)
    onProgress('statistics')
    await client.query('vacuum (analyze)')
    return skipped
  } finally {
    client.release(true)
  }
}

async function assertSchemaSupported({ name, manifest: { schema } }: OpenedBackup) {
  const supported = await listMigrations()
  if (supported.includes(schema)) return
  throw new BackupError(
    `The backup ${name} is from a newer version: its schema is ${schema}, this version’s is ${supported.at(-1)}. Restore it with that version or a newer one.`,
  )
}

/** Without the secret, members with a second factor could not sign in, and the cause would be hard to find. */
async function assertSecret(config: RestoreOptions['config'], { manifest, path }: OpenedBackup) {
  if (siteFingerprints(config).includes(manifest.site)) return
  const ownSecret = await readFile(join(config.dataDir, 'secret'), 'utf8').catch(ignoreNotFound)
  if (manifest.secret && ownSecret?.trim() === config.secret) return
  throw new BackupError(
    manifest.secret
      ? `The setting SECRET differs from the backup’s. Remove it, or put the secret from ${path}/secret into SECRET or OLD_SECRETS.`
      : `This backup was made with the setting SECRET. Set the same value here, or add it to OLD_SECRETS. If it is lost, use --without-secret.`,
  )
}

/** @throws BackupError, with what is missing and which backup could be used instead */
async function assertComplete(backup: OpenedBackup, options: { media: boolean }) {
  const problems = await checkBackup(backup, options)
  if (problems.length === 0) return
  const moreMessage = problems.length > 10 ? `\n… and ${problems.length - 10} more` : ''
  const alternative = await findCompleteBefore(backup)
  throw new BackupError(
    `The backup ${backup.name} is not intact. Nothing was changed.\n${problems.slice(0, 10).join('\n')}${moreMessage}` +
      (alternative ? `\nThe backup ${alternative} is intact: add its name after the folder.` : '') +
      (options.media && (await checkBackup(backup, { media: false })).length === 0 ? `\n${withoutDamagedHint}` : ''),
  )
}

const withoutDamagedHint = 'Use --without-damaged to restore everything else.'

async function findCompleteBefore({ folder, name }: OpenedBackup) {
  const olderNames = (await listBackups(folder)).filter((candidate) => candidate < name)
  for (const candidate of olderNames) {
    const opened = await openBackup(folder, candidate).catch(() => undefined)
    if (opened && (await checkBackup(opened)).length === 0) return candidate
  }
}

const noop = () => undefined

/** Tables that may have rows on an unused site, from a start or a visit. The last two existed up to the schema 0100. */
const ignoredTables = [
  'search_index_runs',
  'terms',
  'jwks',
  'rate_limit_points',
  'verifications',
  'audit_log',
  'operator_sessions',
  'search_filled',
  'search_words',
]

const ownTablesQuery = `
  select c.oid, c.relname::text as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`

/** @throws BackupError if the site has been used, or if its database has other tables */
async function assertEmpty(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string }>(ownTablesQuery)
  // Tables without rows may still belong to another application, and a restore would remove them.
  if (rows[0] && !rows.some(({ name }) => name === 'kysely_migration'))
    throw new BackupError(
      `This database belongs to another application: it has a table ${rows[0].name}. Restore into an empty database. Nothing was changed.`,
    )
  for (const { name } of rows.filter(
    (table) => !ignoredTables.includes(table.name) && !table.name.startsWith('kysely_'),
  )) {
    const { rows: used } = await client.query(`select from "${name}" limit 1`)
    if (used.length === 0) continue
    throw new BackupError(
      `This site is not empty: there are rows in ${name}. Restore into another DATA_DIR or another database. Nothing was changed.`,
    )
  }
}

async function prepareSchema(pool: pg.Pool, schema: string) {
  const { rows } = await pool.query<{ last: string | null }>(lastMigrationQuery).catch(() => ({ rows: [] }))
  if (rows[0]?.last !== schema) await dropSchema(pool)
  await migrateTo(pool, schema)
}

const lastMigrationQuery = 'select max(name) as last from kysely_migration'

async function dropSchema(pool: pg.Pool) {
  await pool.query(`do $$ declare command text; begin
    for command in
      select format('drop table if exists public.%I cascade', name) from (${ownTablesQuery}) tables
      union all
      select format('drop function %s', p.oid::regprocedure) from pg_proc p
      where pronamespace = 'public'::regnamespace and pg_has_role(proowner, 'usage')
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
    loop execute command; end loop; end $$`)
}
