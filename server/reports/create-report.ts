import { createHmac } from 'node:crypto'
import type { ReportReason } from '#contract/report-reasons.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { keyedNetwork, type Limits } from '#server/http/limit.ts'
import { promiseLetter } from './letters.queries.ts'
import { makeRoom } from './make-room.ts'
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
