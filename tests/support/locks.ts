import type { PoolClient } from 'pg'
import { expect } from 'vitest'
import type { TestApp } from './test-app.ts'

type Pools = Pick<TestApp, 'pool'>

/** Holds what a statement locks until the work is done, as a slow neighbour would, and then commits the statement. */
export async function withLock<Result>(site: Pools, lock: string, work: (holder: PoolClient) => Promise<Result>) {
  const holder = await site.pool.connect()
  try {
    await holder.query(`begin; ${lock}`)
    return await work(holder)
  } finally {
    await holder.query('commit').finally(() => holder.release())
  }
}

/** Waits until so many other connections to this database wait for a lock. */
export const untilLocksAreAwaited = ({ pool }: Pools, count = 1) =>
  expect.poll(async () => (await pool.query(waiting)).rowCount, { interval: 10 }).toBe(count)

const waiting = `select from pg_stat_activity
  where wait_event_type = 'Lock' and backend_type = 'client backend' and datname = current_database()`
