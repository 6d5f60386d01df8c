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
  /** How long a request waits for a free or a new connection, in milliseconds, before it is told the database is gone. */
  connectTimeout?: number
  /** Whether statements can be prepared under names; a pgbouncer may hand each one to another connection. */
  keepsNames?: boolean
  /** Where connections are to have other limits or another name. */
  session?: Pick<pg.PoolConfig, 'options' | 'application_name' | 'idleTimeoutMillis'>
  /** How long a statement waits for its answer, in milliseconds; for ever if it is not said. */
  queryTimeout?: number
}

/** What every connection has; a pgbouncer in front may have to be told of it. */
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
  // A connection that dies, idle or lent, must not take the process with it; the next query opens another.
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

/** Of a setting that is there twice PostgreSQL takes the later. */
const inOrder = (...options: (string | undefined)[]) => options.filter(Boolean).join(' ')

export const openDb = (pool: pg.Pool): Db => new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })

/** Prepares every statement anew: under a name, a pgbouncer would look for it on whatever connection is free. */
class UnnamedClient extends pg.Client {
  constructor(options: string | pg.ClientConfig) {
    super(options)
    const query = this.query.bind(this) as (...given: unknown[]) => unknown
    this.query = ((first: unknown, ...more: unknown[]) =>
      query(withoutName(first), ...more)) as typeof this.query
  }
}

/** What is sent by itself, such as a copy, has no name to lose. */
const withoutName = (given: unknown) =>
  typeof given === 'object' && given !== null && !('submit' in given) ? { ...given, name: undefined } : given
