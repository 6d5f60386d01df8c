import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { backupNameAt, backupPaths } from '#server/backup/backup-folder.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { readConfig } from '#server/config/config.ts'
import { openPool } from '#server/db/connection.ts'
import { listMigrations } from '#server/db/migrate.ts'
import { openTestApp } from '#tests/support/test-app.ts'
import { createEmptyDatabase } from '#tests/support/test-database.ts'
import { checkBackups } from './check-backups.ts'
import { checkDatabase, databaseFinding } from './check-database.ts'
import { checkDisk } from './check-machine.ts'
import { checkSettings } from './check-settings.ts'
import { complete, findingInEnglish, joinFindings, ok, problem, warning } from './finding.ts'

const site = await openTestApp()
const folder = await mkdtemp(join(tmpdir(), 'foldout-doctor-'))
afterAll(() => rm(folder, { recursive: true }))

const settingsOf = (settings: Record<string, string>) =>
  findingInEnglish(checkSettings(readConfig({ DATA_DIR: site.dataDir, REPORTS_TO: 'ana@zines.example', ...settings })))

test('settings that are right for a public site pass', () => {
  expect(settingsOf({ PUBLIC_URL: 'https://zines.example' })).toMatchObject({ state: 'ok' })
  expect(settingsOf({ REPORTS_TO: '' })).toMatchObject({ state: 'ok' })
})

test.each([
  ['PUBLIC_URL is an http address', { PUBLIC_URL: 'http://zines.example' }],
  ['RATE_LIMITS is off', { PUBLIC_URL: 'https://zines.example', RATE_LIMITS: 'off' }],
  ['SECRET is easy to guess', { SECRET: 'secret'.repeat(6) }],
  ['The password in DATABASE_URL is that of an example', { DATABASE_URL: 'postgres://foldout:password@db/foldout' }],
])('%s: a problem', (says, settings) => {
  const finding = settingsOf(settings)
  expect(finding).toMatchObject({ state: 'problem', says: expect.stringContaining(says), fix: expect.any(String) })
  expect(JSON.stringify(finding)).not.toMatch(/secretsecret|:password/)
})

test('settings that are only risky are warnings', () => {
  expect(settingsOf({ RATE_LIMITS: 'off' })).toMatchObject({ state: 'warning' })
  expect(settingsOf({ PUBLIC_URL: 'https://zines.example', REPORTS_TO: '' })).toMatchObject({
    state: 'warning',
    says: 'REPORTS_TO is not set, so no one is notified of reports.',
  })
})

test('a secret that other users can read, and a misspelt setting, are warnings', async () => {
  await writeFile(join(folder, 'secret'), 's'.repeat(40), { mode: 0o644 })
  process.env.SMPT_URL = 'smtp://localhost'
  const { state, says } = settingsOf({ DATA_DIR: folder })
  delete process.env.SMPT_URL
  expect([state, says]).toEqual(['warning', expect.stringContaining(`The permissions of ${folder}/secret`)])
  expect(says).toContain('Did you mean SMTP_URL?')
})

test('the site’s database passes, and one without its schema has pending migrations', async () => {
  const last = (await listMigrations()).at(-1)
  expect(await checkDatabase({ direct: site.pool })).toEqual({
    state: 'ok',
    says: expect.stringMatching(
      new RegExp(`^PostgreSQL [\\d.]+ \\(UTF8, C.UTF-8\\) has the schema ${last}. \\d+ of \\d+ `),
    ),
  })
  const empty = openPool(await createEmptyDatabase())
  expect(await checkDatabase({ direct: empty })).toMatchObject({
    state: 'problem',
    says: expect.stringMatching(/^Pending migrations: \d+, from 0100-baseline\.$/),
  })
  expect((await empty.query(`select to_regclass('kysely_migration') as name`)).rows).toEqual([{ name: null }])
  await empty.query(`alter database ${empty.options.database} set default_transaction_read_only = on`)
  await empty.end()
  const replica = openPool(empty.options)
  await expect(checkDatabase({ direct: replica })).rejects.toThrow('the database is read-only')
  await replica.end()
})

