import type { IncomingMessage } from 'node:http'
import { msg } from '@lingui/core/runtime-macro'
import { errorCodes, type FastifyRequest } from 'fastify'
import { type ByteBudget, createByteBudget } from './byte-budget.ts'
import type { ConcurrencyLimits } from './concurrency-limits.ts'
import { type ApiError, apiError } from './errors.ts'
import type { App } from './fastify.ts'
import { clientOf } from './rate-limits.ts'
import { defaultBodyBytes, minRates, smallBodyBytes, type Timeouts } from './request-limits.ts'
import { enforceUploadRate } from './transfer-rates.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    streamsBody?: boolean
  }
  interface FastifyRequest {
    /** Releases the memory of the body. Only handlers that respond without Fastify must call it. */
    releaseMemory?: (() => void) | undefined
    endBody?: ((error: Error) => void) | undefined
  }
}

/** Limits bodies: uncompressed, bounded in length and in total memory. Call before adding routes. */
export function limitBodies(
  app: App,
  timeouts: Timeouts,
  concurrencyLimits: Pick<ConcurrencyLimits, 'acquireWriteSlot'>,
) {
  readJsonBodies(app, timeouts, concurrencyLimits.acquireWriteSlot)
  const reserve = reserveOnRoutes(app)

  app.addHook('onRequest', (request, reply, done) => {
    if (readMethods.has(request.method) && isCompressed(request)) return done(apiError('not_found', unreadableMessage))
    if (!hasBody(request)) return done()
    reply.raw.once('finish', () => discardLeftover(request.raw, timeouts.leftover))
    done(isCompressed(request) ? apiError('unsupported_encoding', compressedMessage) : undefined)
  })
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!hasBody(request) || bodylessMethods.has(request.method)) return done(null, payload)
    try {
      request.releaseMemory = reserve(request)
      if (request.routeOptions.config.streamsBody) enforceUploadRate(request, reply, timeouts)
      done(null, payload)
    } catch (error) {
      done(error as Error)
    }
  })
  // By now the body has been used, or it will not be read.
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.releaseMemory?.()
    done(null, payload)
  })
}

const bodylessMethods = new Set(['GET', 'HEAD', 'TRACE'])
const readMethods = new Set(['GET', 'HEAD'])

/** Short bodies have their own budget, so long ones never block them. */
function reserveOnRoutes(app: App) {
  const shortBudget = createByteBudget({
    maxTotal: 256 * defaultBodyBytes,
    maxPerClient: 32 * defaultBodyBytes,
  })
  let maxBodyBytes = defaultBodyBytes
  app.addHook('onRoute', ({ bodyLimit = 0 }) => {
    maxBodyBytes = Math.max(maxBodyBytes, bodyLimit)
  })
  let longBudget: ByteBudget | undefined
  return (request: FastifyRequest) => {
    const { bodyLimit, config } = request.routeOptions
    const bytes = config.streamsBody ? defaultBodyBytes : (declaredLength(request) ?? bodyLimit)
    if (!config.streamsBody && bytes > bodyLimit) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
    if (bytes <= smallBodyBytes) return undefined
    const reservation = {
      client: clientOf(request),
      bytes,
      abort: (error: ApiError) => abortBody(request, error),
    }
    if (bytes <= defaultBodyBytes) return shortBudget(reservation)
    longBudget ??= createByteBudget({ maxTotal: 2.5 * maxBodyBytes, maxPerClient: 1.25 * maxBodyBytes })
    return longBudget(reservation)
  }
}

