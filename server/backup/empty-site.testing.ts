import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { createEmptyDatabase, databaseUrlOf } from '#tests/support/test-database.ts'
import { restoreBackup } from './restore-backup.ts'

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

type RestoreSettings = { settings?: Record<string, string>; jobs?: boolean }

/** Restores a backup into a new site, which runs until the end of the test. */
export async function restoreSite(home: string, folder: string, { settings = {}, jobs = false }: RestoreSettings = {}) {
  const { config, dataDir, databaseUrl } = await createEmptySite(home, settings)
  await restoreBackup({ config: config(), folder })
  const site = await startTestApp({ databaseUrl, jobs, settings: { DATA_DIR: dataDir, ...settings } })
  onTestFinished(site.close)
  return site
}
