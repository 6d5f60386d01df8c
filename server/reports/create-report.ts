import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { siteReports } from '#contract/limits.ts'
import type { ReportReason } from '#contract/report-reasons.ts'
import type { Config } from '#server/config/config.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { keyedNetwork, type Limits } from '#server/http/limit.ts'
import { promiseLetter } from './letters.queries.ts'
import { addReport, findCreator, findZine, isMember, type Thing } from './reports.queries.ts'

export type ReportDeps = { config: Config; db: Db; limits: Limits }

type Told = {
  zineId?: string | undefined
  creatorId?: string | undefined
  reason: ReportReason
  words: string
}
type Reporter = { ip: string; viewerId: string | undefined }

/**
 * Keeps what somebody says about a zine or a creator. Whoever says it again that day is answered the same and adds nothing,
 * and so is whoever comes after 200 others: nobody learns how many there are.
 */
export async function createReport(deps: ReportDeps, told: Told, reporter: Reporter) {
  const { config, db, limits } = deps
  const memberId = await memberOf(db, reporter)
  await limits.spend('report-address', reporter.ip)
  if (memberId) await limits.spend('report-member', memberId)
  const thing = await findThing(db, told)
  if (thing.creatorId === memberId) throw ownThing(thing)
  if (!(await makeRoom(db))) throw tooMany()
  const from = memberId ?? keyedNetwork(config, reporter.ip)
  const report = {
    ...{ reason: told.reason, words: told.words, once: onceADay(config, from, thing) },
    ...{ reporter_id: memberId ?? null, network: memberId ? null : from },
  }
  await db.transaction().execute(async (tx) => {
    if (!(await addReport(tx, thing, report))) return
    if (config.reportsTo) await promiseLetter(tx, thing)
  })
}

/** Whoever still waits to be let in is a guest here: accounts cost nothing where nobody has looked at them. */
const memberOf = async (db: Db, { viewerId }: Reporter) =>
  viewerId && (await isMember(db, viewerId)) ? viewerId : undefined

async function findThing(db: Db, { zineId, creatorId }: Told): Promise<Thing> {
  if (zineId) return (await findZine(db, zineId)) ?? gone('zine')
  return (await findCreator(db, creatorId ?? '')) ?? gone('creator')
}

function gone(what: string): never {
  throw notFound(what)
}

const ownThing = ({ zineId }: Thing) =>
  refuse(
    'invalid_request',
    zineId ? 'This zine is yours: you can edit or delete it.' : 'You cannot report yourself.',
  )

const tooMany = () =>
  refuse(
    'storage_full',
    'There are more reports than anybody can read, so yours was not kept. Please try again in a few days.',
  )

/** Only we can make it, so it tells nobody who reported what. */
const onceADay = ({ secret }: Pick<Config, 'secret'>, from: string, { zineId, creatorId }: Thing) =>
  createHmac('sha256', secret)
    .update(`report:${new Date().toISOString().slice(0, 10)}:${from}:${zineId ?? creatorId}`)
    .digest('base64url')

/**
 * Keeps the reports of the whole site to a number; false when there is no room for one more. To turn away whoever comes
 * when it is reached would let a few who fill it silence everybody else. So something goes that tells less: what was
 * decided on, the oldest first, and then the latest of whoever reported the most and of what was reported the most. What is
 * the first of somebody, about something that nobody had reported, never goes: it takes as many networks as there is
 * room, each with another thing, to have the next one turned away.
 */
export async function makeRoom(db: Db, { most = siteReports } = {}): Promise<boolean> {
  if (!(await isFull(db, most))) return true
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('room for reports', 7))`.execute(tx)
    return !(await isFull(tx, most)) || (await dropSome(tx, Math.ceil(most / 20))) > 0
  })
}

async function isFull(db: Db | Tx, most: number) {
  const { rows } = await sql`select id from reports order by id offset ${most - 1} limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Many at once, as all are looked at for it. What somebody is deciding on stays. In arrays, they are found once, however few
 * PostgreSQL takes the reports for.
 */
async function dropSome(tx: Tx, atMost: number) {
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
        order by resolved_at, nth desc, reported_at desc limit ${atMost}
      )) for update skip locked
    ))`.execute(tx)
  return Number(numAffectedRows)
}
