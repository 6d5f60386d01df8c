import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { addressOf, createEmptyDatabase } from '#tests/support/test-database.ts'

/** The place of a site that has never started: a folder in `home` and a database without tables. */
export async function emptyPlace(home: string, settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(home, 'site-'))
  const databaseUrl = addressOf(await createEmptyDatabase())
  const all = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', ...settings }
  return { databaseUrl, dataDir, config: () => readConfig(all) }
}

/** Counts users; 0 if there is no table. Waits until killed processes have left the database. */
export async function countUsers(databaseUrl: string) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const others =
    'select state, query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  await expect.poll(async () => (await client.query(others)).rows).toEqual([])
  const { rows } = await client.query(`select to_regclass('users') as users`)
  const people = rows[0].users ? (await client.query('select from users')).rows.length : 0
  await client.end()
  return people
}
