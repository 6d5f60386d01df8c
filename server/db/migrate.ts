import { readdir, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type pg from 'pg'
import { openDb } from './connection.ts'
import { again, retry } from './retry.ts'

const folder = new URL('./migrations/', import.meta.url)

type Applied = (name: string, ms: number) => void

/** Brings the database to the newest schema; processes that start together wait for each other. */
export async function migrate(pool: pg.Pool, applied: Applied = () => undefined) {
  await migrateTo(pool, undefined, applied)
  await migrateJobs(pool)
  await pool.query(indexLibrary)
}

/** The tables that jobs are promised in. */
export const migrateJobs = (pool: pg.Pool) => runMigrations({ pgPool: pool })

/** Brings it to the schema after a migration that is known, or after the last. */
export async function migrateTo(pool: pg.Pool, last?: string, applied: Applied = () => undefined) {
  const provider = timed(files, applied)
  const migrator = new Migrator({ db: openDb(pool), provider, allowUnorderedMigrations: false })
  const { error } = await retry(async () => {
    const result = last ? await migrator.migrateTo(last) : await migrator.migrateToLatest()
    return isInTheWay(result.error) ? again : result
  })
  if (error) throw (await newerThan(pool)) ?? error
}

/** The database belongs to a version of Foldout that is newer than this one. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase'
}

/** What Kysely calls corrupted is a process of the version before that started again once the schema was the next one's. */
async function newerThan(pool: pg.Pool) {
  const known = await listMigrations()
  const { rows } = await pool
    .query<{ name: string }>('select name from kysely_migration order by name')
    .catch(() => ({ rows: [] }))
  const last = rows.map(({ name }) => name).findLast((name) => !known.includes(name))
  if (last === undefined) return undefined
  return new NewerDatabase(
    `Foldout cannot start: the database belongs to a newer version of Foldout, whose schema is ${last}; ` +
      `this version knows schemas up to ${known.at(-1)}, so start that version or a newer one.`,
  )
}

/** Names of all migrations that there are, in their order. */
export const listMigrations = async () => Object.keys(await files.getMigrations())

/**
 * Another process is at it for longer than a lock is waited for, or the version before, which serves people meanwhile, holds
 * a table and waits for another that is held here.
 */
const isInTheWay = (error: unknown) =>
  ['55P03', '40P01'].includes((error as { code?: string } | undefined)?.code ?? '')

/** A library from before there was an index gets one while the site runs; what was cut off is gone on with. */
const indexLibrary = `
  select graphile_worker.add_job('index-library', job_key := 'index-library')
  where not exists (select from search_filled)`

/** A module's name ends as this one's does: packed it is JavaScript. */
const ofModules = extname(import.meta.filename)

/** SQL, or a module with `up(db)` where SQL does not suffice; in the order of their names. */
const files: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(folder)).filter((name) => ['.sql', ofModules].includes(extname(name))).sort()
    const migrations = await Promise.all(names.map(readMigration))
    return Object.fromEntries(
      names.map((name, at) => [name.replace(/\.\w+$/, ''), migrations[at] as Migration]),
    )
  },
}

/** Tells of each migration when it is applied; all of them are committed together. */
const timed = (provider: MigrationProvider, applied: Applied): MigrationProvider => ({
  async getMigrations() {
    const migrations = Object.entries(await provider.getMigrations()).map(([name, { up, down }]) => {
      const timedUp: Migration['up'] = async (db) => {
        const began = performance.now()
        await up(db)
        applied(name, Math.round(performance.now() - began))
      }
      return [name, { up: timedUp, ...(down && { down }) }] as const
    })
    return Object.fromEntries(migrations)
  },
})

async function readMigration(name: string): Promise<Migration> {
  const file = new URL(name, folder)
  if (extname(name) === ofModules) return import(file.href)
  const text = await readFile(file, 'utf8')
  return { up: async (db) => void (await sql.raw(text).execute(db)) }
}