test('an unsuitable or overloaded PostgreSQL and a newer schema are named', () => {
  const state = {
    version: '18.4',
    encoding: 'UTF8',
    locale: 'C',
    isSortedOtherwise: false,
    connections: 5,
    maxConnections: 100,
  }
  const find = (changes: Partial<typeof state>, applied = ['1']) =>
    databaseFinding({ ...state, ...changes }, { applied, known: ['1'] })
  expect(find({})).toMatchObject({ state: 'ok' })
  expect(find({ version: '14.9' })).toMatchObject({ state: 'problem', says: 'PostgreSQL 14.9 is too old.' })
  expect(find({ encoding: 'SQL_ASCII' })).toMatchObject({ state: 'problem' })
  expect(find({ isSortedOtherwise: true })).toMatchObject({ state: 'warning', fix: expect.stringContaining('reindex') })
  expect(find({ connections: 95 })).toMatchObject({ state: 'warning', says: '95 of 100 connections are in use.' })
  expect(find({}, ['1', '2'])).toMatchObject({ state: 'problem', says: 'The schema 2 is that of a newer Foldout.' })
})

test('a full disk is a problem, a nearly full one a warning', async () => {
  const check = (keepFreeMb: number) =>
    checkDisk({ dataDir: site.dataDir, keepFreeMb, databaseUrl: undefined }).then(findingInEnglish)
  const { says } = await check(0)
  const freeMb = Number(/^([\d,]+) MB are free/.exec(says)?.[1]?.replaceAll(',', ''))
  expect(await check(freeMb * 2)).toMatchObject({ state: 'problem' })
  expect(await check(freeMb / 2)).toMatchObject({ state: 'warning' })
  expect(await check(Math.floor(freeMb / 10))).toMatchObject({ state: 'ok' })
  const file = join(folder, 'file')
  await writeFile(file, '')
  await expect(checkDisk({ dataDir: join(file, 'data'), keepFreeMb: 0, databaseUrl: undefined })).rejects.toThrow()
})

test('backups must exist, be recent and be of this site', async () => {
  const backupDir = join(folder, 'backups')
  const config = { backupDir, secrets: site.config.secrets }
  const check = async (now?: Date, secrets = config.secrets) =>
    findingInEnglish(await checkBackups({ ...config, secrets }, site.pool, now))
  expect(await checkBackups({ ...config, backupDir: undefined }, site.pool)).toMatchObject({ state: 'warning' })
  expect(await check()).toMatchObject({ state: 'warning', says: `There is no backup in ${backupDir}.` })
  expect(await checkBackups(config, undefined)).toMatchObject({ state: 'problem' })
  const { name } = await makeBackup({ config: site.config, pool: site.pool, folder: backupDir })
  expect(await check()).toMatchObject({ state: 'ok', says: expect.stringMatching(/^The newest backup is of 20/) })
  const later = new Date(Date.now() + 49 * 60 * 60 * 1000)
  expect(await check(later)).toMatchObject({ state: 'problem', fix: expect.stringContaining(`backup`) })
  expect(await check(undefined, ['x'.repeat(32)])).toMatchObject({
    state: 'problem',
    says: 'The newest backup is of another site.',
  })
  await writeFile(backupPaths(join(backupDir, name)).manifest, '{')
  expect(await check()).toMatchObject({ state: 'problem', says: expect.stringContaining('manifest.json is damaged') })
  await rename(join(backupDir, name), join(backupDir, backupNameAt(later)))
  expect(await check()).toMatchObject({ state: 'problem', says: `There is no backup in ${backupDir}.` })
  await rm(backupDir, { recursive: true })
  await writeFile(backupDir, '')
  expect(await check()).toMatchObject({ state: 'problem', says: expect.stringContaining('ENOTDIR') })
  await rm(backupDir)
  await mkdir(backupDir)
})

test('a nightly backup that failed is a problem, with its error', async () => {
  await site.sql(`select graphile_worker.add_job('make-backup')`)
  await site.sql(`update graphile_worker._private_jobs set last_error = E'The disk is full.\\n    at backup'`)
  const finding = await checkBackups({ backupDir: join(folder, 'backups'), secrets: site.config.secrets }, site.pool)
  expect(findingInEnglish(finding)).toMatchObject({
    state: 'problem',
    says: expect.stringMatching(
      /^The nightly backup failed: The disk is full\. Correct this; the site retries it\. There is no backup/,
    ),
  })
})

test('a check that throws is a problem, and of several findings the worst counts', async () => {
  const failing = () => Promise.reject(new Error('Foldout cannot start: the disk is slow.'))
  expect(await complete(failing)).toMatchObject({ state: 'problem', says: 'The disk is slow.' })
  const found = [warning('A.', 'B.'), false, problem('C.', 'D.'), undefined] as const
  expect(findingInEnglish(joinFindings([...found], ok('')))).toEqual({ state: 'problem', says: 'C. D. A. B.' })
})
