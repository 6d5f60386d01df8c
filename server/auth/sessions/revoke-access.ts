import { sql } from 'kysely'
import type { Tx } from '#server/db/connection.ts'
import { notSignedIn } from '#server/http/errors.ts'
import type { SessionViewer } from '#server/http/viewer.ts'
import { findUserForUpdate } from '../user.queries.ts'
import { deletePendingSignIns } from './sessions.queries.ts'

/** Whose access ends. `exceptSessionId` is the session that a member keeps while they end the others. */
type Whose = { userId: string; exceptSessionId?: string } | 'everyone'

/** The secret must be as long and as random as those of `renewFollowingFeed`. */
const newFeedSecret = sql`translate(encode(sha256(convert_to(
  gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')), 'base64'), '+/=', '-_')`

/**
 * What lets someone act as a member, or read what only the member may, without the password, by the column that stores
 * it. A test compares the list with the columns of the schema.
 */
export const revocations: Record<string, (tx: Tx, whose: Whose) => Promise<number>> = {
  /** Pending second-factor and provider sign-ins, which would outlive the session or password. */
  'verifications.value': async (tx, whose) =>
    whose === 'everyone'
      ? countRows(sql`delete from verifications`.execute(tx))
      : deletePendingSignIns(tx, whose.userId),
  /** Access tokens name a session, so they end with it. */
  'sessions.token': async (tx, whose) => {
    const isKept =
      whose === 'everyone' ? sql`false` : sql`id is not distinct from ${whose.exceptSessionId ?? null}::uuid`
    return countRows(sql`delete from sessions where ${isOf(whose)} and not ${isKept}`.execute(tx))
  },
  /** Links to `/operate` and its sessions belong to no member. */
  'operator_sessions.token_hash': async (tx, whose) =>
    whose === 'everyone' ? countRows(sql`delete from operator_sessions`.execute(tx)) : 0,
  /** The feed stays on, with an address that only the member can see. */
  'subscriptions.feed_secret': async (tx, whose) =>
    countRows(
      sql`update subscriptions set feed_secret = ${newFeedSecret}
        where ${isOf(whose)} and feed_secret is not null`.execute(tx),
    ),
}

const isOf = (whose: Whose) => (whose === 'everyone' ? sql`true` : sql`user_id = ${whose.userId}`)

const countRows = async (result: Promise<{ numAffectedRows?: bigint }>) => Number((await result).numAffectedRows ?? 0)

/**
 * Returns how many sessions, pending sign-ins and addresses of feeds have ended. An unfinished second factor ends too,
 * because finishing it would create a session.
 */
export async function revokeAccess(tx: Tx, whose: Whose) {
  await sql`delete from two_factors where ${isOf(whose)} and not verified`.execute(tx)
  let count = 0
  for (const revoke of Object.values(revocations)) count += await revoke(tx, whose)
  return count
}

/**
 * Locks the account for a change of what opens it. False if the session has ended since the request began, for example
 * because the member recovered the account from the thief who sent the request.
 */
export async function lockAccountIfSignedIn(tx: Tx, { id, sessionId }: SessionViewer) {
  await findUserForUpdate(tx, id)
  // A concurrent sign-out waits for this transaction, or this one for the sign-out.
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .forKeyShare()
    .executeTakeFirst()
  return session !== undefined
}

export async function lockAccountOfSession(tx: Tx, viewer: SessionViewer) {
  if (!(await lockAccountIfSignedIn(tx, viewer))) throw notSignedIn()
}
