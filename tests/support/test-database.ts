import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Connection, openPool, sessionOptions } from '#server/db/connection.ts'
import { superuser } from '#server/db/embedded/database.ts'
import type {} from './database-setup.ts'
import { startTcpProxy } from './tcp-proxy.ts'

/**
 * A new database in the run's PostgreSQL, migrated and empty. The connection timeout is longer than a visitor's two seconds,
 * because PostgreSQL starts a process for every connection, which can take longer while other tests run. With `waitsForLocks`,
 * a statement waits for a lock as long as a test holds it.
 */
export async function createTestDatabase({ waitsForLocks = false } = {}) {
  const connection = await createDatabase('template foldout_template')
  const session = waitsForLocks ? { options: sessionOptions({ statement_timeout: '0', lock_timeout: '0' }) } : {}
  return { connection, pool: openPool(connection, 10, { connectTimeout: 15_000, session }) }
}

/** A database without tables. */
export const createEmptyDatabase = () => createDatabase()

async function createDatabase(template = ''): Promise<Connection> {
  const server = inject('postgres')
  const database = `test_${randomBytes(6).toString('hex')}`
  const admin = openPool({ ...server, user: superuser, database: 'postgres' }, 1)
  await admin.query(`create database ${database} ${template} owner ${server.user}`)
  await admin.end()
  return { ...server, database }
}

/** The connection as a DATABASE_URL. */
export const databaseUrlOf = ({ host = '', port, user, database, connectionString }: Connection) =>
  connectionString ?? `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`

/** A test database with a direct pool, and a connection through a proxy that the test can close. */
export async function createDatabaseBehindProxy() {
  const { pool: directPool, connection } = await createTestDatabase()
  const proxy = await startTcpProxy({ to: `${connection.host}/.s.PGSQL.${connection.port}` })
  return { directPool, proxy, proxiedConnection: { ...connection, host: '127.0.0.1', port: proxy.ports[0] } }
}
