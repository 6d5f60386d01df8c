import { errorCodes, type FastifyRequest } from 'fastify'
import type { Admission } from './admission.ts'
import { type ByteBudget, createByteBudget } from './byte-budget.ts'
import { type Refusal, refuse } from './errors.ts'
import type { App } from './fastify.ts'
import { personOf } from './limit.ts'
import { declaredLength, readJsonBodies } from './read-body.ts'
import { ordinaryBody, smallBody, type Timeouts } from './request-bounds.ts'
import { keepPace } from './upload-pace.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is not read into memory: its route passes it on as it comes. */
    passesBodyOn?: boolean
  }
  interface FastifyRequest {
    /** Gives the memory of the body back: for whoever answers without Fastify, which does it by itself. */
    giveBack?: (() => void) | undefined
    /** Ends a body that is being read. */
    endBody?: ((why: Error) => void) | undefined
  }
}

/**
 * What a body may be: not compressed, no longer than its route allows, and in memory only while there is room for it.
 * To be called before the first route is added, since the longest body of all decides how much room there is.
 */
export function boundBodies(app: App, timeouts: Timeouts, turns: Pick<Admission, 'writing'>) {
  readJsonBodies(app, timeouts, turns.writing)
  const reserve = reserveOnRoutes(app)

  app.addHook('onRequest', (request, reply, done) => {
    if (isRead.has(request.method) && isCompressed(request)) return done(refuse('not_found', unreadable))
    if (!hasBody(request)) return done()
    reply.raw.once('finish', () => dropLeftover(request.raw, timeouts.leftover))
    done(isCompressed(request) ? refuse('unsupported_encoding', compressed) : undefined)
  })
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasBody(request) || neverRead.has(request.method)) return done(null, payload)
    try {
      request.giveBack = reserve(request)
      if (request.routeOptions.config.passesBodyOn) keepPace(request, reply, timeouts)
      done(null, payload)
    } catch (error) {
      done(error as Error)
    }
  })
  // By now the body was used. One that is left is not read.
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.giveBack?.()
    done(null, payload)
  })
}

const neverRead = new Set(['GET', 'HEAD', 'TRACE'])
const isRead = new Set(['GET', 'HEAD'])

/** Short bodies have room of their own, so that long ones never stand in their way. */
function reserveOnRoutes(app: App) {
  const short = createByteBudget({ all: 256 * ordinaryBody, each: 32 * ordinaryBody })
  let longest = ordinaryBody
  app.addHook('onRoute', ({ bodyLimit = 0 }) => {
    longest = Math.max(longest, bodyLimit)
  })
  let long: ByteBudget | undefined
  return (request: FastifyRequest) => {
    const { bodyLimit, config } = request.routeOptions
    const bytes = config.passesBodyOn ? ordinaryBody : (declaredLength(request) ?? bodyLimit)
    if (!config.passesBodyOn && bytes > bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    if (bytes <= smallBody) return undefined
    const held = { person: personOf(request), bytes, cut: (why: Refusal) => cutOff(request, why) }
    if (bytes <= ordinaryBody) return short(held)
    long ??= createByteBudget({ all: 2.5 * longest, each: 1.25 * longest })
    return long(held)
  }
}

/** Of what is passed on the rest can be sent later. */
function cutOff({ raw, routeOptions, endBody }: FastifyRequest, why: Refusal) {
  if (raw.complete) return false
  if (routeOptions.config.passesBodyOn) raw.destroy()
  else endBody?.(why)
  return true
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

const isCompressed = ({ headers }: FastifyRequest) =>
  !['', 'identity'].includes(headers['content-encoding']?.trim().toLowerCase() ?? '')

const unreadable = 'This request cannot be read: it says how a body is encoded, and has none to take.'
const compressed = 'Send the body as it is: compressed ones are not taken.'

/** Node reads what is left of a body and drops it, so that its sender sees the answer; but it would do so for ever. */
function dropLeftover(raw: FastifyRequest['raw'], after: number) {
  if (raw.complete) return
  setTimeout(() => raw.complete || raw.destroy(), after).unref()
}
