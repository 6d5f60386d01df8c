import { sql } from 'kysely'
import type { Tx } from '#server/db/connection.ts'
import { lockCreator } from '#server/zines/publish-zine.queries.ts'

export type LockedZine = {
  id: string
  creatorId: string
  title: string
  hiddenAt: Date | null
  contentNote: string | null
  coversPages: boolean
}

/** Locks a zine and its creator, in the common order, against publishing, changes, favorites and deletion. */
export async function lockZineAndCreator(tx: Tx, zineId: string): Promise<LockedZine | undefined> {
  const zines = tx.selectFrom('zines').where('id', '=', zineId)
  const zine = await zines.select('creator_id').executeTakeFirst()
  if (!zine) return undefined
  await lockCreator(tx, zine.creator_id)
  return zines
    .select(['id', 'creator_id as creatorId', 'title', 'hidden_at as hiddenAt'])
    .select(['content_note as contentNote', 'covers_pages as coversPages'])
    .forUpdate()
    .executeTakeFirst()
}

export const markHidden = (tx: Tx, zineId: string, reason: string) =>
  tx.updateTable('zines').set({ hidden_at: sql<Date>`now()`, hidden_reason: reason }).where('id', '=', zineId).execute()

export const markVisible = (tx: Tx, zineId: string) =>
  tx.updateTable('zines').set({ hidden_at: null, hidden_reason: null }).where('id', '=', zineId).execute()

/** Recreates the counters of locked zines that are neither hidden nor counted. Does nothing for a hidden creator. */
export async function countZines(tx: Tx, creatorId: string, ids: string[]) {
  await sql`
    with counted as (
      insert into zine_stats (zine_id, favorite_count)
      select id, (select count(*) from favorites where zine_id = z.id) from zines z
      where id = any(${ids}::uuid[]) and creator_id = ${creatorId} and hidden_at is null
        and exists (select from creator_stats where creator_id = ${creatorId})
      on conflict do nothing returning zine_id
    )
    update creator_stats set zine_count = zine_count + (select count(*) from counted)
    where creator_id = ${creatorId}`.execute(tx)
}

export const markSuspended = (tx: Tx, userId: string, reason: string) =>
  tx
    .updateTable('users')
    .set({ suspended_at: sql<Date>`now()`, suspended_reason: reason })
    .where('id', '=', userId)
    .execute()

export const markActive = (tx: Tx, userId: string) =>
  tx.updateTable('users').set({ suspended_at: null, suspended_reason: null }).where('id', '=', userId).execute()

/** Without counters, a member and their zines are hidden immediately, however many there are. */
export async function uncountMember(tx: Tx, userId: string) {
  await sql`delete from zine_stats where zine_id in (select id from zines where creator_id = ${userId})`.execute(tx)
  await tx.deleteFrom('creator_stats').where('creator_id', '=', userId).execute()
}

/** Starts with no zines; each is added when it is shown again. A member who waits for approval is not shown yet. */
export const countCreator = (tx: Tx, userId: string) =>
  sql`insert into creator_stats (creator_id, zine_count, follower_count)
    select user_id, 0, (select count(*) from follows where creator_id = ${userId})
    from profiles join users on id = user_id where user_id = ${userId} and awaiting_since is null`.execute(tx)

/** Locks the next zines of a creator that must be shown again. */
export async function lockUncountedZines(tx: Tx, creatorId: string, max: number) {
  const { rows } = await sql<{ id: string }>`
    select id from zines z
    where creator_id = ${creatorId} and hidden_at is null
      and not exists (select from zine_stats where zine_id = z.id)
    order by id limit ${max} for update`.execute(tx)
  return rows.map(({ id }) => id)
}
