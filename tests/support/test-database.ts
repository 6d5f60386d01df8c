import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { type Connection, openPool } from '#server/db/connection.ts'
import { superuser } from '#server/db/embedded/database.ts'
import type {} from './database-setup.ts'

/**
 * A database of the caller's own, migrated and empty, in the run's PostgreSQL. Opening a connection starts a process of
 * PostgreSQL: beside all other tests, on a busy machine, that can take longer than the two seconds that a visitor waits.
 */
export async function createTestDatabase(): Promise<{ connection: Connection; pool: pg.Pool }> {
  const server = inject('postgres')
  const database = `test_${randomBytes(6).toString('hex')}`
  const admin = openPool({ ...server, user: superuser, database: 'postgres' }, 1)
  await admin.query(`create database ${database} template foldout_template owner ${server.user}`)
  await admin.end()
  const connection = { ...server, database }
  return { connection, pool: openPool(connection, 10, { connectTimeout: 15_000 }) }
}
