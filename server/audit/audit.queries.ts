import type { TaskList } from 'graphile-worker'
import { type Insertable, sql } from 'kysely'
import { auditDays, auditRows } from '#contract/limits.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import type { Schema } from '#server/db/schema.ts'

type Row = Insertable<Schema['audit_log']>

/** `subject` looks like `zine 0198…`. `detail` contains no address or secret, as the privacy page promises. */
type AuditedFields = Partial<Pick<Row, 'outcome' | 'member_id' | 'subject' | 'network'>> & { detail?: object }
export type AuditEntry = AuditedFields & { actor: Actor; act: OperatorAction }
export type RequestAuditEntry = AuditedFields & Pick<Row, 'actor' | 'act'>

export type Actor = Row['actor'] | { operator: string }

/** Logs an act in the transaction that performs it. */
export const recordAction = (db: Db | Tx, { detail, actor, ...act }: AuditEntry) =>
  db
    .insertInto('audit_log')
    .values({
      ...(typeof actor === 'string' ? { actor } : { actor: 'operator', ...actor }),
      ...act,
      detail: detail ? JSON.stringify(detail) : null,
    })
    .execute()

export type RepeatedAuditEntry = RequestAuditEntry & { same: string; times: number; since: Date; at: Date }

/** Adds to the rows of this hour, in the order of their keys to avoid deadlocks. */
export async function recordRepeated(db: Db, entries: RepeatedAuditEntry[]) {
  const rows = entries.toSorted((one, other) => (one.same < other.same ? -1 : 1))
  await sql`
    insert into audit_log (actor, act, outcome, member_id, network, detail, times, since, at, same)
    select actor, act, outcome, member_id, network, detail, times, since, at, same
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (
      actor text, act text, outcome text, member_id uuid, network text, detail jsonb,
      times integer, since timestamptz, at timestamptz, same text)
    on conflict (same) do update set
      times = audit_log.times + excluded.times,
      at = greatest(audit_log.at, excluded.at)`.execute(db)
}

export type AuditFilter = {
  memberId?: string | undefined
  act?: string | undefined
  limit?: number
  after?: { at: Date; id: string } | undefined
}

/** Latest first, with the current username; null for deleted members. */
export const listAudit = (db: Db | Tx, { memberId, act, limit = 50, after }: AuditFilter = {}) =>
  db
    .selectFrom('audit_log')
    .leftJoin('users', 'users.id', 'audit_log.member_id')
    .select([
      'audit_log.id',
      'at',
      'since',
      'times',
      'actor',
      'operator',
      'act',
      'outcome',
      'subject',
      'network',
      'detail',
    ])
    .select(['audit_log.member_id as memberId', 'users.username'])
    .$if(memberId !== undefined, (query) => query.where('audit_log.member_id', '=', memberId ?? null))
    .$if(act !== undefined, (query) => query.where('act', '=', act ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(at, audit_log.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(limit)
    .execute()

const batchSize = 20_000

/** Deletes expired rows, then rows above the limit, refusals first. */
export async function sweepAudit(db: Db, { rows = auditRows } = {}) {
  await sql`delete from audit_log where at < now() - make_interval(days => ${auditDays})`.execute(db)
  for (let surplus = (await countRows(db)) - rows; surplus > 0; surplus -= batchSize)
    await sql`
      delete from audit_log where id in (
        select id from audit_log order by outcome <> 'refused', at, id limit ${Math.min(surplus, batchSize)})`.execute(
      db,
    )
}

async function countRows(db: Db) {
  const { count } = await db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Acts of operator commands and of links in moderation emails. Requests record their own events. */
export const operatorActions = [
  'zine hidden',
  'zine restored',
  'zine kept',
  'zine removed',
  'content note set',
  'content note removed',
  'zines imported',
  'drafts imported',
  'member created',
  'member approved',
  'member refused',
  'member suspended',
  'member restored',
  'member kept',
  'member removed',
  'member exported',
  'member signed out',
  'everyone signed out',
  'second factor reset',
  'password link emailed',
  'password link printed',
  'address confirmed',
  'invite created',
  'invite revoked',
  'email domain blocked',
  'email domain unblocked',
  'media blocked',
  'media unblocked',
  'announcement set',
  'announcement removed',
  'test mail sent',
  'mail retried',
  'job retried',
  'backup requested',
  'site checked',
  'operator link created',
  'operator session opened',
  'operator sessions ended',
] as const

export type OperatorAction = (typeof operatorActions)[number]

export const auditCrontab = '13 * * * * sweep-audit-log ?jobKey=sweep-audit-log'

export const auditJobs = ({ db }: { db: Db }): TaskList => ({ 'sweep-audit-log': () => sweepAudit(db) })
