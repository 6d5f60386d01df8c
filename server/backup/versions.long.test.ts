import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { startDebianPostgres } from '#tests/support/debian-postgres.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { makeBackup } from './make-backup.ts'
import { populateSite } from './populated-site.testing.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifySite } from './verify/verify-site.ts'

const home = createTestFolder()
const debian = await startDebianPostgres()

describe.skipIf(!debian)(
  'between Debian’s PostgreSQL and the bundled one (skipped where the first is not installed)',
  () => {
    let site: TestApp
    beforeAll(async () => {
      site = await startTestApp({ databaseUrl: debian?.databaseUrl })
      await populateSite(site)
    })
    afterAll(async () => {
      await site.close()
      await debian?.stop()
    })

    test('a site moves there and back, and the start says how', { timeout: 60_000 }, async () => {
      const [before, after] = [join(home, 'before'), join(home, 'after')]
      await makeBackup({ config: site.config, pool: site.pool, folder: before })

      // When root runs the test, PostgreSQL's own user must be able to enter the folder.
      const dataDir = await mkdtemp(join(tmpdir(), 'foldout-embedded-'))
      await chmod(dataDir, 0o711)
      const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
      await mkdir(join(dataDir, 'postgres'))
      await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), `${debian?.major}\n`)
      await expect(openDatabase(config)).rejects.toThrow('3. npm run restore -- FOLDER')
      await expect(restoreBackup({ config, folder: before })).rejects.toThrow('3. npm run restore -- FOLDER')
      await rename(join(dataDir, 'postgres'), join(dataDir, `postgres-${debian?.major}`))
      await restoreBackup({ config, folder: before })
      const embedded = await openDatabase(config)
      expect(await verifySite({ config, pool: embedded.pool, backups: before })).toEqual([])
      await makeBackup({ config, pool: embedded.pool, folder: after })
      await expect(restoreBackup({ config, folder: after })).rejects.toThrow('Foldout is already running')
      await embedded.stop()

      const debianConfig = { ...site.config, databaseUrl: await newDatabase(), dataDir: join(home, 'back') }
      await mkdir(debianConfig.dataDir)
      expect(
        await restoreBackup({ config: { ...debianConfig, secrets: config.secrets }, folder: after }),
      ).toMatchObject({ missing: [] })
      const debianDatabase = await openDatabase(debianConfig)
      expect(await verifySite({ config: debianConfig, pool: debianDatabase.pool })).toEqual([])
      const { rows } = await debianDatabase.pool.query('select count(*)::int as zines from zines')
      expect(rows).toEqual([{ zines: 2 }])
      await debianDatabase.stop()
      await rm(dataDir, { recursive: true })
    })
  },
)

async function newDatabase() {
  const client = new pg.Client(debian?.databaseUrl)
  await client.connect()
  await client.query('create database again')
  await client.end()
  return String(debian?.databaseUrl).replace(/foldout$/, 'again')
}
