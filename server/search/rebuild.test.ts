import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#server/db/database.ts'

let dataDir: string
let database: Database
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'foldout-rebuild-'))
  database = await openDatabase({ databaseUrl: undefined, dataDir })
})
afterAll(async () => {
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('the index is made again by a command while the site has its database open', async () => {
  await database.pool.query(`insert into terms values ('nobody-has-this', 4)`)
  await database.pool.query(
    `insert into search_index_runs values (now() - interval '1 day'), (now() - interval '2 days')`,
  )
  const command = new URL('../admin/admin-main.ts', import.meta.url).pathname
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'search:rebuild'], {
    env: { ...process.env, DATA_DIR: dataDir, SECRET: 'x'.repeat(32) },
  })
  expect(stdout).toContain('The search index was rebuilt.')
  const { rows } = await database.pool.query('select term from terms')
  expect(rows).toEqual([])
  expect((await database.pool.query('select from search_index_runs')).rowCount).toBe(1)
})
