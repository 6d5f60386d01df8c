import type pg from 'pg'

const readerCount = 360

/** The invented accounts that may get invented favorites and followers: the demo member and the creators. */
type DemoCreators = { demoId: string; creatorIds: string[] }

/**
 * Adds accounts that only read. They favorite and follow with fixed probabilities, so every demo library looks the same.
 * The counters are set from the rows in the same transaction. Members who registered in the meantime are not touched,
 * whatever their username. A second run adds nothing.
 */
export async function addDemoReaders(pool: pg.Pool, { demoId, creatorIds }: DemoCreators) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Blocks favoriting and following until the commit, so that the counts are exact.
    await client.query('lock table favorites, follows in share row exclusive mode')
    const added = await client.query(insertReaders)
    for (const text of [favorite, follow]) await client.query(text, [creatorIds])
    // Only once: favorites and follows that the demo member has removed stay removed.
    if (added.rowCount)
      for (const text of [favoriteForDemo, followForDemo]) await client.query(text, [creatorIds, demoId])
    for (const text of [countFavorites, countFollowers]) await client.query(text, [creatorIds])
    await client.query(countFollowed)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** Readers are recognised by id: a real member may already have a reader's username or email address. */
const readerId = `md5('a reader of the demo, number ' || n)::uuid`
const isReader = `r.id in (select ${readerId} from generate_series(1, ${readerCount}) n)`

/** In a username key, 1 becomes i and 0 becomes o (server/db/usernames/username-key.ts). */
const insertReaders = `
  insert into users (id, email, username, username_key)
  select ${readerId}, 'reader' || n || '@example.org', 'reader_' || n, 'reader_' || translate(n::text, '10', 'io')
  from generate_series(1, ${readerCount}) n
  on conflict do nothing`

/** A number from 0 to 1 that is always the same for the same two values. */
const fixedRandom = (a: string, b: string) => `((hashtextextended(${a} || '/' || ${b}, 11) & 65535)::float / 65536)`

const favorite = `
  insert into favorites (user_id, zine_id, created_at)
  select r.id, z.id, z.created_at + (now() - z.created_at) * ${fixedRandom('z.title', 'r.username')}
  from users r cross join zines z
  where ${isReader} and z.creator_id = any($1)
    and ${fixedRandom('r.username', 'z.title')} < 0.9 * power(${fixedRandom('z.title', "'weight'")}, 4) - 0.02
  on conflict do nothing`

const favoriteForDemo = `
  insert into favorites (user_id, zine_id, created_at)
  select r.id, z.id, z.created_at + (now() - z.created_at) * 0.5
  from users r join zines z on ${fixedRandom('z.title', "'for you'")} < 0.16
  where r.id = $2 and z.creator_id = any($1)
  on conflict do nothing`

const follow = `
  insert into follows (follower_id, creator_id)
  select r.id, u.id
  from users r cross join users u
  where ${isReader} and u.id = any($1)
    and ${fixedRandom('r.username', 'u.username')} < 0.05 + 0.5 * power(${fixedRandom('u.username', "'weight'")}, 2)
  on conflict do nothing`

/** The demo member follows four creators. Their two newest zines are new on the Following tab. */
const followForDemo = `
  with added as (
    insert into follows (follower_id, creator_id)
    select $2, u.id from users u where u.id = any($1) and u.id <> $2
    order by ${fixedRandom('u.username', "'for you'")} limit 4
    on conflict do nothing
    returning creator_id
  ),
  counted as (
    insert into member_counts as m (user_id, follows) select $2, count(*) from added
    on conflict (user_id) do update set follows = m.follows + excluded.follows
  )
  update profiles set following_seen_at = (
    select created_at from zines where creator_id in (select creator_id from added) order by created_at desc offset 2 limit 1)
  where user_id = $2`

const countFavorites = `
  update zine_stats s
  set favorite_count = (select count(*) from favorites f where f.zine_id = s.zine_id)
  where s.zine_id in (select id from zines where creator_id = any($1))`

const countFollowers = `
  update creator_stats s
  set follower_count = (select count(*) from follows f where f.creator_id = s.creator_id)
  where s.creator_id = any($1)`

/** How many creators each reader follows, as the API would have counted them. */
const countFollowed = `
  insert into member_counts (user_id, follows)
  select follower_id, count(*) from follows f join users r on r.id = f.follower_id where ${isReader} group by 1
  on conflict (user_id) do update set follows = excluded.follows`
