import { setTimeout as pause } from 'node:timers/promises'
import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Tx } from '#server/db/connection.ts'
import { lockAccount, lockDeletions, promiseDeletion, removeAccount } from './delete-account.queries.ts'
import * as parts from './delete-account-parts.queries.ts'

/** Resumes deletions of killed processes. A site with one process also does this when it starts. */
export const deleteAccountCrontab = '*/10 * * * * resume-deletions ?jobKey=resume-deletions'

const account = z.object({ userId: z.uuid() })

export const deleteAccountJobs = ({ db }: { db: Db }): TaskList => ({
  'delete-account': async (payload) => {
    const { userId } = account.parse(payload)
    if (await removeInSteps(db, userId)) return
    await db.transaction().execute((tx) => promiseDeletion(tx, userId))
  },
  'resume-deletions': () => resumeDeletions(db),
})

type Step = [part: (tx: Tx, userId: string, most: number) => Promise<number>, most: number]

/** In this order no zine is ever shown in part, and little is left for the last transaction. */
const steps: Step[] = [
  [parts.forgetSomeZines, 200],
  [parts.removeFavoritesReceived, 5_000],
  [parts.withdrawZines, 20],
  [parts.removeZines, 200],
  [parts.removeDrafts, 2],
  [parts.takeBackFavorites, 2_000],
  [parts.removeFollowers, 5_000],
  [parts.takeBackFollows, 2_000],
  [parts.removeBlocks, 5_000],
  [parts.removeShelves, 10],
  [parts.removeFocusSessions, 5_000],
  [parts.removeVersions, 500],
]

/** Deletes a hidden account, a few thousand rows at a time. False if time ran out: the next call continues. */
export async function removeInSteps(db: Db, userId: string, { forMs = 5_000 } = {}) {
  const until = Date.now() + forMs
  for (const [part, most] of steps) {
    while (await takes(db, (tx) => part(tx, userId, most))) if (Date.now() >= until) return false
  }
  await db.transaction().execute(async (tx) => {
    if (await lockAccount(tx, userId)) await removeAccount(tx, userId)
  })
  return true
}

/** Whether rows were removed. Then pauses for as long as that took, to leave capacity for others. */
async function takes(db: Db, part: (tx: Tx) => Promise<number>) {
  const began = Date.now()
  const removed = await db.transaction().execute(async (tx) => {
    await lockDeletions(tx)
    return part(tx)
  })
  if (removed > 0) await pause(Date.now() - began)
  return removed > 0
}

async function resumeDeletions(db: Db) {
  const left = await db
    .selectFrom('users')
    .select('id')
    .where('deleting_at', '<', sql<Date>`now() - interval '10 minutes'`)
    .execute()
  for (const { id } of left) await db.transaction().execute((tx) => promiseDeletion(tx, id))
}
