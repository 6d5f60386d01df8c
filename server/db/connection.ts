import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { readAddress } from '#server/config/database-address.ts'
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

export type PoolWishes = {
  /** How long a request waits for a free or a new connection, in milliseconds, before it fails. */
  connectTimeout?: number
  /** Whether named statements can be prepared. A pgbouncer may use another connection for each statement. */
  keepsNames?: boolean
  session?: Pick<pg.PoolConfig, 'options' | 'application_name' | 'idleTimeoutMillis'>
  /** How long a query may take, in milliseconds; unlimited by default. */
  queryTimeout?: number
}

/** Settings of every connection. A pgbouncer may need them in its own configuration. */
export const sessionSettings = { timezone: 'UTC', statement_timeout: '15s', lock_timeout: '2s' }

const options = '-c timezone=UTC -c statement_timeout=15000 -c lock_timeout=2000'

export function openPool(connection: Connection, max = 10, wishes: PoolWishes = {}) {
  const { connectTimeout = 2_000, keepsNames = true, session, queryTimeout } = wishes
  const wanted: pg.PoolConfig = {
    ...connection,
    max,
    connectionTimeoutMillis: connectTimeout,
    options,
    application_name: 'foldout',
    keepAlive: true,
    ...(queryTimeout && { query_timeout: queryTimeout }),
    ...session,
    ...(!keepsNames && { Client: UnnamedClient as unknown as NonNullable<pg.PoolConfig['Client']> }),
  }
  const pool = openFor(wanted)
  // A broken connection, idle or in use, must not end the process; the next query opens another.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function openFor(options: pg.PoolConfig) {
  if (options.connectionString === undefined) return new pg.Pool(options)
  const { url, options: theirs } = readAddress(options.connectionString)
  return new pg.Pool({ ...options, connectionString: url, options: inOrder(theirs, options.options) })
}

export function clientLike(pool: pg.Pool, wishes: pg.ClientConfig): pg.Client {
  const { Client } = pool as unknown as { Client: typeof pg.Client }
  return new Client({ ...pool.options, ...wishes, options: inOrder(pool.options.options, wishes.options) })
}

/** If a setting occurs twice, PostgreSQL uses the later one. */
const inOrder = (...options: (string | undefined)[]) => options.filter(Boolean).join(' ')

export const openDb = (pool: pg.Pool): Db => new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })

/** Sends every statement without a name: behind a pgbouncer the next connection may not know the name. */
class UnnamedClient extends pg.Client {
  constructor(options: string | pg.ClientConfig) {
    super(options)
    const query = this.query.bind(this) as (...given: unknown[]) => unknown
    this.query = ((first: unknown, ...more: unknown[]) =>
      query(withoutName(first), ...more)) as typeof this.query
  }
}

/** Queries that submit themselves, such as a copy, have no name. */
const withoutName = (given: unknown) =>
  typeof given === 'object' && given !== null && !('submit' in given) ? { ...given, name: undefined } : given
