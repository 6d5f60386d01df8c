import { join, resolve } from 'node:path'
import pg from 'pg'
import { commandLineOf } from './liveness.ts'
import { readPidFile } from './pid-file.ts'

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

/** How to reach the PostgreSQL that a Foldout at work has started on this data, if one has. */
export function findRunningPostgres(dataDir: string): EmbeddedConnection | undefined {
  const server = readPidFile(join(resolve(dataDir), 'postgres'))
  if (server?.status !== 'ready' || !commandLineOf(server.pid).includes('postgres')) return undefined
  return connectionTo(server.socketFolder)
}
