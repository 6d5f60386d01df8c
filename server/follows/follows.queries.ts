import { CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import { memberFollows } from '#contract/limits.ts'
import { isNotBlocked, listStatement, type Reader } from '#server/db/avoided.ts'
import type { Db } from '#server/db/connection.ts'
import { brokenConstraint } from '#server/db/constraint.ts'
import { ownCreatorsSql } from '#server/db/creator-json.ts'
import { again, orRollBack, retry } from '#server/db/retry.ts'
import { statement } from '#server/db/statement.ts'
import { refuse } from '#server/http/errors.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'
import { find } from '#server/search/find.ts'
import { followedCreators } from '#server/search/lists.ts'
import { creatorCards, type FoundPage } from '#server/search/search.queries.ts'

type Toggled = { found: boolean; isRefused: boolean; isFollowing: boolean; followerCount: number | null }

/** Locks both profiles like account deletion. `may_follow` sees new blocks. No count after a lost race. */
const toggleSql = `
  with held as materialized (select user_id as id from profiles where user_id in ($1, $2) order by user_id for key share),
   creator as materialized (
     select id from held
     where id = $2 and exists (select from creator_stats where creator_id = id)
       and exists (select from users where users.id = $1 and awaiting_since is null)
   ),
   allowed as materialized (select may_follow($1, id) as it from creator),
   added as (
     insert into follows (follower_id, creator_id) select $1, id from creator where (select it from allowed)
     on conflict do nothing
     returning creator_id
   ),
   removed as (
     delete from follows
     where follower_id = $1 and creator_id = (select id from creator) and not exists (select from added)
     returning creator_id
   ),
   counted as (
     update creator_stats
     set follower_count = follower_count + case when exists (select from added) then 1 else -1 end
     where creator_id = (select id from creator)
       and (exists (select from added) or exists (select from removed))
     returning follower_count
   ),
   one_more as (
     insert into member_counts as m (user_id, follows) select $1, 1 from added
     on conflict (user_id) do update set follows = m.follows + 1
   ),
   one_less as (
     update member_counts set follows = greatest(follows - 1, 0) where user_id = $1 and exists (select from removed)
   )
   select exists (select from creator) as found, exists (select from allowed where not it) as "isRefused",
          exists (select from added) as "isFollowing",
          (select follower_count from counted) as "followerCount"`

export const noOneself = () => refuse('invalid_request', 'You cannot follow yourself.')

export const toggleCreatorFollow = (db: Db, followerId: string, creatorId: string) =>
  retry(() => toggleOnce(db, followerId, creatorId).catch((error) => afterConstraint(db, followerId, error)))

const toggleOnce = (db: Db, followerId: string, creatorId: string) =>
  orRollBack(db, async (tx) => {
    const [result] = (await tx.executeQuery<Toggled>(CompiledQuery.raw(toggleSql, [followerId, creatorId])))
      .rows
    if (!result?.found) return undefined
    const { isFollowing, followerCount } = result
    if (result.isRefused)
      throw refuse('invalid_request', 'You blocked this creator. Unblock them to follow them.')
    return followerCount === null ? again : { isFollowing, followerCount }
  })

/** The counter still includes follows of deleted creators, so it is recounted at the limit. */
async function afterConstraint(db: Db, followerId: string, error: unknown): Promise<typeof again> {
  const broken = brokenConstraint(error)
  if (broken === 'follows_not_oneself') throw noOneself()
  if (broken !== 'member_counts_follows') throw error
  const counted = await sql<{ isRoom: boolean }>`
    select recount_follows(${followerId}, ${memberFollows}) as "isRoom"`.execute(db)
  return counted.rows[0]?.isRoom ? again : tooMany()
}

function tooMany(): never {
  throw refuse(
    'quota_reached',
    `You follow ${memberFollows.toLocaleString('en')} creators, the maximum. Unfollow one to follow another.`,
  )
}

export async function listFavoriteCreators(
  pool: pg.Pool,
  member: NonNullable<Reader>,
  { text, ...range }: ListRange<string> & { text: string },
): Promise<FoundPage> {
  const own = { ...range, reader: member, owner: member.id }
  const { matches, ...found } = await find(pool, followedCreators, text, own)
  const rows = matches ? await creatorCards(pool, matches) : await listEvery(pool, member, range)
  return { ...found, rows }
}

const listEvery = (pool: pg.Pool, member: Reader, { after, limit }: ListRange<string>) =>
  after ? followedAfter(pool, member, limit + 1, ...after) : followed(pool, member, limit + 1)

const latestFirst = ownCreatorsSql({ table: 'follows', member: 'follower_id', at: 'created_at' })
const isShown = isNotBlocked('$1', 'follows.creator_id')
const followed = listStatement<PageRow, [limit: number]>(
  'followed',
  (andShown) => latestFirst(`true${andShown}`),
  isShown,
)
const followedAfter = listStatement<PageRow, [limit: number, followedAt: string, creatorId: string]>(
  'followed-after',
  (andShown) => latestFirst(`(created_at, creator_id) < ($3::timestamptz, $4::uuid)${andShown}`),
  isShown,
)

const status = statement<{ isFollowing: boolean }, [followerId: string, creatorId: string]>(
  'follow-status',
  `select f.follower_id is not null as "isFollowing"
   from creator_stats c left join follows f on f.creator_id = c.creator_id and f.follower_id = $1
   where c.creator_id = $2`,
)

export async function readFollowStatus(pool: pg.Pool, followerId: string, creatorId: string) {
  const [row] = await status(pool, followerId, creatorId)
  return row
}

const followers = statement<{ count: number }, [creatorId: string]>(
  'follower-count',
  'select follower_count as count from creator_stats where creator_id = $1',
)

export async function countFollowers(pool: pg.Pool, creatorId: string) {
  const [row] = await followers(pool, creatorId)
  return row
}
