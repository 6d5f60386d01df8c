import { join, resolve } from 'node:path'
import { connectionTo, type EmbeddedConnection } from './database.ts'
import { commandLineOf } from './liveness.ts'
import { readPidFile } from './pid-file.ts'

/** How to reach the PostgreSQL that a Foldout at work has started on this data, if one has. */
export function findRunningPostgres(dataDir: string): EmbeddedConnection | undefined {
  const server = readPidFile(join(resolve(dataDir), 'postgres'))
  if (server?.status !== 'ready' || !commandLineOf(server.pid).includes('postgres')) return undefined
  return connectionTo(server.socketFolder)
}
