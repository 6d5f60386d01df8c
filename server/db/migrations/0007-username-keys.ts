import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { usernameKey } from '../usernames/username-key.ts'

const atOnce = 1_000

/**
 * Since look-alike letters count, the key of a username is another. The oldest account gets it; one that would
 * collide keeps its old key and so its name, and is found by it (server/accounts/accounts.queries.ts).
 */
export async function up(db: Kysely<Schema>) {
  await sql`lock table users in share row exclusive mode`.execute(db)
  let last: Row | undefined
  do {
    const rows: Row[] = await nextRows(db, last)
    await giveKeys(db, rows)
    last = rows.at(-1)
  } while (last)
}

type Row = { id: string; username: string; username_key: string; place: string }

async function nextRows(db: Kysely<Schema>, last: Row | undefined) {
  const { rows } = await sql<Row>`
    select id, username, username_key, created_at::text as place from users
    where ${last ? sql`(created_at, id) > (${last.place}::timestamptz, ${last.id}::uuid)` : sql`true`}
    order by created_at, id limit ${atOnce}`.execute(db)
  return rows
}

async function giveKeys(db: Kysely<Schema>, rows: Row[]) {
  const wanted = rows
    .map(({ id, username, username_key }) => ({ id, was: username_key, key: usernameKey(username) }))
    .filter(({ was, key }) => was !== key)
  await sql`
    update users set username_key = wanted.key
    from (
      select distinct on (key) key, id
      from unnest(${wanted.map(({ id }) => id)}::uuid[], ${wanted.map(({ key }) => key)}::text[])
        with ordinality as given (id, key, place)
      order by key, place
    ) wanted
    where users.id = wanted.id
      and not exists (select from users other where other.username_key = wanted.key)`.execute(db)
}
