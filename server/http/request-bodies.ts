import type { IncomingMessage } from 'node:http'
import { errorCodes, type FastifyRequest } from 'fastify'
import type { Admission } from './admission.ts'
import { type ByteBudget, createByteBudget } from './byte-budget.ts'
import { type Refusal, refuse } from './errors.ts'
import type { App } from './fastify.ts'
import { personOf } from './limit.ts'
import { lowestRates, ordinaryBody, smallBody, type Timeouts } from './request-bounds.ts'
import { keepPace } from './upload-pace.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    passesBodyOn?: boolean
  }
  interface FastifyRequest {
    /** Releases the memory of the body. Only handlers that respond without Fastify must call it. */
    giveBack?: (() => void) | undefined
    endBody?: ((why: Error) => void) | undefined
  }
}

/** Limits bodies: uncompressed, bounded in length and in total memory. Call before adding routes. */
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
  // By now the body has been used, or it will not be read.
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.giveBack?.()
    done(null, payload)
  })
}

const neverRead = new Set(['GET', 'HEAD', 'TRACE'])
const isRead = new Set(['GET', 'HEAD'])

/** Short bodies have their own budget, so long ones never block them. */
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

/** A client can resume an upload that is cut off, so it gets no response. */
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

const unreadable = 'This request has a Content-Encoding but no body.'
const compressed = 'Send the body uncompressed.'

/** Node discards the rest of a body so that its client sees the response, but without a time limit. */
function dropLeftover(raw: FastifyRequest['raw'], after: number) {
  if (raw.complete) return
  setTimeout(() => raw.complete || raw.destroy(), after).unref()
}

const { FST_ERR_CTP_BODY_TOO_LARGE, FST_ERR_CTP_INVALID_CONTENT_LENGTH } = errorCodes

/** Parses JSON. A long body stays unparsed until it has a write slot, as parsing makes it up to five times as large. */
export function readJsonBodies(
  app: App,
  timeouts: Timeouts,
  takePlace: (request: FastifyRequest) => unknown,
) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const body = { limit: request.routeOptions.bodyLimit, length: declaredLength(request) }
    request.endBody = readBytes(payload, { ...body, timeouts }, (error, bytes) => {
      if (error) done(error)
      else if (bytes.length > ordinaryBody) done(null, bytes)
      else parse(request, bytes.toString(), done)
    })
  })
  app.addHook('onRoute', (route) => {
    if ((route.bodyLimit ?? 0) > ordinaryBody)
      route.preValidation = [readLongBody, ...[route.preValidation ?? []].flat()]
  })

  async function readLongBody(request: FastifyRequest) {
    const bytes = request.body
    if (!Buffer.isBuffer(bytes)) return
    await takePlace(request)
    request.body = await new Promise((resolve, reject) => {
      parse(request, bytes.toString(), (error, body) => (error ? reject(error) : resolve(body)))
    })
  }
}

function declaredLength({ headers }: FastifyRequest) {
  const length = Number(headers['content-length'])
  return Number.isSafeInteger(length) ? length : undefined
}

type Expected = { limit: number; length: number | undefined; timeouts: Timeouts }
type Done = (error: Error | null, bytes: Buffer) => void

/** Reads a body into one buffer. Returns a function that ends this early. */
function readBytes(payload: IncomingMessage, { limit, length, timeouts }: Expected, done: Done) {
  // Joining the parts at the end would need twice the memory.
  const bytes = Buffer.allocUnsafe(Math.min(limit, length ?? limit))
  let received = 0
  let isOver = false
  const begun = performance.now()
  const late = () => end(refuse('timed_out', tooSlow))
  const idle = setTimeout(late, timeouts.idle)
  let deadline = setTimeout(checkRate, timeouts.body)

  /** After the time for an ordinary body, a longer one must keep the lowest rate, whatever length it declared. */
  function checkRate() {
    const left = begun + timeouts.body + (received / lowestRates.body) * 1000 - performance.now()
    if (left <= 0) return late()
    deadline = setTimeout(checkRate, left)
  }

  const take = (part: Buffer) => {
    idle.refresh()
    part.copy(bytes, received)
    received += part.length
    if (received > limit) end(new FST_ERR_CTP_BODY_TOO_LARGE())
  }
  const whole = () => {
    if (length !== undefined && length !== received) end(new FST_ERR_CTP_INVALID_CONTENT_LENGTH())
    else end(null)
  }
  const cut = () => end(refuse('invalid_request', 'The request was interrupted.'))

  /** Any further data is read and discarded. */
  function end(error: Error | null) {
    if (isOver) return
    isOver = true
    clearTimeout(deadline)
    clearTimeout(idle)
    payload.off('data', take).off('end', whole).off('error', cut).off('close', cut)
    payload.on('error', () => undefined)
    done(error, bytes.subarray(0, received))
  }
  payload.on('data', take).on('end', whole).on('error', cut).on('close', cut)
  // If the client left during the session lookup, no further event announces it.
  if (payload.destroyed) cut()
  return end
}

const tooSlow = 'The request did not arrive in time. Please check your connection and try again.'
