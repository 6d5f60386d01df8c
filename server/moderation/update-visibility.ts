import { setTimeout as pause } from 'node:timers/promises'
import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { z } from 'zod'
import { removeCreatorZinesFromIndex } from '#server/accounts/delete-account-steps.queries.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { lockCreator } from '#server/zines/publish-zine.queries.ts'
import { countZines, lockUncountedZines } from './moderation.queries.ts'

/** Resumes the jobs of killed processes. */
export const visibilityCrontab = '*/10 * * * * resume-visibility-updates ?jobKey=resume-visibility-updates'

const creator = z.object({ creatorId: z.uuid() })

export const visibilityJobs = ({ db }: { db: Db }): TaskList => ({
  'update-zine-visibility': (payload) => updateVisibility(db, creator.parse(payload).creatorId),
  'resume-visibility-updates': () => resumeUpdates(db),
})

const jobKeyOf = (creatorId: string) => `update-zine-visibility ${creatorId}`

/** One job per creator, however often they are suspended and restored: the job reads the current state. */
export const enqueueVisibilityUpdate = (tx: Tx, creatorId: string) =>
  enqueueJob(tx, 'update-zine-visibility', { creatorId }, { key: jobKeyOf(creatorId) })

/** Removes a suspended creator's zines from search, or restores their counters and search entries, in short steps. */
export async function updateVisibility(db: Db, creatorId: string, { maxMs = 5_000 } = {}) {
  const deadline = Date.now() + maxMs
  for (let stepStartedAt = Date.now(); (await runStep(db, creatorId)) > 0; stepStartedAt = Date.now()) {
    if (stepStartedAt >= deadline) return db.transaction().execute((tx) => enqueueVisibilityUpdate(tx, creatorId))
    await pause(Date.now() - stepStartedAt)
  }
}

const batchSize = 200

const runStep = (db: Db, creatorId: string) =>
  db.transaction().execute(async (tx) => {
    await lockCreator(tx, creatorId)
    const user = await tx
      .selectFrom('users')
      .select('suspended_at')
      .where('id', '=', creatorId)
      .where('deleting_at', 'is', null)
      .executeTakeFirst()
    if (!user) return 0
    return user.suspended_at ? removeCreatorZinesFromIndex(tx, creatorId, batchSize) : showBatch(tx, creatorId)
  })

async function showBatch(tx: Tx, creatorId: string) {
  const ids = await lockUncountedZines(tx, creatorId, batchSize)
  if (ids.length > 0) await countZines(tx, creatorId, ids)
  else await enqueueJob(tx, 'index-zines-of', { creatorId })
  return ids.length
}

async function resumeUpdates(db: Db) {
  const { rows } = await sql<{ creatorId: string }>`
    select substr(key, ${jobKeyOf('').length + 1}) as "creatorId" from graphile_worker.jobs
    where task_identifier = 'update-zine-visibility' and key is not null
      and locked_at < now() - interval '10 minutes'`.execute(db)
  for (const { creatorId } of rows) await db.transaction().execute((tx) => enqueueVisibilityUpdate(tx, creatorId))
}
