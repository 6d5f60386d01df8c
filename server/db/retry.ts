import type { Db, Tx } from './connection.ts'

export const again = Symbol('again')

/** Far more than needed: each retry means that another process succeeded. */
const most = 100

/** Repeats an attempt until it succeeds. @throws Contention after too many attempts */
export async function retry<Answer>(attempt: () => Promise<Answer | typeof again>): Promise<Answer> {
  for (let tries = 0; tries < most; tries++) {
    const answer = await attempt()
    if (answer !== again) return answer
  }
  throw new Contention()
}

/** Runs an attempt in a transaction, which is rolled back if it returns `again`. */
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

/** Nothing was changed. The message is for the user. */
export class Contention extends Error {
  override name = 'Contention'

  constructor() {
    super('The server is busy. Nothing was changed; please try again.')
  }
}
