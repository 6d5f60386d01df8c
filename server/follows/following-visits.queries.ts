import type pg from 'pg'
import { statement, writeStatement } from '#server/db/statement.ts'

/**
 * A visit of the Following tab ends half an hour after the member last looked at it. During a visit, zines published since
 * the end of the visit before it are new, also after a reload and in other tabs. In the first visit, none is new.
 */
const newSinceAt = (time: string) =>
  `case when following_seen_at < ${time} - interval '30 minutes' then following_seen_at else following_new_since end`

const visit = statement<{ json: string }, [memberId: string]>(
  'following-visit',
  `select json_build_object(
     'newSince', (select ${newSinceAt('now()')} from profiles where user_id = $1), 'readAt', now())::text as json`,
)

/** `newSince` and `readAt` as JSON. The time is the database's, because it also dates the zines. */
export async function readFollowingVisit(pool: pg.Pool, memberId: string) {
  const [row] = await visit(pool, memberId)
  return row?.json ?? '{}'
}

/** Tabs may report their visits in any order, so an earlier time than the stored one changes nothing. */
const markSeen = writeStatement<never, [memberId: string, readAt: Date]>(
  'mark-following-seen',
  `update profiles
   set following_new_since = ${newSinceAt('shown.at')}, following_seen_at = shown.at
   from (select least($2::timestamptz, now()) as at) shown
   where user_id = $1 and (following_seen_at is null or following_seen_at < shown.at)`,
)

export const markFollowingSeen = (pool: pg.Pool, memberId: string, readAt: string) =>
  markSeen(pool, memberId, new Date(readAt))
