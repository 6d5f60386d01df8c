import type { Db, Tx } from './connection.ts'

export const again = Symbol('again')

/** Far more than needed: each retry means that another process got through. */
const most = 100

/** What `attempt` answers once it gets through; gives up when it never does, rather than trying for ever. */
export async function retry<Answer>(attempt: () => Promise<Answer | typeof again>): Promise<Answer> {
  for (let tries = 0; tries < most; tries++) {
    const answer = await attempt()
    if (answer !== again) return answer
  }
  throw new Contention()
}

/** Runs an attempt in a transaction, which is rolled back if it answers `again`. */
export const orRollBack = <Answer>(db: Db, attempt: (tx: Tx) => Promise<Answer | typeof again>) =>
  db
    .transaction()
    .execute(async (tx) => rolledBackIfAgain(await attempt(tx)))
    .catch(againIfRolledBack)

class RolledBack extends Error {}

function rolledBackIfAgain<Answer>(answer: Answer | typeof again) {
  if (answer === again) throw new RolledBack()
  return answer
}

function againIfRolledBack(error: unknown): typeof again {
  if (error instanceof RolledBack) return again
  throw error
}

/** Nothing was changed. The sentence is for the person who asked. */
export class Contention extends Error {
  override name = 'Contention'

  constructor() {
    super('The server is busy. Nothing was changed; please try again.')
  }
}
