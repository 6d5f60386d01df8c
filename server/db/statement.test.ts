import { afterAll, expect, test } from 'vitest'
import { asRefusal } from '#server/http/errors.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { isLostConnection } from './lost-connection.ts'
import { change, statement } from './statement.ts'

const { pool } = await createTestDatabase()
await pool.query('create table noted (what text)')
afterAll(() => pool.end())

/** Terminates the connection that runs this statement, but never the connection with the process id `before`. */
async function cut(text: string, before = 0) {
  const end = `select pid, pg_terminate_backend(pid) from pg_stat_activity
    where query like $1 and state = 'active' and pid not in ($2, pg_backend_pid())`
  const ended = async () => (await pool.query<{ pid: number }>(end, [`%${text}%`, before])).rows[0]?.pid ?? 0
  let pid = 0
  await expect.poll(async () => (pid = await ended()), { interval: 5 }).toBeGreaterThan(0)
  return pid
}

test('a read whose connection ends before the response is retried once, and not again', async () => {
  const read = statement<{ it: number }, []>('slow-read', 'select 1 as it from pg_sleep(0.3) /* the read */')
  const once = read(pool)
  await cut('the read */')
  expect(await once).toEqual([{ it: 1 }])
  const twice = read(pool).catch((error) => error)
  await cut('the read */', await cut('the read */'))
  expect(asRefusal(await twice)).toMatchObject({ code: 'unavailable', retryAfter: 2 })
})

test('a write whose connection ends is not retried, and its message says to try again', async () => {
  const note = change<never, []>(
    'slow-note',
    `insert into noted select 'it' from pg_sleep(0.3) /* the note */`,
  )
  const made = note(pool).catch((error) => error)
  await cut('the note */')
  expect(asRefusal(await made)).toMatchObject({ code: 'unavailable', retryAfter: 2 })
  expect((await pool.query('select from noted')).rowCount).toBe(0)
})

test('a change that is declared as a read does not load', () => {
  const wrong = `with a as (insert into noted values ('x') returning what) select what from a`
  expect(() => statement('wrong', wrong)).toThrow(
    'The statement wrong changes something: declare it with change().',
  )
})

test('a read-only server counts as unreachable for writes', async () => {
  const refused = await pool
    .query(`set transaction read only; insert into noted values ('x')`)
    .catch((error) => error)
  expect(refused.code).toBe('25006')
  expect(isLostConnection(refused)).toBe(true)
})

test('a character that cannot be stored is rejected as invalid input', async () => {
  const error = await pool.query('select $1::text', ['a\u0000']).catch((error) => error)
  expect(asRefusal(error)).toMatchObject({ code: 'invalid_request' })
})
