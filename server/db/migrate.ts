import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { type Migration, type MigrationProvider, type MigrationResultSet, Migrator } from 'kysely/migration'
import type pg from 'pg'
import { openDb } from './connection.ts'
import { retry, retryNeeded } from './retry.ts'

const folder = new URL('./migrations/', import.meta.url)

type OnApplied = (name: string, ms: number) => void

/** Migrates to the latest schema. Processes that start together wait for each other. */
export async function migrate(pool: pg.Pool, onApplied: OnApplied = () => undefined) {
  await migrateTo(pool, undefined, onApplied)
  await migrateJobs(pool)
  await pool.query(enqueueIndexingQuery)
}

export const migrateJobs = (pool: pg.Pool) => runMigrations({ pgPool: pool })

export async function migrateTo(pool: pg.Pool, last?: string, onApplied: OnApplied = () => undefined) {
  const startedAt = performance.now()
  const isAdopted = await retry(() => adoptLegacySchema(pool).catch(retryIfLocked))
  if (isAdopted) onApplied(baseline, Math.round(performance.now() - startedAt))
  const provider = withTiming(files, onApplied)
  const migrator = new Migrator({ db: openDb(pool), provider, allowUnorderedMigrations: false })
  const { error } = await retry(async () => {
    const result = last ? await migrator.migrateTo(last) : await migrator.migrateToLatest()
    return isLockConflict(result.error) || isSchemaChanging(result) ? retryNeeded : result
  })
  if (error) throw (await findNewerSchemaError(pool)) ?? error
}

const baseline = '0100-baseline'
/** The last schema before 1.0.0. It differs from the baseline only in what search no longer needs. */
const lastLegacySchema = '0033-own-blocks'
const dropLegacyObjects = `
  drop trigger zine_stats_levels on zine_stats;
  drop trigger zine_stats_counted on zine_stats;
  drop trigger zine_search_standing on zine_search;
  drop trigger zine_search_is_unpaired on zine_search;
  drop function unplace_zine();
  drop function note_unpaired_zine();
  drop table unplaced_zines, placed_so_far, paired_words, unpaired_zines;
  delete from search_filled where exists (select from profiles)`

/** Adopts the tables of the last version before 1.0.0 and reindexes. @returns whether the database had that version */
const adoptLegacySchema = (pool: pg.Pool) =>
  openDb(pool)
    .transaction()
    .execute(async (tx) => {
      const { rows: existing } = await sql`select to_regclass('kysely_migration') is not null as "isThere"`.execute(tx)
      if (!(existing[0] as { isThere: boolean }).isThere) return false
      await sql`lock table kysely_migration in exclusive mode`.execute(tx)
      const { rows } = await sql<{ last: string | null }>`
        select max(name collate "C") as last from kysely_migration`.execute(tx)
      const last = rows[0]?.last ?? baseline
      if (last >= baseline) return false
      if (last !== lastLegacySchema) throw new OlderDatabaseError(last)
      await sql.raw(dropLegacyObjects).execute(tx)
      await sql`delete from kysely_migration`.execute(tx)
      await sql`insert into kysely_migration (name, timestamp) values (${baseline}, now()::text)`.execute(tx)
      return true
    })

function retryIfLocked(error: unknown): typeof retryNeeded {
  if (isLockConflict(error)) return retryNeeded
  throw error
}

/** Every schema before the baseline was version 0.1.0, so only its commit identifies the last one. */
export const lastLegacyVersion = 'version 0.1.0 at commit f4976c2546df'

/** The database is older than the last version that 1.0.0 can adopt. */
export class OlderDatabaseError extends Error {
  override name = 'OlderDatabaseError'

  constructor(schema: string) {
    super(
      `Foldout cannot start: the database has the schema ${schema}, and this version upgrades from ${lastLegacySchema} only. ` +
        `Nothing was changed. Start ${lastLegacyVersion} once to upgrade the database, then start this version.`,
    )
  }
}

export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError'
}

/** Kysely reports corrupted migrations when an older process starts again after a newer version has migrated. */
async function findNewerSchemaError(pool: pg.Pool) {
  const knownMigrations = await listMigrations()
  const { rows } = await pool
    .query<{ name: string }>('select name from kysely_migration order by name')
    .catch(() => ({ rows: [] }))
  const last = rows.map(({ name }) => name).findLast((name) => !knownMigrations.includes(name))
  if (last === undefined) return undefined
  return new NewerDatabaseError(
    `Foldout cannot start: the database belongs to a newer version of Foldout, whose schema is ${last}; ` +
      `this version supports schemas up to ${knownMigrations.at(-1)}. Start that version or a newer one.`,
  )
}

export const listMigrations = async () => Object.keys(await files.getMigrations())

/** Another process migrates for a long time, or an older process that still serves requests locks a table. */
const isLockConflict = (error: unknown) => ['55P03', '40P01'].includes(codeOf(error))

/**
 * Before migrating, kysely looks up tables and columns by name, which fails if another process has just renamed one. The
 * error of a migration comes with results.
 */
const isSchemaChanging = ({ error, results }: MigrationResultSet) =>
  !results && ['42P01', '42703'].includes(codeOf(error))

const codeOf = (error: unknown) => (error as { code?: string } | undefined)?.code ?? ''

/**
 * Indexes a library while the site runs, if it has no search index or rows of an older version. During an upgrade, older
 * processes write such rows. An interrupted run continues.
 */
const enqueueIndexingQuery = `
  select graphile_worker.add_job('index-library', job_key := 'index-library')
  where not exists (select from search_index_runs)
    or exists (select from zine_search where title is null)
    or exists (select from creator_search where username is null)`

const files: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(folder)).filter((name) => extname(name) === '.sql').sort()
    const migrations = await Promise.all(names.map(readMigration))
    return Object.fromEntries(names.map((name, index) => [name.replace(/\.\w+$/, ''), migrations[index] as Migration]))
  },
}

const withTiming = (provider: MigrationProvider, onApplied: OnApplied): MigrationProvider => ({
  async getMigrations() {
    const migrations = Object.entries(await provider.getMigrations()).map(([name, { up }]) => {
      const timedUp: Migration['up'] = async (db) => {
        const startedAt = performance.now()
        await up(db)
        onApplied(name, Math.round(performance.now() - startedAt))
      }
      return [name, { up: timedUp }] as const
    })
    return Object.fromEntries(migrations)
  },
})

async function readMigration(name: string): Promise<Migration> {
  const text = await readFile(new URL(name, folder), 'utf8')
  return { up: async (db) => void (await sql.raw(text).execute(db)) }
}
