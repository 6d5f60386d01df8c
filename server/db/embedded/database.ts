import pg from 'pg'

export type EmbeddedConnection = { host: string; port: number; user: string; database: string; ssl: false }

export function connectionTo(socketFolder: string): EmbeddedConnection {
  return { host: socketFolder, port: 5432, user: 'foldout', database: 'foldout', ssl: false }
}

/** A start may be cut short between making the cluster and this, so every start looks. */
export async function ensureDatabase(connection: EmbeddedConnection): Promise<void> {
  try {
    await run(connection, 'select 1')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '3D000') throw error
    await run({ ...connection, database: 'postgres' }, `create database ${connection.database}`)
  }
}

async function run(connection: EmbeddedConnection, sql: string): Promise<void> {
  const client = new pg.Client(connection)
  try {
    await client.connect()
    await client.query(sql)
  } finally {
    await client.end()
  }
}
