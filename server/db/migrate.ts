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
  const provider = withTiming(files, onApplied)
  const migrator = new Migrator({ db: openDb(pool), provider, allowUnorderedMigrations: false })
  const { error } = await retry(async () => {
    const result = last ? await migrator.migrateTo(last) : await migrator.migrateToLatest()
    return isLockConflict(result.error) || isSchemaChanging(result) ? retryNeeded : result
  })
  if (error) throw (await findNewerSchemaError(pool)) ?? error
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
