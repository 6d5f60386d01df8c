import { createHmac } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import { siteReports } from '#contract/limits.ts'
import type { ReportReason } from '#contract/report-reasons.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { apiError, notFound } from '#server/http/errors.ts'
import { hashNetwork, type Limits } from '#server/http/rate-limits.ts'
import { enqueueModerationEmail } from './moderation-emails.queries.ts'
import { addReport, findCreator, findZine, isMember, type ReportTarget } from './reports.queries.ts'

export type ReportDeps = { config: Config; db: Db; limits: Limits }

type ReportInput = {
  zineId?: string | undefined
  creatorId?: string | undefined
  reason: ReportReason
  words: string
}
type Reporter = { ip: string; viewerId: string | undefined }

/** Stores a report. Repeats, and reports after the first 200, get the same response, so their number stays secret. */
export async function createReport(deps: ReportDeps, input: ReportInput, reporter: Reporter) {
  const { config, db, limits } = deps
  const memberId = await memberOf(db, reporter)
  await limits.consume('report-address', reporter.ip)
  if (memberId) await limits.consume('report-member', memberId)
  const target = await findTarget(db, input)
  if (target.creatorId === memberId) throw ownTargetError(target)
  if (!(await ensureCapacity(db))) throw tooManyReports()
  const from = memberId ?? hashNetwork(config, reporter.ip)
  const report = {
    reason: input.reason,
    words: input.words,
    once: dailyKey(config, from, target),
    reporter_id: memberId ?? null,
    network: memberId ? null : from,
  }
  await db.transaction().execute(async (tx) => {
    if (!(await addReport(tx, target, report))) return
    if (config.reportsTo) await enqueueModerationEmail(tx, target)
  })
}

/** Members waiting for approval count as guests, since unapproved accounts cost nothing. */
const memberOf = async (db: Db, { viewerId }: Reporter) =>
  viewerId && (await isMember(db, viewerId)) ? viewerId : undefined

async function findTarget(db: Db, { zineId, creatorId }: ReportInput): Promise<ReportTarget> {
  if (zineId) return (await findZine(db, zineId)) ?? throwNotFound('zine')
  return (await findCreator(db, creatorId ?? '')) ?? throwNotFound('creator')
}

function throwNotFound(what: 'zine' | 'creator'): never {
  throw notFound(what)
}

const ownTargetError = ({ zineId }: ReportTarget) =>
  apiError(
    'invalid_request',
    zineId ? msg`This zine is yours. You can edit or delete it.` : msg`You cannot report yourself.`,
  )

const tooManyReports = () =>
  apiError(
    'storage_full',
    msg`There are too many open reports, so yours was not saved. Please try again in a few days.`,
  )

/** Keyed with our secret, so it does not reveal who reported what. */
const dailyKey = ({ secret }: Pick<Config, 'secret'>, from: string, { zineId, creatorId }: ReportTarget) =>
  createHmac('sha256', secret)
    .update(`report:${new Date().toISOString().slice(0, 10)}:${from}:${zineId ?? creatorId}`)
    .digest('base64url')

/**
 * Bounds the number of reports without letting a flood silence others: drops resolved ones, then the latest of the busiest
 * reporter or target, and never a reporter's first report if it is also the target's first.
 */
export async function ensureCapacity(db: Db, { max = siteReports } = {}): Promise<boolean> {
  if (!(await isFull(db, max))) return true
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('room for reports', 7))`.execute(tx)
    return !(await isFull(tx, max)) || (await dropReports(tx, Math.ceil(max / 20))) > 0
  })
}

async function isFull(db: Db | Tx, max: number) {
  const { rows } = await sql`select id from reports order by id offset ${max - 1} limit 1`.execute(db)
  return rows.length > 0
}

/** Drops many at a time and skips those being decided. The arrays keep PostgreSQL's query plan stable. */
async function dropReports(tx: Tx, max: number) {
  const { numAffectedRows = 0n } = await sql`
    delete from reports where id = any(array(
      select id from reports where id = any(array(
        select id from (
          select id, resolved_at, reported_at, greatest(
            row_number() over (
              partition by resolved_at is null, coalesce(reporter_id::text, network, id::text) order by reported_at, id),
            row_number() over (
              partition by resolved_at is null, creator_id, coalesce(zine_id::text, title) order by reported_at, id)
          ) as nth from reports
        ) counted
        where resolved_at is not null or nth > 1
        order by resolved_at, nth desc, reported_at desc limit ${max}
      )) for update skip locked
    ))`.execute(tx)
  return Number(numAffectedRows)
}
