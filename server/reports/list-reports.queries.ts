import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connection.ts'
import { decideOnTarget, lockTarget, type ReportDecision } from './decide-on-target.ts'

const columns = [
  'r.id',
  'r.zine_id as zineId',
  'r.creator_id as creatorId',
  'username as creator',
  'reason',
  'words',
  'reported_at as reportedAt',
  'resolved_at as resolvedAt',
  'resolution',
] as const

/** Includes the zine's current or last title, null for a creator. Never reveals who reported. */
const reportsWithNames = (db: Db | Tx) =>
  db
    .selectFrom('reports as r')
    .innerJoin('users', 'users.id', 'r.creator_id')
    .leftJoin('zines', 'zines.id', 'r.zine_id')
    .select(columns)
    .select([
      sql<string | null>`coalesce(zines.title, r.title)`.as('title'),
      sql<boolean>`reporter_id is not null`.as('byMember'),
    ])

export type ListedReport = Awaited<ReturnType<typeof listReports>>[number]

/** Newest first. `after` is the last report of the previous page. */
export function listReports(
  db: Db,
  { state = 'open', limit, after }: { state?: 'open' | 'resolved'; limit: number; after?: string },
) {
  const query = reportsWithNames(db)
    .where('resolved_at', state === 'open' ? 'is' : 'is not', null)
    .orderBy('r.reported_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
  if (after === undefined) return query.execute()
  return query
    .where(sql<boolean>`(r.reported_at, r.id) < (select reported_at, id from reports where id = ${after})`)
    .execute()
}

/** With the other reports of its target, open ones first, and earlier decisions. */
export async function readReport(db: Db, id: string, { limit = 200 } = {}) {
  const report = await reportsWithNames(db).where('r.id', '=', id).executeTakeFirst()
  if (!report) return undefined
  const { zineId, creatorId } = report
  const others = await reportsWithNames(db)
    .where('r.creator_id', '=', creatorId)
    .where(sql<boolean>`r.zine_id is not distinct from ${zineId}`)
    .where('r.id', '<>', id)
    .orderBy(sql`resolved_at is null`, 'desc')
    .orderBy('r.reported_at', 'desc')
    .limit(limit)
    .execute()
  return { report, others, decisions: await listDecisions(db, { zineId, creatorId, limit }) }
}

type DecisionFilter = { zineId?: string | null; creatorId: string; limit?: number }

export const listDecisions = (db: Db, { zineId, creatorId, limit = 20 }: DecisionFilter) =>
  db
    .selectFrom('decisions')
    .select(['id', 'act', 'title', 'reason', 'made_at as madeAt', 'reply', 'replied_at as repliedAt'])
    .where('member_id', '=', creatorId)
    .$if(zineId !== undefined, (query) => query.where(sql<boolean>`zine_id is not distinct from ${zineId}`))
    .orderBy('made_at', 'desc')
    .limit(limit)
    .execute()

type ResolveInput = ReportDecision & { reportId: string }

/** Decides on the target of a report, which resolves all its other reports too. */
export async function resolveReport(tx: Tx, { reportId, ...decision }: ResolveInput) {
  const find = () =>
    tx
      .selectFrom('reports')
      .select(['creator_id as creatorId', 'zine_id as zineId', 'title', 'resolved_at as resolvedAt'])
      .where('id', '=', reportId)
      .executeTakeFirst()
  const report = await find()
  if (!report) return 'absent'
  await lockTarget(tx, report)
  const current = await find()
  if (!current || isTargetDeleted(current)) return 'absent'
  return current.resolvedAt ? 'already' : decideOnTarget(tx, current, decision)
}

const isTargetDeleted = ({ zineId, title }: { zineId: string | null; title: string | null }) =>
  zineId === null && title !== null
