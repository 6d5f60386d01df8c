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

export type PoolOptions = {
  /** How long a request waits for a free or a new connection, in milliseconds, before it fails. */
  connectTimeout?: number
  /** Whether named statements can be prepared. A pgbouncer may use another connection for each statement. */
  supportsNamedStatements?: boolean
  session?: Pick<pg.PoolConfig, 'options' | 'application_name' | 'idleTimeoutMillis'>
  /** How long a query may take, in milliseconds; unlimited by default. */
  queryTimeout?: number
}

/** Settings of every connection. A pgbouncer may need them in its own configuration. */
export const sessionSettings = { timezone: 'UTC', statement_timeout: '15s', lock_timeout: '2s' }

/** Connection options with these settings instead of the usual ones. A time of 0 means no limit. */
export const sessionOptions = (changes: Record<string, string> = {}) =>
  Object.entries({ ...sessionSettings, ...changes })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

export function openPool(connection: Connection, max = 10, poolOptions: PoolOptions = {}) {
  const { connectTimeout = 2_000, supportsNamedStatements = true, session, queryTimeout } = poolOptions
  const poolConfig: pg.PoolConfig = {
    ...connection,
    max,
    connectionTimeoutMillis: connectTimeout,
    options: sessionOptions(),
    application_name: 'foldout',
    keepAlive: true,
    ...(queryTimeout && { query_timeout: queryTimeout }),
    ...session,
    ...(!supportsNamedStatements && {
      Client: UnpreparedClient as unknown as NonNullable<pg.PoolConfig['Client']>,
    }),
  }
  const pool = createPool(poolConfig)
  // A broken connection, idle or in use, must not end the process; the next query opens another.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function createPool(options: pg.PoolConfig) {
  if (options.connectionString === undefined) return new pg.Pool(options)
  const { url, options: urlOptions } = readAddress(options.connectionString)
  return new pg.Pool({ ...options, connectionString: url, options: joinOptions(urlOptions, options.options) })
}

export function createClientLike(pool: pg.Pool, overrides: pg.ClientConfig): pg.Client {
  const { Client } = pool as unknown as { Client: typeof pg.Client }
  return new Client({
    ...pool.options,
    ...overrides,
    options: joinOptions(pool.options.options, overrides.options),
  })
}

/** If a setting occurs twice, PostgreSQL uses the later one. */
const joinOptions = (...options: (string | undefined)[]) => options.filter(Boolean).join(' ')

export const openDb = (pool: pg.Pool): Db => new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })

/** Sends every statement without a name: behind a pgbouncer the next connection may not know the name. */
class UnpreparedClient extends pg.Client {
  constructor(options: string | pg.ClientConfig) {
    super(options)
    const query = this.query.bind(this) as (...args: unknown[]) => unknown
    this.query = ((firstArgument: unknown, ...otherArguments: unknown[]) =>
      query(removeStatementName(firstArgument), ...otherArguments)) as typeof this.query
  }
}

/** Queries that submit themselves, such as a copy, have no name. */
const removeStatementName = (query: unknown) =>
  typeof query === 'object' && query !== null && !('submit' in query) ? { ...query, name: undefined } : query
