import { setTimeout as pause } from 'node:timers/promises'
import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueueDeletion, lockAccount, lockDeletions, removeAccount } from './delete-account.queries.ts'
import * as queries from './delete-account-steps.queries.ts'

/** Resumes deletions of killed processes. A site with one process also does this when it starts. */
export const deleteAccountCrontab = '*/10 * * * * resume-deletions ?jobKey=resume-deletions'

const account = z.object({ userId: z.uuid() })

declare module '#server/db/jobs.ts' {
  interface Jobs {
    'delete-account': { userId: string }
  }
}

export const deleteAccountJobs = ({ db }: { db: Db }): TaskList => ({
  'delete-account': async (payload) => {
    const { userId } = account.parse(payload)
    if (await removeInSteps(db, userId)) return
    await db.transaction().execute((tx) => enqueueDeletion(tx, userId))
  },
  'resume-deletions': () => resumeDeletions(db),
})

type DeletionStep = [step: (tx: Tx, userId: string, limit: number) => Promise<number>, limit: number]

/** In this order no zine is ever shown in part, and little is left for the last transaction. */
const steps: DeletionStep[] = [
  [queries.removeCreatorZinesFromIndex, 200],
  [queries.removeReceivedFavorites, 5_000],
  [queries.removeZinesFromShelves, 20],
  [queries.removeZines, 200],
  [queries.removeDrafts, 2],
  [queries.removeOwnFavorites, 2_000],
  [queries.removeFollowers, 5_000],
  [queries.removeOwnFollows, 2_000],
  [queries.removeBlocks, 5_000],
  [queries.removeShelves, 10],
  [queries.removeFocusSessions, 5_000],
  [queries.removeProjectVersions, 500],
]

/** Deletes a hidden account, a few thousand rows at a time. False if time ran out: the next call continues. */
export async function removeInSteps(db: Db, userId: string, { maxMs = 5_000 } = {}) {
  const deadline = Date.now() + maxMs
  for (const [step, limit] of steps) {
    while (await runStep(db, (tx) => step(tx, userId, limit))) if (Date.now() >= deadline) return false
  }
  await db.transaction().execute(async (tx) => {
    if (await lockAccount(tx, userId)) await removeAccount(tx, userId)
  })
  return true
}

/** Whether rows were removed. Then pauses for as long as that took, to leave capacity for others. */
async function runStep(db: Db, step: (tx: Tx) => Promise<number>) {
  const startedAt = Date.now()
  const removed = await db.transaction().execute(async (tx) => {
    await lockDeletions(tx)
    return step(tx)
  })
  if (removed > 0) await pause(Date.now() - startedAt)
  return removed > 0
}

async function resumeDeletions(db: Db) {
  const abandoned = await db
    .selectFrom('users')
    .select('id')
    .where('deleting_at', '<', sql<Date>`now() - interval '10 minutes'`)
    .execute()
  for (const { id } of abandoned) await db.transaction().execute((tx) => enqueueDeletion(tx, id))
}
