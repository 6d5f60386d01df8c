import { type Insertable, sql } from 'kysely'
import type { Db, Tx } from '#server/db/connection.ts'
import type { Schema } from '#server/db/schema.ts'

/** A report target: a zine, or a creator if `zineId` is null. The title outlives the zine. */
export type ReportTarget = { creatorId: string; zineId: string | null; title: string | null }

/** Finds only zines that visitors can see, so that reporting does not reveal others. */
export const findZine = (db: Db, zineId: string): Promise<ReportTarget | undefined> =>
  db
    .selectFrom('zines')
    .innerJoin('zine_stats', 'zine_id', 'id')
    .innerJoin('creator_stats', 'creator_stats.creator_id', 'zines.creator_id')
    .select(['zines.creator_id as creatorId', 'id as zineId', 'title'])
    .where('id', '=', zineId)
    .executeTakeFirst()

export async function findCreator(db: Db, creatorId: string): Promise<ReportTarget | undefined> {
  const creator = await db
    .selectFrom('creator_stats')
    .select('creator_id as creatorId')
    .where('creator_id', '=', creatorId)
    .executeTakeFirst()
  return creator && { ...creator, zineId: null, title: null }
}

export async function isMember(db: Db, userId: string) {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('awaiting_since', 'is', null)
    .executeTakeFirst()
  return user !== undefined
}

/** Open reports per target. More would not add information. */
const maxOpenReports = 200

type NewReport = Pick<Insertable<Schema['reports']>, 'reason' | 'words' | 'once' | 'reporter_id' | 'network'>

/** False if no row was added: a repeat on the same day, enough open reports, or a target that was just deleted. */
export async function addReport(tx: Tx, target: ReportTarget, report: NewReport) {
  if (!(await lockTargetRows(tx, target, report.reporter_id))) return false
  const { creatorId, zineId, title } = target
  const { reason, words, once, reporter_id, network } = report
  const { rows } = await sql`
    insert into reports (zine_id, creator_id, title, reason, words, reporter_id, network, once)
    select ${zineId}::uuid, ${creatorId}::uuid, ${title}, ${reason}, ${words}, ${reporter_id ?? null}::uuid, ${network ?? null}, ${once}
    where (select count(*) from (
      select from reports where ${matchesTarget(target)} and resolved_at is null limit ${maxOpenReports}) open) < ${maxOpenReports}
    on conflict (once) do nothing
    returning id`.execute(tx)
  return rows.length > 0
}

/** Locks in the order of a deletion. The foreign keys of the new row would lock in another order. */
async function lockTargetRows(tx: Tx, { creatorId, zineId }: ReportTarget, reporterId: string | null | undefined) {
  const locked = await tx
    .selectFrom('profiles')
    .select('user_id')
    .where('user_id', 'in', [creatorId, ...(reporterId ? [reporterId] : [])])
    .orderBy('user_id')
    .forKeyShare()
    .execute()
  if (!locked.some(({ user_id }) => user_id === creatorId)) return false
  if (zineId === null) return true
  const zine = await tx.selectFrom('zines').select('id').where('id', '=', zineId).forKeyShare().executeTakeFirst()
  return zine !== undefined
}

/** Selects the reports about a target. Reports about deleted zines still have a title. */
export const matchesTarget = ({ creatorId, zineId }: Pick<ReportTarget, 'creatorId' | 'zineId'>) =>
  zineId === null
    ? sql<boolean>`creator_id = ${creatorId} and zine_id is null and title is null`
    : sql<boolean>`zine_id = ${zineId}`

export type Resolution = NonNullable<Schema['reports']['resolution']>

/** Resolves a target's reports and voids the links about it. The caller has locked the creator, who exists. */
export async function resolveReportsOf(
  tx: Tx,
  target: Pick<ReportTarget, 'creatorId' | 'zineId'>,
  resolution: Resolution,
) {
  const resolved_at = sql<Date>`now()`
  await tx
    .updateTable('reports')
    .set({ resolved_at, resolution })
    .where(matchesTarget(target))
    .where('resolved_at', 'is', null)
    .execute()
  await tx
    .updateTable('moderation_emails')
    .set({ resolved_at })
    .where('creator_id', '=', target.creatorId)
    .where(sql<boolean>`zine_id is not distinct from ${target.zineId}`)
    .where('resolved_at', 'is', null)
    .execute()
}
