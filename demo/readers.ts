import type pg from 'pg'

const readers = 360

/**
 * The quiet majority: accounts that only read. Each favorites and follows by a fixed chance, so that every demo
 * library looks the same; the counters are set from the rows, in the same transaction. Doing it again adds nothing.
 */
export async function letReadersRead(pool: pg.Pool, demoUsername: string) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    // Whoever toggles a favorite meanwhile waits, so that none is missed by the count.
    await client.query('lock table favorites, follows in share row exclusive mode')
    for (const text of [addReaders, favorite, follow, countFavorites, countFollowers])
      await client.query(text)
    await client.query(favoriteForDemo, [demoUsername])
    await client.query(countFavorites)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

/** In the key of a username 1 is i, and 0 is o (server/db/usernames/username-key.ts). */
const addReaders = `
  insert into users (email, username, username_key)
  select 'reader' || n || '@example.org', 'reader_' || n, 'reader_' || translate(n::text, '10', 'io')
  from generate_series(1, ${readers}) n
  on conflict do nothing`

/** A number from 0 to 1 that is always the same for the same two things. */
const chance = (one: string, other: string) =>
  `((hashtextextended(${one} || '/' || ${other}, 11) & 65535)::float / 65536)`

const favorite = `
  insert into favorites (user_id, zine_id, created_at)
  select r.id, z.id, z.created_at + (now() - z.created_at) * ${chance('z.title', 'r.username')}
  from users r cross join zines z
  where r.username ~ '^reader_[0-9]+$'
    and ${chance('r.username', 'z.title')} < 0.9 * power(${chance('z.title', "'weight'")}, 4) - 0.02
  on conflict do nothing`

const favoriteForDemo = `
  insert into favorites (user_id, zine_id, created_at)
  select r.id, z.id, z.created_at + (now() - z.created_at) * 0.5
  from users r join zines z on ${chance('z.title', "'for you'")} < 0.16
  where r.username = $1
  on conflict do nothing`

const follow = `
  insert into follows (follower_id, creator_id)
  select r.id, c.user_id
  from users r cross join profiles c join users u on u.id = c.user_id
  where r.id <> c.user_id
    and ${chance('r.username', 'u.username')} < 0.05 + 0.5 * power(${chance('u.username', "'weight'")}, 2)
    and exists (select from zines z where z.creator_id = c.user_id)
  on conflict do nothing`

const countFavorites = `
  update zine_stats s
  set favorite_count = (select count(*) from favorites f where f.zine_id = s.zine_id)`

const countFollowers = `
  update creator_stats s
  set follower_count = (select count(*) from follows f where f.creator_id = s.creator_id)`
