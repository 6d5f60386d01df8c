import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { findUserByUsername } from '#server/accounts/accounts.queries.ts'
import { isUsernameFree } from '#server/auth/user.queries.ts'
import { lookAlikeKey, usernameKey } from '#server/auth/usernames/username-key.ts'
import { createEmptyDatabase, createTestDatabase, databaseUrlOf } from '#tests/support/test-database.ts'
import { openDb, openPool } from './connection.ts'
import { openDatabase } from './database.ts'
import { listMigrations, migrateTo, migrate as migrateToNewest } from './migrate.ts'

/** The lock that kysely's adapter for PostgreSQL holds during migrations. */
const kyselyLockKey = '3853314791062309107'

test('a process that starts while another migrates the database to the newest schema waits for it, however long', async () => {
  const { pool, connection } = await createTestDatabase()
  const shortTimeoutPool = new pg.Pool({ ...connection, options: '-c lock_timeout=20' })
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select pg_advisory_xact_lock($1)', [kyselyLockKey])
  const migrating = migrateToNewest(shortTimeoutPool)
  await expect(Promise.race([migrating, pause(150, 'waits')])).resolves.toBe('waits')
  await holder.query('commit')
  holder.release()
  await expect(migrating).resolves.toBeUndefined()
  await shortTimeoutPool.end()
  await pool.end()
})

test('three processes that start concurrently all find the newest schema, and a version older than the schema does not start', async () => {
  const connection = await createEmptyDatabase()
  const pool = openPool(connection, 6)
  await Promise.all([1, 2, 3].map(() => migrateToNewest(pool)))
  const last = (await listMigrations()).at(-1)
  await pool.query(`insert into kysely_migration values ('9998-of-tomorrow', now()::text)`)
  await expect(migrateToNewest(pool)).rejects.toThrow(
    'Foldout cannot start: the database belongs to a newer version of Foldout, whose schema is 9998-of-tomorrow; ' +
      `this version supports schemas up to ${last}. Start that version or a newer one.`,
  )
  await pool.end()
  const databaseUrl = databaseUrlOf(connection)
  await expect(openDatabase({ databaseUrl, dataDir: '' })).rejects.toThrow(
    /^Foldout cannot start: the database belongs/,
  )
})

/** The last migration before one after which search terms differ. */
test.each(['0101-plain-names', '0109-title-words'])('a library of %s is indexed again by a job', async (schema) => {
  const pool = openPool(await createEmptyDatabase(), 6)
  await migrateTo(pool, schema)
  await pool.query(`
    insert into search_index_runs default values;
    with member as (
      insert into users (email, username, username_key) values ('ana@example.org', 'Ana', 'ana') returning id
    ), profile as (insert into profiles (user_id) select id from member returning user_id)
    insert into zines (creator_id, title, aspect_ratio) select user_id, 'Comet moth', '1:1' from profile`)
  const jobs = `select from graphile_worker.jobs where task_identifier = 'index-library'`
  await migrateToNewest(pool)
  expect((await pool.query(jobs)).rowCount).toBe(1)
  expect((await pool.query('select from search_index_runs')).rowCount).toBe(0)
  await pool.end()
})

test('processes of 1.0 and of this version see what the other changes in sessions and in the audit log', async () => {
  const pool = openPool(await createEmptyDatabase(), 6)
  await migrateTo(pool, '0122-captions')
  await pool.query(`
    insert into users (email, username, username_key) values ('ana@example.org', 'Ana', 'ana');
    insert into sessions (user_id, token, expires_at, avoids) select id, 'token', now() + interval '1 day', true from users;
    insert into audit_log (actor, act, outcome) values ('letter', 'zine kept', 'done')`)
  await migrateToNewest(pool)
  const columns = async () => (await pool.query('select avoids, has_exclusions from sessions')).rows[0]
  expect(await columns()).toEqual({ avoids: true, has_exclusions: true })
  await pool.query('update sessions set avoids = false')
  expect(await columns()).toEqual({ avoids: false, has_exclusions: false })
  await pool.query('update sessions set has_exclusions = true')
  expect(await columns()).toEqual({ avoids: true, has_exclusions: true })
  expect((await pool.query('select actor from audit_log')).rows).toEqual([{ actor: 'email' }])
  await pool.query(`insert into audit_log (actor, act, outcome) values ('letter', 'zine kept', 'done')`)
  await pool.end()
})

test('members whose names have become equal keep signing in with them, and the oldest without an equal gets the new key', async () => {
  const pool = openPool(await createEmptyDatabase(), 6)
  await migrateTo(pool, '0109-title-words')
  /** Names, and whether their keys change. `b00_` has the key from before look-alikes were considered. */
  const members: [username: string, isChanged: boolean, oldKey?: string][] = [
    ['İpek', false],
    ['ipek', false],
    ['İrem', true],
    ['Support_', true],
    ['support.', false],
    ['имя_', true],
    ['Hat-er', false],
    ['Bʼ_', false],
    ['b00_', false, 'b00_'],
    ['boo_', true],
  ]
  for (const [index, [username, , oldKey = lookAlikeKey(username)]] of members.entries()) {
    await pool.query(
      `insert into users (email, username, username_key, created_at) values ($1, $2, $3, now() + $4 * interval '1 s')`,
      [`${index}@example.org`, username, oldKey, index],
    )
  }
  await migrateToNewest(pool)
  const { rows } = await pool.query('select username, username_key from users order by created_at')
  expect(rows.map(({ username_key }) => username_key)).toEqual(
    members.map(([username, isChanged, oldKey = lookAlikeKey(username)]) =>
      isChanged ? usernameKey(username) : oldKey,
    ),
  )
  for (const [index, [username]] of members.entries()) {
    const user = await findUserByUsername(openDb(pool), username)
    const found = await pool.query('select email from users where id = $1', [user?.id])
    expect(found.rows, username).toEqual([{ email: `${index}@example.org` }])
    expect(await isUsernameFree(openDb(pool), username)).toBe(false)
  }
  await pool.end()
})
