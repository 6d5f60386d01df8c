import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Connection, openPool } from '#server/db/connection.ts'
import { superuser } from '#server/db/embedded/database.ts'
import type {} from './database-setup.ts'
import { openDoor } from './door.ts'

/**
 * A database of the caller's own, migrated and empty, in the run's PostgreSQL. Opening a connection starts a process of
 * PostgreSQL: beside all other tests, on a busy machine, that can take longer than the two seconds that a visitor waits.
 */
export async function createTestDatabase() {
  const connection = await createDatabase('template foldout_template')
  return { connection, pool: openPool(connection, 10, { connectTimeout: 15_000 }) }
}

/** One without a table, on which nobody has started. */
export const createEmptyDatabase = () => createDatabase()

async function createDatabase(template = ''): Promise<Connection> {
  const server = inject('postgres')
  const database = `test_${randomBytes(6).toString('hex')}`
  const admin = openPool({ ...server, user: superuser, database: 'postgres' }, 1)
  await admin.query(`create database ${database} ${template} owner ${server.user}`)
  await admin.end()
  return { ...server, database }
}

/** The address of a database as DATABASE_URL has it. */
export const addressOf = ({ host = '', port, user, database, connectionString }: Connection) =>
  connectionString ?? `postgres:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`

/** A test database, which `outside` reaches at any time, and a connection `beyond` a door that a test closes. */
export async function createDatabaseBehindDoor() {
  const { pool: outside, connection } = await createTestDatabase()
  const door = await openDoor({ to: `${connection.host}/.s.PGSQL.${connection.port}` })
  return { outside, door, beyond: { ...connection, host: '127.0.0.1', port: door.ports[0] } }
}
