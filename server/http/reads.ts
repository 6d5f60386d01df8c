import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { ReadsFrom } from '#contract/endpoint.ts'
import type { Reads } from '#server/db/reads.ts'
import { isOfADrawing } from './admission.ts'
import type { App } from './fastify.ts'
import { hasSessionCookie } from './session.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * As `contract/endpoint.ts` says it; what says nothing reads the primary. `primary first` is for what is kept in a
     * cache, and for files.
     */
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
