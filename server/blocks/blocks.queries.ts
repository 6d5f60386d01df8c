import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import type pg from 'pg'
import type { ContentNoteChoice } from '#contract/detail-choices.ts'
import { memberBlocks, memberUnwantedZines } from '#contract/limits.ts'
import { approvalPending } from '#server/auth/sign-ups/may-publish.ts'
import type { Tx } from '#server/db/connection.ts'
import { statement } from '#server/db/statement.ts'
import { apiError } from '#server/http/errors.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'
import { memberCreatorsSql } from '#server/lists/creator-json.ts'
import { memberZinesSql } from '#server/lists/zine-json.ts'

type Block = { memberId: string; creatorId: string }
type UnwantedZine = { memberId: string; zineId: string }

export const cannotBlockYourself = () => apiError('invalid_request', msg`You cannot block yourself.`)
const cannotHideOwnZine = () => apiError('invalid_request', msg`This zine is yours. You cannot hide it from yourself.`)

/** Blocks a member and ends the follow. Members awaiting approval may not block: it slows the other member's lists. */
export async function blockCreator(tx: Tx, { memberId, creatorId }: Block) {
  if (!(await lockPair(tx, memberId, creatorId))) return false
  const lockedMembers = await lockMembers(tx, [memberId, creatorId])
  if (lockedMembers.some(({ id, isWaiting }) => id === memberId && isWaiting)) throw approvalPending()
  await sql`
    insert into blocks (member_id, creator_id) select ${memberId}, ${creatorId} on conflict do nothing`.execute(tx)
  await assertWithinQuota(tx, { table: 'blocks', memberId, max: memberBlocks, message: tooManyBlocks })
  await endFollow(tx, { memberId, creatorId })
  await updateExclusionFlags(tx, [memberId, creatorId])
  return true
}

export async function unblockCreator(tx: Tx, { memberId, creatorId }: Block) {
  await lockMembers(tx, [memberId, creatorId])
  await tx.deleteFrom('blocks').where('member_id', '=', memberId).where('creator_id', '=', creatorId).execute()
  await updateExclusionFlags(tx, [memberId, creatorId])
}

export async function addUnwantedZine(tx: Tx, { memberId, zineId }: UnwantedZine) {
  const creator = await lockZine(tx, zineId)
  if (!creator) return false
  if (creator === memberId) throw cannotHideOwnZine()
  await lockMembers(tx, [memberId])
  await sql`
    insert into unwanted_zines (member_id, zine_id) select ${memberId}, ${zineId} on conflict do nothing`.execute(tx)
  await assertWithinQuota(tx, {
    table: 'unwanted_zines',
    memberId,
    max: memberUnwantedZines,
    message: tooManyUnwantedZines,
  })
  await updateExclusionFlags(tx, [memberId])
  return true
}

export async function removeUnwantedZine(tx: Tx, { memberId, zineId }: UnwantedZine) {
  await lockMembers(tx, [memberId])
  await tx.deleteFrom('unwanted_zines').where('member_id', '=', memberId).where('zine_id', '=', zineId).execute()
  await updateExclusionFlags(tx, [memberId])
}

/** Locks both profiles against deletion, then their follows, in the same order as follows and deletions. */
async function lockPair(tx: Tx, memberId: string, creatorId: string) {
  const { rows } = await sql<{ isCreator: boolean }>`
    select user_id = ${creatorId} and exists (select from creator_stats where creator_id = user_id) as "isCreator"
    from profiles where user_id in (${memberId}, ${creatorId}) order by user_id for key share`.execute(tx)
  await sql`select pg_advisory_xact_lock(member_pair_key(${memberId}, ${creatorId}))`.execute(tx)
  return rows.some(({ isCreator }) => isCreator)
}

async function lockZine(tx: Tx, zineId: string) {
  const { rows } = await sql<{ creatorId: string }>`
    select creator_id as "creatorId" from zines z
    where id = ${zineId} and exists (select from zine_stats where zine_id = z.id) for key share`.execute(tx)
  return rows[0]?.creatorId
}

