import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { ReadsFrom } from '#contract/endpoint.ts'
import { openPool } from '#server/db/connection.ts'
import { isLostConnection, isTransientError } from '#server/db/lost-connection.ts'
import { isRenderRequest } from './concurrency-limits.ts'
import type { App } from './fastify.ts'
import { hasSessionCookie } from './session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Default: the primary. `primary first` is for cached pages and for files. */
    reads?: ReadsFrom | 'primary first'
  }
  interface FastifyRequest {
    /** The pool for reads: the primary, or DATABASE_READ_URL for visitors without a session. */
    readPool: pg.Pool
  }
}

/** Sets the pool that each request reads from. Call before adding routes. */
export function decorateReadPool(app: App, { pool, readPools }: { pool: pg.Pool; readPools: ReadPools | undefined }) {
  app.decorateRequest('readPool', {
    getter(this: FastifyRequest) {
      const source = this.routeOptions.config.reads
      if (!readPools || !source || hasCredentials(this)) return pool
      return source === 'primary first' || isRenderRequest(this) ? readPools.cached : readPools.uncached
    },
  })
}

/** Members must see their own writes, so they read from the primary. */
const hasCredentials = ({ headers }: FastifyRequest) =>
  headers.authorization !== undefined || hasSessionCookie(headers.cookie)

/** Milliseconds to wait for one server before asking the other. */
const timeoutMs = 3_000

/** The pools for guests while DATABASE_READ_URL is set. HAProxy at that address chooses a replica. */
export type ReadPools = {
  /** Asks the read address first, then the primary. For data that is not cached. */
  uncached: pg.Pool
  /** Asks the primary first, for data that is cached. Also works while the primary is down. */
  cached: pg.Pool
  canRead(): Promise<boolean>
  stop(): Promise<void>
}

export function openReadPools(readUrl: string | undefined, primary: pg.Pool): ReadPools | undefined {
  if (!readUrl) return undefined
  const replica = openPool({ connectionString: readUrl }, primary.options.max, {
    connectTimeout: 1_000,
    queryTimeout: timeoutMs,
  })
  return {
    uncached: withFallback(replica, primary),
    cached: withFallback(primary, replica),
    canRead: () =>
      replica.query('select 1').then(
        () => true,
        () => false,
      ),
    stop: () => replica.end(),
  }
}

type QueryArguments = [text: string | pg.QueryConfig, values?: unknown[]]

/** A pool for single statements. Asks the second server if the first fails or does not respond. */
const withFallback = (first: pg.Pool, second: pg.Pool) =>
  ({
    options: first.options,
    async query(...queryArguments: QueryArguments) {
      const timeout = Promise.withResolvers<never>()
      const timer = setTimeout(() => timeout.reject(new Error('timeout expired')), timeoutMs)
      try {
        return await Promise.race([first.query(...queryArguments), timeout.promise])
      } catch (error) {
        if (!isLostConnection(error as Error) && !isTransientError(error as Error)) throw error
        return second.query(...queryArguments)
      } finally {
        clearTimeout(timer)
      }
    },
  }) as unknown as pg.Pool
