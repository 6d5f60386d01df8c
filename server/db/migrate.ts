import { readdir, readFile } from 'node:fs/promises'
import { runMigrations as migrateJobs } from 'graphile-worker'
import { sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import type pg from 'pg'
import { openDb } from './connection.ts'

const folder = new URL('./migrations/', import.meta.url)

/** Brings the database to the newest schema; processes that start together wait for each other. */
export async function migrate(pool: pg.Pool) {
  const migrator = new Migrator({ db: openDb(pool), provider: sqlFiles, allowUnorderedMigrations: false })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  await migrateJobs({ pgPool: pool })
}

const sqlFiles: MigrationProvider = {
  async getMigrations() {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
    return Object.fromEntries(
      names.map((name, index) => [
        name.replace(/\.sql$/, ''),
        { up: async (db) => void (await sql.raw(texts[index] ?? '').execute(db)) },
      ]),
    )
  },
}