/** Locks members before changing what they avoid, so that `has_exclusions` includes every concurrent change. */
async function lockMembers(tx: Tx, ids: string[]) {
  const { rows } = await sql<{ id: string; isWaiting: boolean }>`
    select id, awaiting_since is not null as "isWaiting" from users
    where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
  return rows
}

/** Updates `has_exclusions`. Deleting an account or a zine leaves it set, which only costs time until the next update. */
const updateExclusionFlags = (tx: Tx, ids: string[]) =>
  sql`
    with members as materialized (
      select id, has_exclusions(id) as has_exclusions from unnest(${ids}::uuid[]) id
    )
    update sessions set has_exclusions = members.has_exclusions from members
    where user_id = members.id and sessions.has_exclusions <> members.has_exclusions`.execute(tx)

/** Keeps the other member's follow, because they would notice its end. */
async function endFollow(tx: Tx, { memberId, creatorId }: Block) {
  const deleted = await sql`delete from follows where follower_id = ${memberId} and creator_id = ${creatorId}`.execute(
    tx,
  )
  if (!deleted.numAffectedRows) return
  await sql`update creator_stats set follower_count = follower_count - 1 where creator_id = ${creatorId}`.execute(tx)
  await sql`update member_counts set follows = greatest(follows - 1, 0) where user_id = ${memberId}`.execute(tx)
}

type QuotaCheck = { table: 'blocks' | 'unwanted_zines'; memberId: string; max: number; message: MessageDescriptor }

/** Counts under the member's lock, including the row just inserted. */
async function assertWithinQuota(tx: Tx, { table, memberId, max, message }: QuotaCheck) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where member_id = ${memberId}`.execute(tx)
  if ((rows[0]?.count ?? 0) > max) throw apiError('quota_reached', message)
}

const tooManyBlocks = msg`You have blocked ${plural({ creators: memberBlocks }, { one: '# creator', other: '# creators' })}, the maximum. Unblock one to block another.`
const tooManyUnwantedZines = msg`You have hidden ${plural({ zines: memberUnwantedZines }, { one: '# zine', other: '# zines' })}, the maximum. Show one again to hide another.`

/** Locks the profile before the member, as follows and deletions do. */
export async function chooseContentNotes(tx: Tx, memberId: string, choice: ContentNoteChoice) {
  await tx.updateTable('profiles').set({ content_notes: choice }).where('user_id', '=', memberId).execute()
  await lockMembers(tx, [memberId])
  await updateExclusionFlags(tx, [memberId])
}

const blockedCreatorsSql = memberCreatorsSql({
  table: 'blocks',
  memberColumn: 'member_id',
  timeColumn: 'blocked_at',
})
const blockedCreators = statement<PageRow, [memberId: string, limit: number]>('blocked', blockedCreatorsSql('true'))
const blockedCreatorsAfter = statement<
  PageRow,
  [memberId: string, limit: number, blockedAt: string, creatorId: string]
>('blocked-after', blockedCreatorsSql('(blocked_at, creator_id) < ($3::timestamptz, $4::uuid)'))

export const listBlockedCreators = (pool: pg.Pool, memberId: string, { limit, after }: ListRange<string>) =>
  after ? blockedCreatorsAfter(pool, memberId, limit + 1, ...after) : blockedCreators(pool, memberId, limit + 1)

const unwantedZinesSql = memberZinesSql({
  table: 'unwanted_zines',
  memberColumn: 'member_id',
  timeColumn: 'hidden_at',
})
const unwantedZines = statement<PageRow, [memberId: string, limit: number]>('unwanted', unwantedZinesSql('true'))
const unwantedZinesAfter = statement<PageRow, [memberId: string, limit: number, hiddenAt: string, zineId: string]>(
  'unwanted-after',
  unwantedZinesSql('(hidden_at, zine_id) < ($3::timestamptz, $4::uuid)'),
)

export const listUnwantedZines = (pool: pg.Pool, memberId: string, { limit, after }: ListRange<string>) =>
  after ? unwantedZinesAfter(pool, memberId, limit + 1, ...after) : unwantedZines(pool, memberId, limit + 1)
