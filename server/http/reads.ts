import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { ReadsFrom } from '#contract/endpoint.ts'
import { openPool } from '#server/db/connection.ts'
import { gaveUp, isLostConnection } from '#server/db/lost-connection.ts'
import { isOfADrawing } from './admission.ts'
import type { App } from './fastify.ts'
import { hasSessionCookie } from './session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Default: the primary. `primary first` is for cached pages and for files. */
    reads?: ReadsFrom | 'primary first'
  }
  interface FastifyRequest {
    /** The pool for reads: the primary, or for visitors without a session DATABASE_READ_URL. */
    reads: pg.Pool
  }
}

/** Sets the pool that each request reads from. Call before adding routes. */
export function chooseReads(app: App, { pool, reads }: { pool: pg.Pool; reads: Reads | undefined }) {
  app.decorateRequest('reads', {
    getter(this: FastifyRequest) {
      const from = this.routeOptions.config.reads
      if (!reads || !from || mayBeMember(this)) return pool
      return from === 'primary first' || isOfADrawing(this) ? reads.cached : reads.uncached
    },
  })
}

/** Members must see their own writes, so they read from the primary. */
const mayBeMember = ({ headers }: FastifyRequest) =>
  headers.authorization !== undefined || hasSessionCookie(headers.cookie)

/** Milliseconds to wait for one server before asking the other. */
const patience = 3_000

/** The pools for guests while DATABASE_READ_URL is set. HAProxy at that address chooses a replica. */
export type Reads = {
  /** Asks the read address first, then the primary. For data that is not cached. */
  uncached: pg.Pool
  /** Asks the primary first, for data that is cached. Also works while the primary is down. */
  cached: pg.Pool
  canRead(): Promise<boolean>
  stop(): Promise<void>
}

export function openReads(readUrl: string | undefined, primary: pg.Pool): Reads | undefined {
  if (!readUrl) return undefined
  const replica = openPool({ connectionString: readUrl }, primary.options.max, {
    connectTimeout: 1_000,
    queryTimeout: patience,
  })
  return {
    uncached: firstOf(replica, primary),
    cached: firstOf(primary, replica),
    canRead: () =>
      replica.query('select 1').then(
        () => true,
        () => false,
      ),
    stop: () => replica.end(),
  }
}

type Asked = [text: string | pg.QueryConfig, values?: unknown[]]

/** A pool for single statements. Asks the second server if the first fails or does not respond. */
const firstOf = (first: pg.Pool, second: pg.Pool) =>
  ({
    options: first.options,
    async query(...asked: Asked) {
      const late = Promise.withResolvers<never>()
      const timer = setTimeout(() => late.reject(new Error('timeout expired')), patience)
      try {
        return await Promise.race([first.query(...asked), late.promise])
      } catch (error) {
        if (!isLostConnection(error as Error) && !gaveUp(error as Error)) throw error
        return second.query(...asked)
      } finally {
        clearTimeout(timer)
      }
    },
  }) as unknown as pg.Pool
