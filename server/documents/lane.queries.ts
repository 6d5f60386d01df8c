import type pg from 'pg'

type Lane = 'read-documents' | 'read-imports'

/** Undefined while another process has it. It ends with its connection, so a connection that is in doubt is closed. */
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

/** Free at once for the next turn: a connection that is closed keeps it until the database has noticed. */
async function leave(client: pg.PoolClient, key: string) {
  const left = await client.query(`select pg_advisory_unlock(${key})`).catch(() => undefined)
  client.release(!left)
}
