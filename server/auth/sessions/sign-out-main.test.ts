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
  dataDir = await mkdtemp(join(tmpdir(), 'foldout-sign-out-'))
  database = await openDatabase({ databaseUrl: undefined, dataDir })
  for (const name of ['ana', 'ben'])
    await database.pool.query(
      `with made as (insert into users (email, username, username_key) values ($1 || '@example.org', $1, $1) returning id)
       insert into sessions (user_id, token, expires_at) select id, $1, now() + interval '1 day' from made`,
      [name],
    )
})
afterAll(async () => {
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const command = new URL('./sign-out-main.ts', import.meta.url).pathname
const signOut = (...who: string[]) =>
  promisify(execFile)(process.execPath, [command, ...who], { env: { ...process.env, DATA_DIR: dataDir } })
const signedIn = async () =>
  (await database.pool.query('select token from sessions order by token')).rows.map(({ token }) => token)

test('whoever runs the site signs out one member, or everybody, while it has its database open', async () => {
  await expect(signOut('nobody_here')).rejects.toThrow('nobody called nobody_here')
  await expect(signOut()).rejects.toThrow('Whom?')
  expect(await signedIn()).toEqual(['ana', 'ben'])
  expect((await signOut('Ana')).stdout).toContain('ana is signed out everywhere.')
  expect(await signedIn()).toEqual(['ben'])
  await signOut('--all')
  expect(await signedIn()).toEqual([])
})
