import { join, resolve } from 'node:path'
import pg from 'pg'
import { commandLineOf, readPidFile } from './pid-file.ts'

export type EmbeddedConnection = { host: string; port: number; user: string; database: string; ssl: false }

/** The user that initdb creates. It creates the site's database and does nothing else. */
export const superuser = 'foldout'

/** The user of the site. It owns the site's database and has no other rights. */
export const siteRole = 'foldout_site'

export function connectionTo(socketFolder: string, user = siteRole): EmbeddedConnection {
  return { host: socketFolder, port: 5432, user, database: 'foldout', ssl: false }
}

/** A start may be interrupted after creating the cluster, so every start checks. */
export async function ensureDatabase(socketFolder: string): Promise<void> {
  const client = new pg.Client({ ...connectionTo(socketFolder, superuser), database: 'postgres' })
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      `select rolname as name from pg_roles where rolname = '${siteRole}'
       union all select datname from pg_database where datname = 'foldout'`,
    )
    const exists = (name: string) => rows.some((row) => row.name === name)
    if (!exists(siteRole)) await client.query(`create role ${siteRole} login`)
    if (!exists('foldout')) await client.query(`create database foldout owner ${siteRole}`)
  } finally {
    await client.end()
  }
}

export function findRunningPostgres(dataDir: string): EmbeddedConnection | undefined {
  const server = readPidFile(join(resolve(dataDir), 'postgres'))
  if (server?.status !== 'ready' || !commandLineOf(server.pid).includes('postgres')) return undefined
  return connectionTo(server.socketFolder)
}
