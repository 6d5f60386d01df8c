import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import type pg from 'pg'
import type { ReadsFrom } from '#contract/endpoint.ts'
import type { Config } from '#server/config/config.ts'
import { endOfTheLog, orderOf } from '#server/db/reads/log-position.ts'
import type { ReadPool } from '#server/db/reads/read-pool.ts'
import { openReads, type Reads } from '#server/db/reads/reads.ts'
import { cookieHeader, readCookie, setCookieHeader, signedValue, signValue } from './cookies.ts'
import { Refusal } from './errors.ts'
import type { App } from './fastify.ts'
import type { Timeouts } from './request-bounds.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As `contract/endpoint.ts` says it; what says nothing reads the primary. */
    reads?: ReadsFrom
    /** Whether a write that is not about ways in, below `/api/auth/`, may end sessions too. */
    endsSessions?: true
  }
  interface FastifyRequest {
    /** What a read asks: the primary's pool, or a replica where the route says so and one has what the reader wrote. */
    reads: pg.Pool
    /** Where the log ended behind what a write has changed, where there are replicas. */
    wroteAt?: string | undefined
  }
}

export type RequestReads = NonNullable<ReturnType<typeof openRequestReads>>

type Deps = {
  config: Config
  pool: pg.Pool
  direct?: pg.Pool
  timeouts?: Pick<Timeouts, 'server' | 'alone'>
}

/**
 * Gives each request what it reads from, and each writer a cookie with the position of the log that they have to see from
 * now on. Without replicas all of it is the primary's pool. To be called before anything that sees to routes.
 */
export function openRequestReads(app: App, { config, pool, direct = pool, timeouts }: Deps) {
  const waits = { patienceMs: timeouts?.server, aloneMs: timeouts?.alone }
  const servers = openReads(config, pool, { log: app.log, direct, ...waits })
  if (!servers) {
    app.decorateRequest('reads', { getter: () => pool })
    return undefined
  }
  const positions = openPositions(config, servers.maxLagS + 10)
  const chosen = chooseForEach(servers, { pool, positions })
  app.addHook('onClose', () => servers.stop())
  app.decorateRequest('wroteAt', undefined)
  app.decorateRequest('reads', {
    getter(this: FastifyRequest) {
      return chosen.poolOf(this)
    },
  })
  app.addHook('onRoute', (route) => {
    if (route.config?.changes) route.onSend = [...[route.onSend ?? []].flat(), noteWrite]
    if (route.config?.reads) route.handler = chosen.askingAgain(route.handler)
  })

  const noteWrite = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!mayHaveWritten(reply.statusCode)) return
    // Without a position only the primary surely has what was done. What failed was promised to nobody.
    const isDone = reply.statusCode < 400
    request.wroteAt = await (isDone ? servers.position() : servers.positionSoon())
    const position = request.wroteAt ?? (isDone ? endOfTheLog : undefined)
    if (position) reply.header('set-cookie', positions.cookie(position))
    if (isDone && mayEndSessions(request)) servers.sessions.noteEnd(position)
  }

  const positionNow = () => servers.position()
  return { ...positions, servers, positionNow }
}

const mayEndSessions = ({ routeOptions: { url, config } }: FastifyRequest) =>
  config.endsSessions === true || url?.startsWith('/api/auth/') === true

/** What was refused has written nothing; what failed may have done so before. */
export const mayHaveWritten = (status: number) => status < 400 || status >= 500

/** A pool for each request, of what its route says and its reader has seen. */
function chooseForEach(servers: Reads, { pool, positions }: { pool: pg.Pool; positions: Positions }) {
  const pools = new WeakMap<FastifyRequest, ReadPool>()

  function poolOf(request: FastifyRequest) {
    const from = request.routeOptions.config.reads
    if (!from) return pool
    const known = pools.get(request) ?? servers.for(wishOf(request, from))
    pools.set(request, known)
    return known.asPool
  }

  /** Whoever comes with an access token may have written without keeping a cookie. */
  function wishOf(request: FastifyRequest, from: ReadsFrom) {
    const position = positions.of(request)
    const isOfAProgram = request.headers.authorization !== undefined
    return { position, primaryFirst: from === 'primary first' || (isOfAProgram && !position) }
  }

  /** What is not there may be new: then the primary is asked as well. */
  const askingAgain = (handler: RouteHandlerMethod): RouteHandlerMethod =>
    async function (request, reply) {
      try {
        return await handler.call(this, request, reply)
      } catch (error) {
        if (!isAbsent(error) || !(await pools.get(request)?.leaveReplica())) throw error
        return handler.call(this, request, reply)
      }
    }

  return { poolOf, askingAgain }
}

const isAbsent = (error: unknown) => error instanceof Refusal && error.code === 'not_found'

type Positions = ReturnType<typeof openPositions>

export const signedPosition = (position: string, { secret }: Pick<Config, 'secret'>) =>
  signValue(`${position} ${Date.now()}`, secret)

/**
 * Positions as they travel: signed, so that nobody can name one to have the primary for themselves; with the moment, so
 * that nobody can send one for ever.
 */
function openPositions(config: Config, lifeS: number) {
  const sign = (position: string) => signedPosition(position, config)
  let announced: { position: string; until: number } | undefined
  const lastAnnounced = () => (announced && announced.until > Date.now() ? announced.position : undefined)
  return {
    /** What the one who asks has to see; undefined if nothing, or nothing that we said. */
    of(request: FastifyRequest) {
      if (!request.headers.cookie?.includes('foldout.position')) return undefined
      const value = signedValue(readCookie(request, config, 'position') ?? '', config.secrets)
      const [position, at] = value?.split(' ') ?? []
      // Clocks of others may be ahead.
      return Math.abs(Date.now() - Number(at)) <= lifeS * 1000 ? position : undefined
    },
    cookie: (position: string) =>
      setCookieHeader(config, 'position', { value: sign(position), maxAge: Math.ceil(lifeS) }),
    /** What visitors see has changed: from now on no page is drawn for them from before that. */
    announce(position?: string) {
      if (!position || orderOf(position) < orderOf(lastAnnounced())) return
      announced = { position, until: Date.now() + lifeS * 1000 }
    },
    /** The header of a request in process that has to see what was announced. */
    announcedCookie() {
      const position = lastAnnounced()
      return position && cookieHeader(config, { position: sign(position) })
    },
  }
}
