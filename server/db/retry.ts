import type { Db, Tx } from './connection.ts'

export const retryNeeded = Symbol('again')

/** Far more than needed: each retry means that another process succeeded. */
const maxAttempts = 100

/** Repeats an attempt until it succeeds. @throws ContentionError after too many attempts */
export async function retry<Result>(attempt: () => Promise<Result | typeof retryNeeded>): Promise<Result> {
  for (let count = 0; count < maxAttempts; count++) {
    const result = await attempt()
    if (result !== retryNeeded) return result
  }
  throw new ContentionError()
}

/** Runs an attempt in a transaction, which is rolled back if it returns `retryNeeded`. */
export const rollBackOnRetry = <Result>(db: Db, attempt: (tx: Tx) => Promise<Result | typeof retryNeeded>) =>
  db
    .transaction()
    .execute(async (tx) => throwIfRetryNeeded(await attempt(tx)))
    .catch(toRetryNeeded)

class RollbackSignal extends Error {}

function throwIfRetryNeeded<Result>(result: Result | typeof retryNeeded) {
  if (result === retryNeeded) throw new RollbackSignal()
  return result
}

function toRetryNeeded(error: unknown): typeof retryNeeded {
  if (error instanceof RollbackSignal) return retryNeeded
  throw error
}

/** Nothing was changed. The message is for the user. */
export class ContentionError extends Error {
  override name = 'ContentionError'

  constructor() {
    super('The server is busy. Nothing was changed; please try again.')
  }
}
