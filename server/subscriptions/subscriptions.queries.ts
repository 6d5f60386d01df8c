import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import type { DigestChoice } from '#contract/subscriptions.ts'
import { lockAccountOfSession } from '#server/auth/sessions/revoke-access.ts'
import type { Tx } from '#server/db/connection.ts'
import { statement, writeStatement } from '#server/db/statement.ts'
import type { SessionViewer } from '#server/http/viewer.ts'
import type { Reader } from '#server/lists/reader-exclusions.ts'

/** 256 random bits. */
const newSecret = () => randomBytes(32).toString('base64url')

type SubscriptionRow = { digest: DigestChoice; feedSecret: string | null }

const subscriptions = statement<SubscriptionRow, [userId: string]>(
  'subscriptions',
  'select digest, feed_secret as "feedSecret" from subscriptions where user_id = $1',
)

export async function findSubscriptions(pool: pg.Pool, userId: string): Promise<SubscriptionRow> {
  const [row] = await subscriptions(pool, userId)
  return row ?? { digest: 'off', feedSecret: null }
}

/** The time between two digests, as SQL. */
export const digestInterval = (digest: string) =>
  `case ${digest} when 'daily' then interval '1 day' when 'weekly' then interval '7 days' end`

/** A digest that was off begins now. Any other choice of interval keeps what the last digest included. */
const saveDigest = writeStatement<never, [userId: string, digest: DigestChoice, token: string]>(
  'save-digest',
  `insert into subscriptions as s (user_id, digest, digest_due_at, unsubscribe_token)
   values ($1, $2, now() + ${digestInterval('$2')}, $3)
   on conflict (user_id) do update set
     digest = excluded.digest,
     digest_due_at = case when s.digest = excluded.digest then s.digest_due_at else excluded.digest_due_at end,
     digest_until = case when s.digest = 'off' then now() else s.digest_until end`,
)

export const chooseDigest = (pool: pg.Pool, userId: string, digest: DigestChoice) =>
  saveDigest(pool, userId, digest, newSecret())

const endDigest = writeStatement<{ userId: string }, [token: string]>(
  'end-digest',
  `update subscriptions set digest = 'off', digest_due_at = null where unsubscribe_token = $1
   returning user_id as "userId"`,
)

/** False if no member has this token. */
export const unsubscribe = async (pool: pg.Pool, token: string) => (await endDigest(pool, token)).length > 0

/** Replaces the secret of the member's feed. Of concurrent calls, the last one's secret works. */
export async function renewFollowingFeed(tx: Tx, viewer: SessionViewer) {
  await lockAccountOfSession(tx, viewer)
  const secret = newSecret()
  await sql`insert into subscriptions (user_id, feed_secret, unsubscribe_token)
    values (${viewer.id}, ${secret}, ${newSecret()})
    on conflict (user_id) do update set feed_secret = excluded.feed_secret`.execute(tx)
  return secret
}

const removeFeed = writeStatement<never, [userId: string]>(
  'remove-following-feed',
  'update subscriptions set feed_secret = null where user_id = $1',
)

export const removeFollowingFeed = (pool: pg.Pool, userId: string) => removeFeed(pool, userId)

const feedReader = statement<NonNullable<Reader>, [secret: string]>(
  'following-feed-reader',
  `select u.id, has_exclusions(u.id) as "hasExclusions" from subscriptions s join users u on u.id = s.user_id
   where s.feed_secret = $1 and u.suspended_at is null and u.deleting_at is null`,
)

/** The member whose private feed has this secret. */
export async function findFeedReader(pool: pg.Pool, secret: string) {
  const [row] = await feedReader(pool, secret)
  return row
}
