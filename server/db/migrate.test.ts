import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { find } from '#server/search/find.ts'
import { newestZines } from '#server/search/lists.ts'
import { rebuildSearch } from '#server/search/rebuild.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { openDb, openPool } from './connection.ts'
import { openDatabase } from './database.ts'
import { superuser } from './embedded/site-role.ts'
import { listMigrations, migrateTo, migrate as migrateToNewest } from './migrate.ts'
import { up } from './migrations/0007-username-keys.ts'
import { usernameKey } from './usernames/username-key.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.pool.end())

/** Users as they were before look-alikes counted, the first the oldest. */
async function givenUsers(usernames: string[]) {
  await database.pool.query('truncate users cascade')
  await database.pool.query(
    `insert into users (email, username, username_key, created_at)
     select place || '@example.org', username, lower(normalize(username, nfkc)), now() + place * interval '1 second'
     from unnest($1::text[]) with ordinality as given (username, place)`,
    [usernames],
  )
}

async function keysNow() {
  const { rows } = await database.pool.query<{ username: string; username_key: string }>(
    'select username, username_key from users order by created_at',
  )
  return Object.fromEntries(rows.map((row) => [row.username, row.username_key]))
}

const migrate = () => openDb(database.pool).transaction().execute(up)

test('usernames get the keys of today, and the oldest of two that collide is the one', async () => {
  await givenUsers(['Moonlight', 'm00nlight', 'moonIight', 'anna', 'аnna', 'elan', 'Élan', 'иван'])
  await migrate()
  expect(await keysNow()).toEqual({
    Moonlight: usernameKey('Moonlight'),
    m00nlight: 'm00nlight',
    moonIight: 'mooniight',
    anna: 'anna',
    аnna: 'аnna',
    elan: usernameKey('elan'),
    Élan: usernameKey('Élan'),
    иван: usernameKey('иван'),
  })
})

test('a name whose key somebody younger has already keeps its own', async () => {
  await givenUsers(['m00n', 'moon', 'rnoon'])
  await migrate()
  expect(await keysNow()).toEqual({ m00n: 'm00n', moon: 'moon', rnoon: 'rnoon' })
})

test('doing it again changes nothing, and thousands are not too many', async () => {
  const many = Array.from({ length: 2_500 }, (_, n) => `Reader_${n}`)
  await givenUsers([...many, 'reader_l', 'reader_i0'])
  await migrate()
  const keys = await keysNow()
  expect(many.filter((name) => keys[name] !== usernameKey(name))).toEqual([])
  expect(keys).toMatchObject({ reader_l: 'reader_l', reader_i0: 'reader_i0' })
  await migrate()
  expect(await keysNow()).toEqual(keys)
})

/** What migrations are made under: it stands in kysely's adapter for PostgreSQL. */
const lockOfKysely = '3853314791062309107'

test('a process that starts while another brings the database to the newest schema waits for it, however long', async () => {
  const { pool, connection } = await createTestDatabase()
  const impatient = new pg.Pool({ ...connection, options: '-c lock_timeout=20' })
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select pg_advisory_xact_lock($1)', [lockOfKysely])
  const migrating = migrateToNewest(impatient)
  await expect(Promise.race([migrating, pause(150, 'waits')])).resolves.toBe('waits')
  await holder.query('commit')
  holder.release()
  await expect(migrating).resolves.toBeUndefined()
  await impatient.end()
  await pool.end()
})

test('three processes that start at once all find the newest schema, and a version that is older says whose it is', async () => {
  const pool = await emptyDatabase()
  await Promise.all([1, 2, 3].map(() => migrateToNewest(pool)))
  const last = (await listMigrations()).at(-1)
  await pool.query(`insert into kysely_migration values ('9998-of-tomorrow', now()::text)`)
  await expect(migrateToNewest(pool)).rejects.toThrow(
    'Foldout cannot start: the database belongs to a newer version of Foldout, whose schema is 9998-of-tomorrow; ' +
      `this version knows schemas up to ${last}, so start that version or a newer one.`,
  )
  const { host, user, database } = pool.options
  await pool.end()
  const databaseUrl = `postgres:///${database}?host=${encodeURIComponent(host ?? '')}&user=${user}`
  await expect(openDatabase({ databaseUrl, dataDir: '' })).rejects.toThrow(
    /^Foldout cannot start: the database belongs/,
  )
})

async function emptyDatabase() {
  const server = inject('postgres')
  const database = `test_${randomBytes(6).toString('hex')}`
  const admin = openPool({ ...server, user: superuser, database: 'postgres' }, 1)
  await admin.query(`create database ${database} owner ${server.user}`)
  await admin.end()
  return openPool({ ...server, database }, 6)
}

test('people who are served by the version before do not keep the schema from becoming the newest', async () => {
  const server = inject('postgres')
  const pool = await emptyDatabase()
  const { database } = pool.options
  await migrateTo(pool, '0019-reading-documents')
  // Whoever has waited longest looks first whether they wait for each other, and gives up: that is to be the migration.
  const people = new pg.Client({
    ...server,
    user: superuser,
    ...(database && { database }),
    options: '-c deadlock_timeout=60000',
  })
  await people.connect()
  await people.query('begin; select from users limit 1')
  const migrating = migrateToNewest(pool).then(() => 'newest')
  await Promise.race([migrating, waits(pool)])
  await people.query('select from zines limit 1; commit')
  await expect(migrating).resolves.toBe('newest')
  await people.end()
  await pool.end()
})

const waits = (pool: pg.Pool) =>
  expect
    .poll(async () => (await pool.query('select from pg_locks where not granted')).rowCount, { interval: 5 })
    .toBeGreaterThan(0)

test('documents of the search before this one are found at once, and written anew by the job that indexes the library', async () => {
  const pool = await emptyDatabase()
  await migrateTo(pool, '0033-own-blocks')
  const { rows } = await pool.query<{ id: string }>(`
    with member as (
      insert into users (email, username, username_key) values ('ana@example.org', 'Ana', 'ana') returning id
    ), profile as (insert into profiles (user_id) select id from member),
    made as (
      insert into zines (creator_id, title, aspect_ratio) select id, 'Comet moth', '1:1' from member
      returning id, created_at
    ), counted as (insert into zine_stats (zine_id) select id from made)
    insert into zine_search (zine_id, created_at, document)
    select id, created_at, E'\n ERA:CJHA \n comet moth \n ana \n @ana \n AB.C \n' from made returning zine_id as id`)
  await pool.query(`insert into search_words (word, zines) values ('ERA:CJHA', 1), ('moth', 1), ('AB.C', 1)`)
  await migrateToNewest(pool)
  const found = async () => (await find(pool, newestZines, 'moth', { limit: 5, after: undefined })).matches
  expect((await found())?.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  const { rowCount } = await pool.query(
    `select from graphile_worker.jobs where task_identifier = 'index-library'`,
  )
  expect(rowCount).toBe(1)
  await rebuildSearch(openDb(pool))
  const left = await pool.query(`select document from zine_search where document ~ '[A-Z]'
    union all select word from search_words where word ~ '[A-Z]'`)
  expect(left.rows).toEqual([])
  await pool.end()
})
