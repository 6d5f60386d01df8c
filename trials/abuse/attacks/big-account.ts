import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { ZineList } from '#contract/zines.ts'
import { listCounterProblems } from '#server/backup/verify/counters.queries.ts'
import { openDb } from '#server/db/connection.ts'
import { indexZines } from '#server/search/indexing.ts'
import { type Client, expectOk, parseJson } from '#trials/site/client.ts'
import type { Site } from '#trials/site/site.ts'
import { type Attack, attackerAddress } from '../attack.ts'

/** The other members publish what this member favorites, and they favorite everything that this member publishes. */
const [fanCount, zines, favoritedCount] = [100, 5_000, 500_000]
const received = fanCount * zines

/** The deletion runs in steps, so the response must arrive soon and say that it continues. */
const maxResponseMs = 5_000
const maxDeletionMs = 90_000
const checkIntervalMs = 500

/** Deletes an account that has grown for years, with all its content. */
export const bigAccount: Attack = {
  name: 'big-account',
  description: `an account with ${formatCount(zines)} zines, ${formatCount(favoritedCount)} favorites given and ${formatCount(received)} received is deleted`,
  // The account needs more space than a small disk has.
  diskMb: 0,
  async prepare(site) {
    const member = await site.signUp(attackerAddress(0))
    await site.withDatabase((database) => fillAccount(database, member.id))
    return member
  },
  async run(site, member) {
    if (!member) throw new Error('no account to delete')
    const { id, username, client } = member
    await favoriteNewest(client)
    const start = performance.now()
    const response = await client.call('DELETE', `/api/users/${id}`, {
      body: { username },
      timeoutMs: 60_000,
    })
    const problems =
      response.status < 300 ? [] : [`deleting was answered ${response.status}: ${response.text.slice(0, 120)}`]
    const tookMs = performance.now() - start
    if (tookMs > maxResponseMs) problems.push(`deleting was answered after ${(tookMs / 1000).toFixed(1)} s`)
    let isGone = false
    while (response.status < 300 && !isGone && performance.now() - start < maxDeletionMs) {
      isGone = await site.withDatabase((database) => isNoMore(database, id))
      if (!isGone) await sleep(checkIntervalMs)
    }
    if (response.status < 300 && !isGone) problems.push(`the account was still there after ${maxDeletionMs / 1000} s`)
    return async () => [...problems, ...(await checkOtherMembers(site))]
  },
}

function formatCount(count: number) {
  return count.toLocaleString('en')
}

/** Favorites zines that the background load is looking at. */
async function favoriteNewest({ call }: Client) {
  const { zines } = parseJson<ZineList>(await expectOk(call('GET', '/api/zines')))
  for (const { id: zineId } of zines.slice(0, 5))
    await expectOk(call('POST', '/api/favorites/zines', { body: { zineId } }))
}

async function isNoMore(database: pg.Pool, id: string) {
  const { rows } = await database.query(
    `select exists (select from users where id = $1) or exists (select from zines where creator_id = $1)
       or exists (select from favorites where user_id = $1) as left`,
    [id],
  )
  return rows[0]?.left === false
}

/** The zines of all other members still exist, and every counter matches its rows. */
const checkOtherMembers = (site: Site) =>
  site.withDatabase(async (database) => {
    const { rows } = await database.query(
      `select count(*)::int as zines from zines z join users u on u.id = z.creator_id where u.username like 'crowd\\_%'`,
    )
    const client = await database.connect()
    const wrong = await listCounterProblems(client)
    client.release()
    return [
      ...(rows[0]?.zines === favoritedCount ? [] : [`${favoritedCount - rows[0]?.zines} zines of others are gone`]),
      ...wrong,
    ]
  })

/** Fills the account directly in the database, because the API would take hours. */
async function fillAccount(database: pg.Pool, memberId: string) {
  const client = await database.connect()
  try {
    // Skips triggers and foreign key checks, because these rows are consistent.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off`)
    for (const statement of statements(memberId)) await client.query(statement)
    await client.query('analyze')
  } finally {
    client.release(true)
  }
  await indexAll(database, memberId)
}

const pagesPerZine = 3

const statements = (memberId: string) => [
  `insert into users (email, username, username_key)
   select 'crowd' || n || '@example.org', 'crowd_' || translate(n::text, '0123456789', 'bcdfghkptv'),
     'crowd_' || translate(n::text, '0123456789', 'bcdfghkptv') from generate_series(1, ${fanCount}) n`,
  `create table crowd as select row_number() over (order by id) - 1 as n, id from users where username like 'crowd\\_%'`,
  `insert into profiles (user_id) select id from crowd`,
  `insert into creator_stats (creator_id, zine_count) select id, ${favoritedCount / fanCount} from crowd`,
  insertZines(`(select id from crowd where crowd.n = made.n % ${fanCount})`, favoritedCount, 'crowd_zines'),
  insertZines(`'${memberId}'::uuid`, zines, 'own_zines'),
  `insert into zine_stats (zine_id, favorite_count) select id, 1 from crowd_zines`,
  `insert into zine_stats (zine_id, favorite_count) select id, ${fanCount} from own_zines`,
  `insert into favorites (user_id, zine_id) select '${memberId}', id from crowd_zines`,
  `insert into favorites (user_id, zine_id) select crowd.id, own_zines.id from crowd cross join own_zines`,
  `insert into media (owner_id, kind, hash, extension, width, height, byte_size)
   select '${memberId}', 'image', md5(random()::text), 'webp', 800, 1000, 1000 from generate_series(1, ${zines * pagesPerZine})`,
  `insert into zine_pages (zine_id, position, media_id, alt_text)
   select own.id, m.n % ${pagesPerZine}, m.id, 'a page' from own_zines own
   join (select id, row_number() over () - 1 as n from media where owner_id = '${memberId}' and upload_id is null) m
     on m.n / ${pagesPerZine} = own.n - 1`,
  `update zines set page_count = ${pagesPerZine} where creator_id = '${memberId}'`,
  `update creator_stats set zine_count = ${zines} where creator_id = '${memberId}'`,
  `drop table crowd, crowd_zines, own_zines`,
]

/** All zines are older than those of the background load. */
const insertZines = (creator: string, count: number, named: string) => `
  create table ${named} as select uuidv7() as id, made.n from generate_series(1, ${count}) made (n);
  insert into zines (id, creator_id, title, description, aspect_ratio, created_at)
  select made.id, ${creator}, 'Number ' || made.n || ' of many', ${description}, '1:1', now() - interval '1 day' - made.n * interval '1 second'
  from ${named} made`

/** Forty words, most of which also occur in other zines. */
const description = `(select string_agg('word' || (made.n * w % 3001), ' ') from generate_series(1, 40) w)`

/** Indexes only the member's own zines. */
async function indexAll(database: pg.Pool, memberId: string) {
  const { rows } = await database.query<{ id: string }>('select id from zines where creator_id = $1', [memberId])
  const db = openDb(database)
  for (let done = 0; done < rows.length; done += 500) {
    const batch = rows.slice(done, done + 500).map(({ id }) => id)
    await db.transaction().execute((tx) => indexZines(tx, batch))
  }
}
