import { msg, plural } from '@lingui/core/runtime-macro'
import { CompiledQuery, sql } from 'kysely'
import type pg from 'pg'
import { memberFollows } from '#contract/limits.ts'
import type { Db } from '#server/db/connection.ts'
import { violatedConstraint } from '#server/db/constraint.ts'
import { retry, retryNeeded, rollBackOnRetry } from '#server/db/retry.ts'
import { statement } from '#server/db/statement.ts'
import { apiError } from '#server/http/errors.ts'
import type { ListRange } from '#server/http/list-page.ts'
import { memberCreatorsSql } from '#server/lists/creator-json.ts'
import { isNotBlocked, type Reader } from '#server/lists/reader-exclusions.ts'
import { readerList } from '#server/lists/reader-list.ts'
import { searchList } from '#server/search/search.queries.ts'
import { followedCreators } from '#server/search/search-lists.ts'

type ToggleResult = { found: boolean; isRefused: boolean; isFollowing: boolean; followerCount: number | null }

/** Locks both profiles like account deletion. `may_follow` sees new blocks. `followerCount`: null after a lost race. */
const toggleSql = `
  with locked as materialized (select user_id as id from profiles where user_id in ($1, $2) order by user_id for key share),
   creator as materialized (
     select id from locked
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

export const cannotFollowYourself = () => apiError('invalid_request', msg`You cannot follow yourself.`)

export const toggleCreatorFollow = (db: Db, followerId: string, creatorId: string) =>
  retry(() => tryToggle(db, followerId, creatorId).catch((error) => handleConstraintViolation(db, followerId, error)))

const tryToggle = (db: Db, followerId: string, creatorId: string) =>
  rollBackOnRetry(db, async (tx) => {
    const [result] = (await tx.executeQuery<ToggleResult>(CompiledQuery.raw(toggleSql, [followerId, creatorId]))).rows
    if (!result?.found) return undefined
    const { isFollowing, followerCount } = result
    if (result.isRefused) throw apiError('invalid_request', msg`You blocked this creator. Unblock them to follow them.`)
    return followerCount === null ? retryNeeded : { isFollowing, followerCount }
  })

/** The counter still includes follows of deleted creators, so it is recounted at the limit. */
async function handleConstraintViolation(db: Db, followerId: string, error: unknown): Promise<typeof retryNeeded> {
  const constraint = violatedConstraint(error)
  if (constraint === 'follows_not_oneself') throw cannotFollowYourself()
  if (constraint !== 'member_counts_follows') throw error
  const counted = await sql<{ hasCapacity: boolean }>`
    select recount_follows(${followerId}, ${memberFollows}) as "hasCapacity"`.execute(db)
  return counted.rows[0]?.hasCapacity ? retryNeeded : throwTooManyFollows()
}

function throwTooManyFollows(): never {
  throw apiError(
    'quota_reached',
    msg`You follow ${plural({ creators: memberFollows }, { one: '# creator', other: '# creators' })}, the maximum. Unfollow one to follow another.`,
  )
}

export const listFollowedCreators = (
  pool: pg.Pool,
  member: NonNullable<Reader>,
  search: ListRange<string> & { text: string },
) =>
  searchList(pool, followedCreators, {
    ...search,
    reader: member,
    owner: member.id,
    listAll: () => listAll(pool, member, search),
  })

const creatorsSql = memberCreatorsSql({ table: 'follows', memberColumn: 'follower_id', timeColumn: 'created_at' })

const listAll = readerList('followed', {
  order: 'created_at, creator_id',
  rankType: 'timestamptz',
  isListed: isNotBlocked('$1', 'follows.creator_id'),
  select: (inRange, andListed) => creatorsSql(`${inRange}${andListed}`),
})

const followStatus = statement<{ isFollowing: boolean }, [followerId: string, creatorId: string]>(
  'follow-status',
  `select f.follower_id is not null as "isFollowing"
   from creator_stats c left join follows f on f.creator_id = c.creator_id and f.follower_id = $1
   where c.creator_id = $2`,
)

export async function readFollowStatus(pool: pg.Pool, followerId: string, creatorId: string) {
  const [row] = await followStatus(pool, followerId, creatorId)
  return row
}

const followerCountOf = statement<{ count: number }, [creatorId: string]>(
  'follower-count',
  'select follower_count as count from creator_stats where creator_id = $1',
)

export async function countFollowers(pool: pg.Pool, creatorId: string) {
  const [row] = await followerCountOf(pool, creatorId)
  return row
}
