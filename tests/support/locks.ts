import type { TestApp } from './test-app.ts'

/** Holds a lock of the database until the work is done, as a slow neighbour would. */
export async function whileLocked<Result>(site: TestApp, lock: string, work: () => Promise<Result>) {
  const holder = await site.pool.connect()
  await holder.query(`begin; ${lock}`)
  try {
    return await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

/** How many wait for a lock. */
export const waitingForLocks = async (site: TestApp) =>
  (await site.pool.query('select from pg_locks where not granted')).rowCount
