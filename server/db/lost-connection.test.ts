import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { toApiError } from '#server/http/errors.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { openPool } from './connection.ts'
import { isLostConnection } from './lost-connection.ts'

const errorOf = async (work: Promise<unknown>) =>
  await work.then(
    () => new Error('it did not fail'),
    (error) => error,
  )

test('a failed or broken connection is distinguished from an error of the statement', async () => {
  const { pool, connection } = await createTestDatabase()
  const missingSocket = await errorOf(new pg.Client({ ...connection, host: '/nowhere' }).connect())
  const connectionRefused = await errorOf(new pg.Client({ host: '127.0.0.1', port: 1 }).connect())
  const singlePool = openPool(connection, 1)
  const singleClient = await singlePool.connect()
  const poolTimeout = await errorOf(singlePool.query('select 1'))
  const { rows } = await singleClient.query<{ pid: number }>('select pg_backend_pid() as pid')
  const terminated = errorOf(singleClient.query('select pg_sleep(10)'))
  // Waits until the query runs, because an idle connection ends without an error.
  const terminateQuery = `select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and query like '%pg_sleep(10)%'`
  await expect.poll(async () => (await pool.query(terminateQuery, [rows[0]?.pid])).rowCount).toBe(1)
  for (const error of [missingSocket, connectionRefused, poolTimeout, await terminated]) {
    expect(isLostConnection(error), error.message).toBe(true)
    expect(toApiError(error).code).toBe('unavailable')
  }
  const queryError = await errorOf(pool.query('select 1 / 0'))
  const fileError = await errorOf(readFile('/nowhere'))
  for (const error of [queryError, fileError]) expect(isLostConnection(error), error.message).toBe(false)
  singleClient.release(true)
  await Promise.all([pool.end(), singlePool.end()])
})
