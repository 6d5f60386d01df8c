import type pg from 'pg'

type JobLockName = 'read-documents' | 'read-imports'

/** Undefined while another process holds the lock. Locks end with the connection, so a doubtful connection is closed. */
export async function acquireJobLock(pool: pg.Pool, name: JobLockName = 'read-documents') {
  const key = `hashtextextended('${name}', 7)`
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ acquired: boolean }>(`select pg_try_advisory_lock(${key}) as acquired`)
    if (rows[0]?.acquired) return { release: () => release(client, key) }
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Unlocks immediately: a closed connection holds the lock until the database notices. */
async function release(client: pg.PoolClient, key: string) {
  const isUnlocked = await client.query(`select pg_advisory_unlock(${key})`).catch(() => undefined)
  client.release(!isUnlocked)
}
