import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { type Db, openDb } from './connection.ts'
import { StatementNames } from './prepared-often.ts'

const askedOften = (names: StatementNames, text: string) =>
  Array.from({ length: 25 }, () => names.nameOf(text)).at(-1)

test('a text has a name once it was asked often, and keeps it', () => {
  const names = new StatementNames()
  expect(names.nameOf('select id from zines where id = $1')).toBeUndefined()
  const name = askedOften(names, 'select id from zines where id = $1')
  expect(name).toBeDefined()
  expect(names.nameOf('select id from zines where id = $1')).toBe(name)
  expect(askedOften(names, 'select id from media where id = $1')).not.toBe(name)
})

test('what is as wide as its table has none', () => {
  const names = new StatementNames()
  for (const text of [
    'select * from zines where id = $1',
    'select "zines".* from zines',
    'delete from x returning *',
  ])
    expect(askedOften(names, text)).toBeUndefined()
  expect(askedOften(names, 'select count(*) from zines where id = $1')).toBeDefined()
})

test('there are only so many names, and only so many texts are counted', () => {
  const names = new StatementNames()
  const given = Array.from({ length: 300 }, (_, at) => askedOften(names, `select ${at}`))
  expect(new Set(given.filter(Boolean)).size).toBe(200)
  const counted = new StatementNames()
  for (let at = 0; at < 5_000; at++) counted.nameOf(`select ${at}`)
  expect(askedOften(counted, 'select 1')).toBeDefined()
})

/** On one connection, so that what it has prepared is what was asked. */
const prepared = (db: Db) =>
  db.connection().execute(async (connection) => {
    for (let times = 0; times < 25; times++)
      await connection.selectFrom('profiles').select('user_id').where('bio', '=', `nobody-${times}`).execute()
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      connection,
    )
    return rows.map(({ statement }) => statement).filter((text) => text.includes('profiles'))
  })

test('what Kysely asks often is prepared on its connection, whichever of several asks', async () => {
  const { pool } = await createTestDatabase()
  expect(await prepared(openDb(pool))).toHaveLength(1)
  expect(await prepared(openDb(pool))).toHaveLength(1)
})

test('a table that has changed since is read on, and a transaction that failed does not unlearn it', async () => {
  const { pool } = await createTestDatabase()
  const db = openDb(pool)
  const ask = (asking: Pick<Db, 'selectFrom'>) =>
    asking.selectFrom('profiles').select('bio').where('bio', '=', 'nobody').execute()
  await db.connection().execute(async (connection) => {
    for (let times = 0; times < 25; times++) await ask(connection)
    await sql`alter table profiles add column newer text not null default ''`.execute(connection)
    expect(await ask(connection)).toEqual([])
    const failing = connection.transaction().execute(async (tx) => {
      await ask(tx)
      await sql`select 1 / 0`.execute(tx)
    })
    await expect(failing).rejects.toThrow('division by zero')
    expect(await ask(connection)).toEqual([])
  })
})
