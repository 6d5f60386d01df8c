import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '#server/db/connection.ts'
import { giveUseBack, takeUse } from './invites.queries.ts'

/** Somebody who may be making an account: with which invite, and whether one came of it. */
type Arrival = { invite: string | undefined; isMade: boolean }

const underWay = new AsyncLocalStorage<Arrival>()

/** Better Auth's hooks, which are given little else, ask here whether whoever arrives has an invite. */
export const arrivalUnderWay = () => underWay.getStore()

/**
 * Runs what may make an account with one use of the invite with this code held for it, and gives the use back if none came
 * of it. A process that dies in between has used it up: an invite lets too few in, never too many.
 */
export async function withInvite<Answer>(
  db: Db,
  code: string | undefined,
  run: (invite: string | undefined) => Promise<Answer>,
) {
  const arrival: Arrival = { invite: code ? await takeUse(db, code) : undefined, isMade: false }
  try {
    return await underWay.run(arrival, () => run(arrival.invite))
  } finally {
    if (arrival.invite && !arrival.isMade) await giveUseBack(db, arrival.invite)
  }
}
