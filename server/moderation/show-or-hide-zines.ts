import { setTimeout as pause } from 'node:timers/promises'
import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { z } from 'zod'
import { forgetSomeZines } from '#server/accounts/delete-account-parts.queries.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { lockCreator } from '#server/zines/publish-zine.queries.ts'
import { countZines, holdUncounted } from './moderation.queries.ts'

/** Resumes the jobs of killed processes. */
export const showOrHideCrontab = '*/10 * * * * resume-showing ?jobKey=resume-showing'

const creator = z.object({ creatorId: z.uuid() })

export const showOrHideJobs = ({ db }: { db: Db }): TaskList => ({
  'show-or-hide-zines-of': (payload) => showOrHide(db, creator.parse(payload).creatorId),
  'resume-showing': () => resume(db),
})

const keyOf = (creatorId: string) => `show-or-hide ${creatorId}`

/** One job per creator, however often they are suspended and restored: the job reads the current state. */
export const promiseToShowOrHide = (tx: Tx, creatorId: string) =>
  enqueueJob(tx, 'show-or-hide-zines-of', { creatorId }, { key: keyOf(creatorId) })

/** Removes a suspended creator's zines from search, or restores their counters and search entries, in short steps. */
export async function showOrHide(db: Db, creatorId: string, { forMs = 5_000 } = {}) {
  const until = Date.now() + forMs
  for (let began = Date.now(); (await takeStep(db, creatorId)) > 0; began = Date.now()) {
    if (began >= until) return db.transaction().execute((tx) => promiseToShowOrHide(tx, creatorId))
    await pause(Date.now() - began)
  }
}

const atOnce = 200

const takeStep = (db: Db, creatorId: string) =>
  db.transaction().execute(async (tx) => {
    await lockCreator(tx, creatorId)
    const user = await tx
      .selectFrom('users')
      .select('suspended_at')
      .where('id', '=', creatorId)
      .where('deleting_at', 'is', null)
      .executeTakeFirst()
    if (!user) return 0
    return user.suspended_at ? forgetSomeZines(tx, creatorId, atOnce) : showSome(tx, creatorId)
  })

async function showSome(tx: Tx, creatorId: string) {
  const ids = await holdUncounted(tx, creatorId, atOnce)
  if (ids.length > 0) await countZines(tx, creatorId, ids)
  else await enqueueJob(tx, 'index-zines-of', { creatorId })
  return ids.length
}

async function resume(db: Db) {
  const { rows } = await sql<{ creatorId: string }>`
    select substr(key, ${keyOf('').length + 1}) as "creatorId" from graphile_worker.jobs
    where task_identifier = 'show-or-hide-zines-of' and key is not null
      and locked_at < now() - interval '10 minutes'`.execute(db)
  for (const { creatorId } of rows) await db.transaction().execute((tx) => promiseToShowOrHide(tx, creatorId))
}
