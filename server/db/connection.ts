import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { readAddress } from '#server/config/database-address.ts'
import { preparingOften } from './prepared-often.ts'
import type { Schema } from './schema.ts'
import { MovingPool } from './servers/moving-pool.ts'
import type { Times } from './servers/server-watch.ts'
import { UnnamedClient } from './servers/unnamed-client.ts'

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
  /** For tests: how soon a server that is gone is noticed. */
  times?: Partial<Times>
}

/** What every connection has; a pgbouncer in front may have to be told of it. */
export const sessionSettings = { timezone: 'UTC', statement_timeout: '15s', lock_timeout: '2s' }

const options = '-c timezone=UTC -c statement_timeout=15000 -c lock_timeout=2000'

export function openPool(connection: Connection, max = 10, wishes: PoolWishes = {}) {
  const { connectTimeout = 2_000, keepsNames = true, session, times } = wishes
  const wanted: pg.PoolConfig = {
    ...connection,
    max,
    connectionTimeoutMillis: connectTimeout,
    options,
    application_name: 'foldout',
    ...session,
    ...(!keepsNames && { Client: UnnamedClient as unknown as NonNullable<pg.PoolConfig['Client']> }),
  }
  const pool = openFor(wanted, { patience: connectTimeout, ...times })
  // A connection that dies, idle or lent, must not take the process with it; the next query opens another.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function openFor(options: pg.PoolConfig, times: Partial<Times>) {
  if (options.connectionString === undefined) return new pg.Pool(options)
  const { moves, servers, options: theirs } = readAddress(options.connectionString)
  const wanted = { ...options, options: inOrder(theirs, options.options) }
  return moves
    ? new MovingPool(wanted, servers, times)
    : new pg.Pool({ ...wanted, connectionString: servers[0] })
}

/** A connection of its own to where those of a pool go. */
export function clientLike(pool: pg.Pool, wishes: pg.ClientConfig): pg.Client {
  const { Client } = pool as unknown as { Client: typeof pg.Client }
  return new Client({ ...pool.options, ...wishes, options: inOrder(pool.options.options, wishes.options) })
}

/** Of a setting that is there twice PostgreSQL takes the later. */
const inOrder = (...options: (string | undefined)[]) => options.filter(Boolean).join(' ')

export const openDb = (pool: pg.Pool): Db =>
  new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparingOften(pool) }) })
