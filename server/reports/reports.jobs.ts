import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { z } from 'zod'
import { reportDays } from '#contract/limits.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/connection.ts'
import { lettersADay, promiseLetter } from './letters.queries.ts'
import { type LetterDeps, sendLetter } from './send-letter.ts'

/** In the morning, when whoever decides may be reading mail. */
export const reportCrontab = '7 8 * * * sweep-reports ?jobKey=sweep-reports'

const promised = z.object({ letterId: z.uuid() })

export const reportJobs = (deps: LetterDeps): TaskList => ({
  'send-report-letter': async (payload, { abortSignal, logger }) => {
    const refusal = await sendLetter(deps, promised.parse(payload).letterId, abortSignal)
    if (refusal) logger.warn(`A letter about reports has no mailbox to go to. ${refusal.message}`)
  },
  'sweep-reports': () => sweepReports(deps),
})

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`

/** Open reports that nobody has decided on for so long end too, and decisions that nobody will answer any more. */
const yearDays = 365

/** Ends what has had its time, and writes again about what still waits for a decision. */
export async function sweepReports({ db, config }: { db: Db; config: Pick<Config, 'reportsTo'> }) {
  await settleGone(db)
  await db.deleteFrom('reports').where('resolved_at', '<', daysAgo(reportDays)).execute()
  await db
    .deleteFrom('reports')
    .where('resolved_at', 'is', null)
    .where('reported_at', '<', daysAgo(yearDays))
    .execute()
  await db.deleteFrom('report_letters').where('expires_at', '<', daysAgo(30)).execute()
  await db.deleteFrom('decisions').where('made_at', '<', daysAgo(yearDays)).execute()
  if (config.reportsTo) await writeOfWhatWaits(db)
}

/** What was said of a zine that its maker deleted needs no decision. */
const settleGone = (db: Db) =>
  db
    .updateTable('reports')
    .set({ resolved_at: sql<Date>`now()`, resolution: 'removed' })
    .where('zine_id', 'is', null)
    .where('title', 'is not', null)
    .where('resolved_at', 'is', null)
    .execute()

/**
 * What has open reports and no letter whose links work: said after the letter of that day had been answered, or while there
 * was nobody to write to, or nobody has answered in time. First what there was never a letter about, the oldest before the
 * others, so that no flood puts anything off for ever.
 */
async function writeOfWhatWaits(db: Db) {
  const { rows } = await sql<{ creatorId: string; zineId: string | null }>`
    select creator_id as "creatorId", zine_id as "zineId" from reports r
    where resolved_at is null and not exists (
      select from report_letters l where l.creator_id = r.creator_id and l.zine_id is not distinct from r.zine_id
        and l.resolved_at is null and l.expires_at > now())
    group by creator_id, zine_id
    order by exists (
      select from report_letters l where l.creator_id = r.creator_id and l.zine_id is not distinct from r.zine_id),
      min(reported_at)
    limit ${lettersADay}`.execute(db)
  for (const thing of rows) await db.transaction().execute((tx) => promiseLetter(tx, thing, 2 * lettersADay))
}
