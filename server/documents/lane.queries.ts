import type pg from 'pg'

type Lane = 'read-documents' | 'read-imports'

/** Undefined while another process holds the lock. Locks end with the connection, so a doubtful connection is closed. */
export async function enterLane(pool: pg.Pool, name: Lane = 'read-documents') {
  const key = `hashtextextended('${name}', 7)`
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${key}) as taken`)
    if (rows[0]?.taken) return { leave: () => leave(client, key) }
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Unlocks immediately: a closed connection holds the lock until the database notices. */
async function leave(client: pg.PoolClient, key: string) {
  const left = await client.query(`select pg_advisory_unlock(${key})`).catch(() => undefined)
  client.release(!left)
}
