import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { createEmptyDatabase, databaseUrlOf } from '#tests/support/test-database.ts'

/** Creates the place of a site that has never started: a folder in `parentFolder` and a database without tables. */
export async function createEmptySite(parentFolder: string, settings: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(parentFolder, 'site-'))
  const databaseUrl = databaseUrlOf(await createEmptyDatabase())
  const environment = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', ...settings }
  return { databaseUrl, dataDir, config: () => readConfig(environment) }
}

/** Counts users; 0 if there is no table. Waits until killed processes have left the database. */
export async function countUsers(databaseUrl: string) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const othersQuery =
    'select state, query from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  await expect.poll(async () => (await client.query(othersQuery)).rows).toEqual([])
  const { rows } = await client.query(`select to_regclass('users') as users`)
  const userCount = rows[0].users ? (await client.query('select from users')).rows.length : 0
  await client.end()
  return userCount
}
