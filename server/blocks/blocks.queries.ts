import { sql } from 'kysely'
import type pg from 'pg'
import type { NoteChoice } from '#contract/detail-choices.ts'
import { memberBlocks, memberUnwantedZines } from '#contract/limits.ts'
import { waitsForApproval } from '#server/auth/sign-ups/may-publish.ts'
import type { Tx } from '#server/db/connection.ts'
import { ownCreatorsSql } from '#server/db/creator-json.ts'
import { statement } from '#server/db/statement.ts'
import { ownZinesSql } from '#server/db/zine-json.ts'
import { refuse } from '#server/http/errors.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'

type Block = { memberId: string; creatorId: string }
type Unwanted = { memberId: string; zineId: string }

export const noOneself = () => refuse('invalid_request', 'You cannot block yourself.')
const noOwn = () => refuse('invalid_request', 'This zine is yours. You cannot hide it from yourself.')

/** Blocks a member and ends the follow. Members awaiting approval may not block: it slows the other member's lists. */
export async function blockCreator(tx: Tx, { memberId, creatorId }: Block) {
  if (!(await holdPair(tx, memberId, creatorId))) return false
  const held = await holdMembers(tx, [memberId, creatorId])
  if (held.some(({ id, isWaiting }) => id === memberId && isWaiting)) throw waitsForApproval()
  await sql`
    insert into blocks (member_id, creator_id) select ${memberId}, ${creatorId} on conflict do nothing`.execute(
    tx,
  )
  await assertRoom(tx, { table: 'blocks', memberId, most: memberBlocks, sentence: tooManyBlocks })
  await endFollow(tx, { memberId, creatorId })
  await noteAvoiding(tx, [memberId, creatorId])
  return true
}

export async function unblockCreator(tx: Tx, { memberId, creatorId }: Block) {
  await holdMembers(tx, [memberId, creatorId])
  await tx
    .deleteFrom('blocks')
    .where('member_id', '=', memberId)
    .where('creator_id', '=', creatorId)
    .execute()
  await noteAvoiding(tx, [memberId, creatorId])
}

export async function addUnwantedZine(tx: Tx, { memberId, zineId }: Unwanted) {
  const creator = await holdZine(tx, zineId)
  if (!creator) return false
  if (creator === memberId) throw noOwn()
  await holdMembers(tx, [memberId])
  await sql`
    insert into unwanted_zines (member_id, zine_id) select ${memberId}, ${zineId} on conflict do nothing`.execute(
    tx,
  )
  await assertRoom(tx, {
    table: 'unwanted_zines',
    memberId,
    most: memberUnwantedZines,
    sentence: tooManyUnwanted,
  })
  await noteAvoiding(tx, [memberId])
  return true
}

export async function removeUnwantedZine(tx: Tx, { memberId, zineId }: Unwanted) {
  await holdMembers(tx, [memberId])
  await tx
    .deleteFrom('unwanted_zines')
    .where('member_id', '=', memberId)
    .where('zine_id', '=', zineId)
    .execute()
  await noteAvoiding(tx, [memberId])
}

/** Locks both profiles against deletion, then their follows, in the same order as follows and deletions. */
async function holdPair(tx: Tx, memberId: string, creatorId: string) {
  const { rows } = await sql<{ isCreator: boolean }>`
    select user_id = ${creatorId} and exists (select from creator_stats where creator_id = user_id) as "isCreator"
    from profiles where user_id in (${memberId}, ${creatorId}) order by user_id for key share`.execute(tx)
  await sql`select pg_advisory_xact_lock(pair_of(${memberId}, ${creatorId}))`.execute(tx)
  return rows.some(({ isCreator }) => isCreator)
}

async function holdZine(tx: Tx, zineId: string) {
  const { rows } = await sql<{ creatorId: string }>`
    select creator_id as "creatorId" from zines z
    where id = ${zineId} and exists (select from zine_stats where zine_id = z.id) for key share`.execute(tx)
  return rows[0]?.creatorId
}

/** Locks members before changing what they avoid, so that `avoids` includes every concurrent change. */
async function holdMembers(tx: Tx, ids: string[]) {
  const { rows } = await sql<{ id: string; isWaiting: boolean }>`
    select id, awaiting_since is not null as "isWaiting" from users
    where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
  return rows
}

/** Updates `avoids`. Deleting an account or a zine leaves it set, which only costs time until the next update. */
const noteAvoiding = (tx: Tx, ids: string[]) =>
  sql`
    with members as materialized (
      select id, avoids_something(id) as avoids from unnest(${ids}::uuid[]) id
    )
    update sessions set avoids = members.avoids from members
    where user_id = members.id and sessions.avoids <> members.avoids`.execute(tx)

/** Keeps the other member's follow, because they would notice its end. */
async function endFollow(tx: Tx, { memberId, creatorId }: Block) {
  const ended =
    await sql`delete from follows where follower_id = ${memberId} and creator_id = ${creatorId}`.execute(tx)
  if (!ended.numAffectedRows) return
  await sql`update creator_stats set follower_count = follower_count - 1 where creator_id = ${creatorId}`.execute(
    tx,
  )
  await sql`update member_counts set follows = greatest(follows - 1, 0) where user_id = ${memberId}`.execute(
    tx,
  )
}

type Room = { table: 'blocks' | 'unwanted_zines'; memberId: string; most: number; sentence: string }

/** Counts under the member's lock, including the row just inserted. */
async function assertRoom(tx: Tx, { table, memberId, most, sentence }: Room) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where member_id = ${memberId}`.execute(tx)
  if ((rows[0]?.count ?? 0) > most) throw refuse('quota_reached', sentence)
}

const tooManyBlocks = `You have blocked ${memberBlocks.toLocaleString('en')} creators, the maximum. Unblock one to block another.`
const tooManyUnwanted = `You have hidden ${memberUnwantedZines.toLocaleString('en')} zines, the maximum. Show one again to hide another.`

/** Locks the profile before the member, as follows and deletions do. */
export async function chooseContentNotes(tx: Tx, memberId: string, choice: NoteChoice) {
  await tx.updateTable('profiles').set({ content_notes: choice }).where('user_id', '=', memberId).execute()
  await holdMembers(tx, [memberId])
  await noteAvoiding(tx, [memberId])
}

const blockedSql = ownCreatorsSql({ table: 'blocks', member: 'member_id', at: 'blocked_at' })
const blocked = statement<PageRow, [memberId: string, limit: number]>('blocked', blockedSql('true'))
const blockedAfter = statement<
  PageRow,
  [memberId: string, limit: number, blockedAt: string, creatorId: string]
>('blocked-after', blockedSql('(blocked_at, creator_id) < ($3::timestamptz, $4::uuid)'))

export const listBlockedCreators = (pool: pg.Pool, memberId: string, { limit, after }: ListRange<string>) =>
  after ? blockedAfter(pool, memberId, limit + 1, ...after) : blocked(pool, memberId, limit + 1)

const unwantedSql = ownZinesSql({ table: 'unwanted_zines', member: 'member_id', at: 'hidden_at' })
const unwanted = statement<PageRow, [memberId: string, limit: number]>('unwanted', unwantedSql('true'))
const unwantedAfter = statement<PageRow, [memberId: string, limit: number, hiddenAt: string, zineId: string]>(
  'unwanted-after',
  unwantedSql('(hidden_at, zine_id) < ($3::timestamptz, $4::uuid)'),
)

export const listUnwantedZines = (pool: pg.Pool, memberId: string, { limit, after }: ListRange<string>) =>
  after ? unwantedAfter(pool, memberId, limit + 1, ...after) : unwanted(pool, memberId, limit + 1)
