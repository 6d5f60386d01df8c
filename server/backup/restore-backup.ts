import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { openDatabase, type Whereabouts } from '#server/db/database.ts'
import { assertTakesWrites } from '#server/db/external-database.ts'
import { listMigrations, migrate, migrateJobs, migrateTo, versionBefore } from '#server/db/migrate.ts'
import { takeRestoreTurn } from '#server/db/restore-turn.ts'
import { absent, listBackups, type OpenedBackup, openBackup } from './backup-folder.ts'
import { checkBackup, chooseBackup } from './check-backup.ts'
import { siteMarks } from './manifest.ts'
import { inWords, RefusedBackup } from './refused-backup.ts'
import { restoreData, restoreMedia } from './restore-files.ts'
import { restoreRows } from './site-rows.ts'

type Restoring = {
  config: Whereabouts & Pick<Config, 's3' | 'secret' | 'secrets'>
  folder: string
  name?: string | undefined
  /** Restores although the secret is lost: all sessions end, and second factors must be set up again. */
  withoutSecret?: boolean
  withoutDamaged?: boolean
  onStep?: (step: string) => void
}

type Restored = { name: string; rows: number; files: number; missing: string[] }

/** No timeouts, whatever the role's defaults are. The name differs from a site's connections, which are called `foldout`. */
const session = {
  application_name: 'foldout restore',
  options: '-c timezone=UTC -c statement_timeout=0 -c lock_timeout=0',
  idleTimeoutMillis: 0,
}

/** Restores into an empty, stopped site: first files, then all rows in one transaction. An aborted restore can be repeated. */
export async function restoreBackup({
  config,
  folder,
  name,
  onStep = silent,
  ...wishes
}: Restoring): Promise<Restored> {
  const backup = await chooseBackup(resolve(folder), name)
  await assertKnown(backup)
  if (!wishes.withoutSecret) await assertSecret(config, backup)
  onStep(`looking at the backup ${backup.name}`)
  const { withoutDamaged = false } = wishes
  await assertWhole(backup, { media: !withoutDamaged })
  const database = await openDatabase(config, { isMigrated: true, connections: 3, session })
  const { direct: pool } = database
  try {
    await assertTakesWrites(pool)
    const leftOut = await restoreInto(pool, { config, backup, withoutDamaged, onStep }).catch((error) => {
      throw inWords(error, config.dataDir)
    })
    return summaryOf(backup, leftOut)
  } finally {
    await database.stop()
  }
}

function summaryOf({ name, manifest: { tables, media } }: OpenedBackup, leftOut: string[]): Restored {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { name, rows, files: media.files - leftOut.length, missing: [...media.missing, ...leftOut] }
}

type Into = Required<Pick<Restoring, 'config' | 'withoutDamaged' | 'onStep'>> & { backup: OpenedBackup }

async function restoreInto(pool: pg.Pool, { config, backup, withoutDamaged, onStep }: Into) {
  const turn = await pool.connect()
  try {
    if (!(await takeRestoreTurn(turn)))
      throw new RefusedBackup('Foldout is running on this database. Stop it, then restore.')
    await assertEmpty(turn)
    const leftOut = await restoreMedia(config, backup, { withoutDamaged, onStep })
    await prepareSchema(pool, backup.manifest.schema)
    await migrateJobs(pool)
    await restoreData(config, backup)
    await restoreRows(turn, backup, onStep)
    onStep('the newest schema')
    await migrate(pool)
    onStep('statistics')
    await turn.query('vacuum (analyze)')
    return leftOut
  } finally {
    turn.release(true)
  }
}

async function assertKnown({ name, manifest: { schema } }: OpenedBackup) {
  const known = await listMigrations()
  if (known.includes(schema)) return
  if (schema < (known[0] ?? ''))
    throw new RefusedBackup(
      `The backup ${name} is from a version before 1.0.0. Restore it with ${versionBefore}, then start this version.`,
    )
  throw new RefusedBackup(
    `The backup ${name} is from a newer version: its schema is ${schema}, this version’s is ${known.at(-1)}. Restore it with that version or a newer one.`,
  )
}

