import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { superuser } from '#server/db/embedded/database.ts'

/** A place for a site that nobody has started: a folder, and a database without a table. */
export async function emptyPlace(settings: Record<string, string> = {}) {
  const { host, user } = inject('postgres')
  const database = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ host, user: superuser, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${database} owner ${user}`)
  await admin.end()
  const dataDir = await mkdtemp(join(tmpdir(), 'foldout-restored-'))
  const databaseUrl = `postgres:///${database}?host=${encodeURIComponent(host)}&user=${user}`
  const all = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', ...settings }
  return {
    databaseUrl,
    dataDir,
    config: () => readConfig(all),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  }
}
