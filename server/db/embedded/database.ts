import { join, resolve } from 'node:path'
import pg from 'pg'
import { commandLineOf } from './liveness.ts'
import { readPidFile } from './pid-file.ts'
import { handOver, makeSiteRole, siteRole, superuser } from './site-role.ts'

export type EmbeddedConnection = { host: string; port: number; user: string; database: string; ssl: false }

export function connectionTo(socketFolder: string, user = siteRole): EmbeddedConnection {
  return { host: socketFolder, port: 5432, user, database: 'foldout', ssl: false }
}

/**
 * A database that is the site's own, whoever made it. A start may be cut short between making the cluster and this, so
 * every start looks.
 */
export async function ensureDatabase(socketFolder: string): Promise<void> {
  const connection = connectionTo(socketFolder, superuser)
  try {
    await run(connection, handOver)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '3D000') throw error
    const create = `create database ${connection.database} owner ${siteRole}`
    await run({ ...connection, database: 'postgres' }, makeSiteRole, create)
  }
}

async function run(connection: EmbeddedConnection, ...statements: string[]): Promise<void> {
  // Whose names count is not left to the database, which is not the superuser's.
  const client = new pg.Client({ ...connection, options: '-c search_path=pg_catalog' })
  try {
    await client.connect()
    for (const statement of statements) await client.query(statement)
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
