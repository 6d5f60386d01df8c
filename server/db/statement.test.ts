import { afterAll, expect, test } from 'vitest'
import { toApiError } from '#server/http/errors.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { isLostConnection } from './lost-connection.ts'
import { statement, writeStatement } from './statement.ts'

const { pool } = await createTestDatabase()
await pool.query('create table noted (what text)')
afterAll(() => pool.end())

/** Terminates the connection that runs this statement, but never the connection with the process id `before`. */
async function terminate(text: string, before = 0) {
  const terminateQuery = `select pid, pg_terminate_backend(pid) from pg_stat_activity
    where query like $1 and state = 'active' and pid not in ($2, pg_backend_pid())`
  const terminateOnce = async () =>
    (await pool.query<{ pid: number }>(terminateQuery, [`%${text}%`, before])).rows[0]?.pid ?? 0
  let pid = 0
  await expect.poll(async () => (pid = await terminateOnce()), { interval: 5 }).toBeGreaterThan(0)
  return pid
}

test('a read whose connection ends before the response is retried once, and not again', async () => {
  const read = statement<{ value: number }, []>('slow-read', 'select 1 as value from pg_sleep(0.3) /* the read */')
  const first = read(pool)
  await terminate('the read */')
  expect(await first).toEqual([{ value: 1 }])
  const second = read(pool).catch((error) => error)
  await terminate('the read */', await terminate('the read */'))
  expect(toApiError(await second)).toMatchObject({ code: 'unavailable', retryAfter: 2 })
})

test('a write whose connection ends is not retried, and its message says to try again', async () => {
  const insertNote = writeStatement<never, []>(
    'slow-note',
    `insert into noted select 'it' from pg_sleep(0.3) /* the note */`,
  )
  const result = insertNote(pool).catch((error) => error)
  await terminate('the note */')
  expect(toApiError(await result)).toMatchObject({ code: 'unavailable', retryAfter: 2 })
  expect((await pool.query('select from noted')).rowCount).toBe(0)
})

test('a change that is declared as a read does not load', () => {
  const writeStatementText = `with a as (insert into noted values ('x') returning what) select what from a`
  expect(() => statement('wrong', writeStatementText)).toThrow(
    'The statement wrong changes something: declare it with writeStatement().',
  )
})

test('a read-only server counts as unreachable for writes', async () => {
  const error = await pool.query(`set transaction read only; insert into noted values ('x')`).catch((error) => error)
  expect(error.code).toBe('25006')
  expect(isLostConnection(error)).toBe(true)
})

test('a character that cannot be stored is rejected as invalid input', async () => {
  const error = await pool.query('select $1::text', ['a\u0000']).catch((error) => error)
  expect(toApiError(error)).toMatchObject({ code: 'invalid_request' })
})
