import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'

export type Db = Kysely<Schema>
export type Tx = Transaction<Schema>

export type Connection = {
  host?: string
  port?: number
  user?: string
  database?: string
  connectionString?: string
}

/** How long a request waits for a free or a new connection before it is told the database is gone. */
const patience = { connectTimeout: 2_000 }
type Patience = typeof patience

export function openPool(connection: Connection, max = 10, { connectTimeout }: Patience = patience) {
  const pool = new pg.Pool({
    ...connection,
    max,
    connectionTimeoutMillis: connectTimeout,
    options: '-c timezone=UTC -c statement_timeout=15000 -c lock_timeout=2000',
    application_name: 'foldout',
  })
  // A connection that dies, idle or lent, must not take the process with it; the next query opens another.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export const openDb = (pool: pg.Pool): Db => new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