/** A client can resume an upload that is cut off, so it gets no response. */
function abortBody({ raw, routeOptions, endBody }: FastifyRequest, error: ApiError) {
  if (raw.complete) return false
  if (routeOptions.config.streamsBody) raw.destroy()
  else endBody?.(error)
  return true
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

const isCompressed = ({ headers }: FastifyRequest) =>
  !['', 'identity'].includes(headers['content-encoding']?.trim().toLowerCase() ?? '')

const unreadableMessage = 'This request has a Content-Encoding but no body.'
const compressedMessage = 'Send the body uncompressed.'

/** Node discards the rest of a body so that its client sees the response, but without a time limit. */
function discardLeftover(raw: FastifyRequest['raw'], afterMs: number) {
  if (raw.complete) return
  setTimeout(() => raw.complete || raw.destroy(), afterMs).unref()
}

const { FST_ERR_CTP_BODY_TOO_LARGE, FST_ERR_CTP_INVALID_CONTENT_LENGTH } = errorCodes

/** Parses JSON. A long body stays unparsed until it has a write slot, as parsing makes it up to five times as large. */
export function readJsonBodies(app: App, timeouts: Timeouts, acquireSlot: (request: FastifyRequest) => unknown) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const body = { limit: request.routeOptions.bodyLimit, length: declaredLength(request) }
    request.endBody = readBytes(payload, { ...body, timeouts }, (error, bytes) => {
      if (error) done(error)
      else if (bytes.length > defaultBodyBytes) done(null, bytes)
      else parse(request, bytes.toString(), done)
    })
  })
  app.addHook('onRoute', (route) => {
    if ((route.bodyLimit ?? 0) > defaultBodyBytes)
      route.preValidation = [readLongBody, ...[route.preValidation ?? []].flat()]
  })

  async function readLongBody(request: FastifyRequest) {
    const bytes = request.body
    if (!Buffer.isBuffer(bytes)) return
    await acquireSlot(request)
    request.body = await new Promise((resolve, reject) => {
      parse(request, bytes.toString(), (error, body) => (error ? reject(error) : resolve(body)))
    })
  }
}

/** Parses the forms of pages without scripts, within the same limits as JSON. */
export function readForms(scope: App, timeouts: Timeouts) {
  scope.addContentTypeParser('application/x-www-form-urlencoded', (request, payload, done) => {
    const body = { limit: request.routeOptions.bodyLimit, length: declaredLength(request) }
    request.endBody = readBytes(payload, { ...body, timeouts }, (error, bytes) => {
      if (error) done(error)
      else done(null, Object.fromEntries(new URLSearchParams(bytes.toString())))
    })
  })
}

function declaredLength({ headers }: FastifyRequest) {
  const length = Number(headers['content-length'])
  return Number.isSafeInteger(length) ? length : undefined
}

type ReadOptions = { limit: number; length: number | undefined; timeouts: Timeouts }
type ReadCallback = (error: Error | null, bytes: Buffer) => void

/** Reads a body into one buffer. Returns a function that ends this early. */
function readBytes(payload: IncomingMessage, { limit, length, timeouts }: ReadOptions, done: ReadCallback) {
  // Joining the parts at the end would need twice the memory.
  const bytes = Buffer.allocUnsafe(Math.min(limit, length ?? limit))
  let receivedBytes = 0
  let isFinished = false
  const startedAt = performance.now()
  const onTimeout = () => finish(apiError('timed_out', timeoutMessage))
  const idle = setTimeout(onTimeout, timeouts.idle)
  let deadline = setTimeout(checkRate, timeouts.body)

  /** After the time for an ordinary body, a longer one must keep the lowest rate, whatever length it declared. */
  function checkRate() {
    const remainingMs = startedAt + timeouts.body + (receivedBytes / minRates.body) * 1000 - performance.now()
    if (remainingMs <= 0) return onTimeout()
    deadline = setTimeout(checkRate, remainingMs)
  }

  const onData = (chunk: Buffer) => {
    idle.refresh()
    chunk.copy(bytes, receivedBytes)
    receivedBytes += chunk.length
    if (receivedBytes > limit) finish(new FST_ERR_CTP_BODY_TOO_LARGE())
  }
  const onEnd = () => {
    if (length !== undefined && length !== receivedBytes) finish(new FST_ERR_CTP_INVALID_CONTENT_LENGTH())
    else finish(null)
  }
  const onAbort = () => finish(apiError('invalid_request', 'The request was interrupted.'))

  /** Any further data is read and discarded. */
  function finish(error: Error | null) {
    if (isFinished) return
    isFinished = true
    clearTimeout(deadline)
    clearTimeout(idle)
    payload.off('data', onData).off('end', onEnd).off('error', onAbort).off('close', onAbort)
    payload.on('error', () => undefined)
    done(error, bytes.subarray(0, receivedBytes))
  }
  payload.on('data', onData).on('end', onEnd).on('error', onAbort).on('close', onAbort)
  // If the client left during the session lookup, no further event announces it.
  if (payload.destroyed) onAbort()
  return finish
}

const timeoutMessage = msg`The request did not arrive in time. Please check your connection and try again.`
