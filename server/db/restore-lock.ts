import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

const restoreLockKey = "hashtextextended('restore', 7)"

/** Call at the start, after connecting: a later restore sees the connection and does not begin. */
export async function assertNoRestoreRunning(pool: pg.Pool) {
  const isLockFree = async () => {
    const { rows } = await pool.query<{ isFree: boolean }>(
      `select pg_try_advisory_xact_lock_shared(${restoreLockKey}) as "isFree"`,
    )
    return rows[0]?.isFree === true
  }
  if (!(await becomesTrue(isLockFree)))
    throw new Error('A restore into this database is running. Start again when it is done.')
}

/** Whether the restore may begin. Until its connection ends no site can start, and no other client is connected. */
export const acquireRestoreLock = (client: pg.ClientBase) =>
  becomesTrue(async () => (await tryRestoreLock(client)) && !(await areOthersConnected(client)))

/** Waits for a second, because a site or a restore that has just ended may still be connected. */
async function becomesTrue(isTrue: () => Promise<boolean>) {
  for (let attempt = 0; attempt < 10; attempt++) {
    if (await isTrue()) return true
    await pause(100)
  }
  return false
}

/** The lock may be acquired repeatedly. It ends with the connection. */
async function tryRestoreLock(client: pg.ClientBase) {
  const { rows } = await client.query<{ isFree: boolean }>(`select pg_try_advisory_lock(${restoreLockKey}) as "isFree"`)
  return rows[0]?.isFree === true
}

async function areOthersConnected(client: pg.ClientBase) {
  const { rowCount } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name = 'foldout' and pid <> pg_backend_pid() limit 1`,
  )
  return rowCount !== 0
}
