import type pg from 'pg'
import { openDb } from '#server/db/connection.ts'
import { indexZines } from '#server/search/indexing.ts'

export type Filled = { crowd: number; zines: number; given: number; received: number }

/** The crowd publishes what the member favorites, and favorites all that the member publishes. */
export const filled: Filled = { crowd: 100, zines: 5_000, given: 500_000, received: 500_000 }

/** Gives a member all that, past the application: through it, it would take hours. */
export async function fillAccount(database: pg.Pool, memberId: string) {
  const client = await database.connect()
  try {
    // Rows that fit together are written here, so nobody has to look whether they do.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off`)
    for (const statement of statements(memberId)) await client.query(statement)
    await client.query('analyze')
  } finally {
    client.release(true)
  }
  await indexAll(database, memberId)
}

const { crowd, zines, given } = filled
const pagesEach = 3

const statements = (memberId: string) => [
  `insert into users (email, username, username_key)
   select 'crowd' || n || '@example.org', 'crowd_' || translate(n::text, '0123456789', 'bcdfghkptv'),
     'crowd_' || translate(n::text, '0123456789', 'bcdfghkptv') from generate_series(1, ${crowd}) n`,
  `create table crowd as select row_number() over (order by id) - 1 as n, id from users where username like 'crowd\\_%'`,
  `insert into profiles (user_id) select id from crowd`,
  `insert into creator_stats (creator_id, zine_count) select id, ${given / crowd} from crowd`,
  publishing(`(select id from crowd where crowd.n = made.n % ${crowd})`, given, 'crowd_zines'),
  publishing(`'${memberId}'::uuid`, zines, 'own_zines'),
  `insert into zine_stats (zine_id, favorite_count) select id, 1 from crowd_zines`,
  `insert into zine_stats (zine_id, favorite_count) select id, ${crowd} from own_zines`,
  `insert into favorites (user_id, zine_id) select '${memberId}', id from crowd_zines`,
  `insert into favorites (user_id, zine_id) select crowd.id, own_zines.id from crowd cross join own_zines`,
  `insert into media (owner_id, kind, hash, extension, width, height, byte_size)
   select '${memberId}', 'image', md5(random()::text), 'webp', 800, 1000, 1000 from generate_series(1, ${zines * pagesEach})`,
  `insert into zine_pages (zine_id, position, media_id, alt_text)
   select own.id, m.n % ${pagesEach}, m.id, 'a page' from own_zines own
   join (select id, row_number() over () - 1 as n from media where owner_id = '${memberId}' and upload_id is null) m
     on m.n / ${pagesEach} = own.n - 1`,
  `update zines set page_count = ${pagesEach} where creator_id = '${memberId}'`,
  `update creator_stats set zine_count = ${zines} where creator_id = '${memberId}'`,
  `drop table crowd, crowd_zines, own_zines`,
]

/** All of them older than what honest people publish. */
const publishing = (creator: string, count: number, named: string) => `
  create table ${named} as select uuidv7() as id, made.n from generate_series(1, ${count}) made (n);
  insert into zines (id, creator_id, title, description, aspect_ratio, created_at)
  select made.id, ${creator}, 'Number ' || made.n || ' of many', ${description}, '1:1', now() - interval '1 day' - made.n * interval '1 second'
  from ${named} made`

/** Forty words, most of which some other zine has too. */
const description = `(select string_agg('word' || (made.n * w % 3001), ' ') from generate_series(1, 40) w)`

/** What can be found of the member's own; of the crowd's nothing can. */
async function indexAll(database: pg.Pool, memberId: string) {
  const { rows } = await database.query<{ id: string }>('select id from zines where creator_id = $1', [
    memberId,
  ])
  const db = openDb(database)
  for (let done = 0; done < rows.length; done += 500) {
    const some = rows.slice(done, done + 500).map(({ id }) => id)
    await db.transaction().execute((tx) => indexZines(tx, some))
  }
}
