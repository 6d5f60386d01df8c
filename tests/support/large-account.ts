import type pg from 'pg'
import { openDb } from '#server/db/connection.ts'
import { rebuildSearch } from '#server/search/rebuild.ts'

type AccountSize = { zines: number; fans: number; favorited: number }

/** Gives a member zines that every fan has favorited, fans who follow the member, and favorites of their own. */
export async function fillLargeAccount(pool: pg.Pool, userId: string, { zines, fans, favorited }: AccountSize) {
  const fanIds = await addMembers(pool, fans)
  const [otherCreator] = await addMembers(pool, 1)
  await addZines(pool, otherCreator, favorited)
  await addZines(pool, userId, zines)
  await pool.query(
    `insert into favorites (user_id, zine_id)
     select fan, id from zines, unnest($2::uuid[]) fan where creator_id = $1::uuid
     union all select $1::uuid, id from zines where creator_id = $3`,
    [userId, fanIds, otherCreator],
  )
  await pool.query(
    'insert into follows (follower_id, creator_id) select fan, $1::uuid from unnest($2::uuid[]) fan union all select $1::uuid, $3::uuid',
    [userId, fanIds, otherCreator],
  )
  await recountStats(pool)
  await rebuildSearch(openDb(pool))
  return { fanIds, otherCreator }
}

async function addMembers(pool: pg.Pool, count: number) {
  const { rows } = await pool.query<{ id: string }>(
    `with made as (
       insert into users (email, username, username_key)
       select id || '@example.org', 'm' || id, 'm' || id from (select uuidv7() as id from generate_series(1, $1)) new
       returning id
     ), profiles as (insert into profiles (user_id) select id from made returning user_id)
     select id from made`,
    [count],
  )
  return rows.map(({ id }) => id)
}

async function addZines(pool: pg.Pool, creator: string | undefined, count: number) {
  await pool.query(
    `with made as (
       insert into zines (creator_id, title, aspect_ratio)
       select $1::uuid, 'Paper wings ' || n, '1:1' from generate_series(1, $2) n returning id
     ), shown as (
       insert into media (owner_id, kind, hash, extension, byte_size)
       select $1::uuid, 'image', md5(id::text), 'webp', 1 from made returning id, hash
     )
     insert into zine_pages (zine_id, position, media_id)
     select made.id, 0, shown.id from made join shown on hash = md5(made.id::text)`,
    [creator, count],
  )
}

async function recountStats(pool: pg.Pool) {
  await pool.query(
    `insert into zine_stats (zine_id, favorite_count)
     select id, count(user_id) from zines left join favorites on zine_id = id group by id
     on conflict (zine_id) do update set favorite_count = excluded.favorite_count`,
  )
  await pool.query(
    `insert into creator_stats (creator_id, zine_count, follower_count)
     select user_id, (select count(*) from zines where creator_id = user_id),
       (select count(*) from follows where creator_id = user_id) from profiles
     on conflict (creator_id) do update
     set zine_count = excluded.zine_count, follower_count = excluded.follower_count`,
  )
}
