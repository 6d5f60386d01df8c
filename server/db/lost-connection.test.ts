import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { asRefusal } from '#server/http/errors.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { openPool } from './connection.ts'
import { isLostConnection } from './lost-connection.ts'

const failed = async (work: Promise<unknown>) =>
  await work.then(
    () => new Error('it did not fail'),
    (error) => error,
  )

test('a failed or broken connection is distinguished from an error of the statement', async () => {
  const { pool, connection } = await createTestDatabase()
  const nowhere = await failed(new pg.Client({ ...connection, host: '/nowhere' }).connect())
  const refused = await failed(new pg.Client({ host: '127.0.0.1', port: 1 }).connect())
  const narrow = openPool(connection, 1)
  const only = await narrow.connect()
  const waited = await failed(narrow.query('select 1'))
  const { rows } = await only.query<{ pid: number }>('select pg_backend_pid() as pid')
  const cut = failed(only.query('select pg_sleep(10)'))
  // Waits until the query runs, because an idle connection ends without an error.
  const asleep = `select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and query like '%pg_sleep(10)%'`
  await expect.poll(async () => (await pool.query(asleep, [rows[0]?.pid])).rowCount).toBe(1)
  for (const error of [nowhere, refused, waited, await cut]) {
    expect(isLostConnection(error), error.message).toBe(true)
    expect(asRefusal(error).code).toBe('unavailable')
  }
  const wrong = await failed(pool.query('select 1 / 0'))
  const noFile = await failed(readFile('/nowhere'))
  for (const error of [wrong, noFile]) expect(isLostConnection(error), error.message).toBe(false)
  only.release(true)
  await Promise.all([pool.end(), narrow.end()])
})