/** Without the secret, members with a second factor could not sign in, and the cause would be hard to find. */
async function assertSecret(config: Restoring['config'], { manifest, path }: OpenedBackup) {
  if (siteMarks(config).includes(manifest.site)) return
  const own = await readFile(join(config.dataDir, 'secret'), 'utf8').catch(absent)
  if (manifest.secret && own?.trim() === config.secret) return
  throw new RefusedBackup(
    manifest.secret
      ? `The setting SECRET differs from the backup’s. Remove it, or put the secret from ${path}/secret into SECRET or OLD_SECRETS.`
      : `This backup was made with the setting SECRET. Set the same value here, or add it to OLD_SECRETS. If it is lost, use --without-secret.`,
  )
}

/** @throws RefusedBackup, with what is missing and which backup could be used instead */
async function assertWhole(backup: OpenedBackup, look: { media: boolean }) {
  const faults = await checkBackup(backup, look)
  if (faults.length === 0) return
  const more = faults.length > 10 ? `\n… and ${faults.length - 10} more` : ''
  const other = await wholeBefore(backup)
  throw new RefusedBackup(
    `The backup ${backup.name} is not intact. Nothing was changed.\n${faults.slice(0, 10).join('\n')}${more}` +
      (other ? `\nThe backup ${other} is intact: add its name after the folder.` : '') +
      (look.media && (await checkBackup(backup, { media: false })).length === 0 ? `\n${orWithout}` : ''),
  )
}

const orWithout = 'Use --without-damaged to restore everything else.'

async function wholeBefore({ folder, name }: OpenedBackup) {
  const older = (await listBackups(folder)).filter((each) => each < name)
  for (const each of older) {
    const opened = await openBackup(folder, each).catch(() => undefined)
    if (opened && (await checkBackup(opened)).length === 0) return each
  }
}

const silent = () => undefined

/** Tables that may have rows on an unused site, from a start or a visit. */
const ofNobody = ['search_filled', 'search_words', 'jwks', 'rate_limit_points', 'verifications', 'audit_log']

const ownTables = `
  select c.oid, c.relname::text as name from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`

/** @throws RefusedBackup if the site has been used, or if its database has other tables */
async function assertEmpty(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string }>(ownTables)
  // Tables without rows may still belong to another application, and a restore would remove them.
  if (rows[0] && !rows.some(({ name }) => name === 'kysely_migration'))
    throw new RefusedBackup(
      `This database belongs to another application: it has a table ${rows[0].name}. Restore into an empty database. Nothing was changed.`,
    )
  for (const { name } of rows.filter(
    (table) => !ofNobody.includes(table.name) && !table.name.startsWith('kysely_'),
  )) {
    const { rows: found } = await client.query(`select from "${name}" limit 1`)
    if (found.length === 0) continue
    throw new RefusedBackup(
      `This site is not empty: there are rows in ${name}. Restore into another DATA_DIR or another database. Nothing was changed.`,
    )
  }
}

async function prepareSchema(pool: pg.Pool, schema: string) {
  const { rows } = await pool.query<{ last: string | null }>(lastMigration).catch(() => ({ rows: [] }))
  if (rows[0]?.last !== schema) await dropSchema(pool)
  await migrateTo(pool, schema)
}

const lastMigration = 'select max(name) as last from kysely_migration'

async function dropSchema(pool: pg.Pool) {
  await pool.query(`do $$ declare command text; begin
    for command in
      select format('drop table if exists public.%I cascade', name) from (${ownTables}) tables
      union all
      select format('drop function %s', p.oid::regprocedure) from pg_proc p
      where pronamespace = 'public'::regnamespace and pg_has_role(proowner, 'usage')
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
    loop execute command; end loop; end $$`)
}
