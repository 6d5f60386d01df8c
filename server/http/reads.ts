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
    /** The primary if not given. `primary first` is for cached pages and for files. */
    reads?: ReadsFrom | 'primary first'
  }
  interface FastifyRequest {
    /** What a read asks: the primary, or for visitors without a session what DATABASE_READ_URL leads to. */
    reads: pg.Pool
  }
}

/** Gives each request what it reads from. To be called before the first route is added. */
export function chooseReads(app: App, { pool, reads }: { pool: pg.Pool; reads: Reads | undefined }) {
  app.decorateRequest('reads', {
    getter(this: FastifyRequest) {
      const from = this.routeOptions.config.reads
      if (!reads || !from || mayBeMember(this)) return pool
      return from === 'primary first' || isOfADrawing(this) ? reads.cached : reads.uncached
    },
  })
}

/** Members read what they have written. */
const mayBeMember = ({ headers }: FastifyRequest) =>
  headers.authorization !== undefined || hasSessionCookie(headers.cookie)

/** In milliseconds; what one does not answer by then is asked of the other. */
const patience = 3_000

/** Where guests read while DATABASE_READ_URL is set. HAProxy behind that address chooses a replica. */
export type Reads = {
  /** The read address first, and the primary where that fails: for what is not kept. */
  uncached: pg.Pool
  /** The other way round, for what is kept in a cache: it is served while there is no primary, too. */
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

/** A pool for single statements: asks the first server, and the second where the first fails or is silent. */
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
