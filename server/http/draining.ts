import { finished } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { msg } from '@lingui/core/runtime-macro'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRenderRequest } from './concurrency-limits.ts'
import { ApiError, endWithError } from './errors.ts'
import type { App } from './fastify.ts'
import { smallBodyBytes, type Timeouts } from './request-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Allows health checks, which load balancers request until the process ends. */
    respondsWhileDraining?: true
  }
}

/** In milliseconds: for aborted work to respond, for handlers without a client, and for open connections. */
const [graceMs, handlerMs, connectionMs] = [1_000, 5_000, 1_000]
const checkIntervalMs = 20

/**
 * Ends the requests of a process that stops: new ones get 503, those in flight finish, and those that do not finish in time
 * get 503 too. Call after the hooks that set headers and limit bodies.
 */
export function openDraining(app: App, { stop }: Pick<Timeouts, 'stop'>) {
  const begun = new AbortController()
  const overdue = new AbortController()
  const running = trackRequests(app, begun.signal)
  let drained: Promise<void> | undefined

  async function drain() {
    begun.abort()
    setTimeout(() => overdue.abort(), stop).unref()
    await running.waitUntilEnded(stop)
    if (running.haveEnded()) return
    app.log.warn({ requests: running.replies.size }, 'ending requests that did not finish in time')
    for (const { request } of running.replies) request.endBody?.(restartingError())
    await running.waitUntilEnded(graceMs)
    for (const reply of running.replies) endWithError(reply.hijack(), restartingError())
    await running.waitUntilEnded(handlerMs)
  }

  closeConnections(app)
  return {
    /** The server keeps listening, so that new requests get a response. */
    drain: () => (drained ??= drain()),
    /** Aborts when the process begins to stop. For jobs, which continue elsewhere or after the start. */
    begun: begun.signal,
    /** Aborts when requests in flight and jobs must end. */
    overdue: overdue.signal,
  }
}

/** A handler may run longer than its client waits. It still needs the database. */
function trackRequests(app: App, draining: AbortSignal) {
  const replies = new Set<FastifyReply>()
  const handlers = new Set<Promise<unknown>>()

  app.addHook('onRequest', (request, reply, done) => {
    // It belongs to the request of a page, which is counted.
    if (isRenderRequest(request)) return done()
    if (draining.aborted && !request.routeOptions.config.respondsWhileDraining) return done(refuse(request, reply))
    replies.add(reply)
    finished(reply.raw, () => replies.delete(reply))
    done()
  })
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request, reply) {
      const result: unknown = handler.call(this, request, reply)
      if (!(result instanceof Promise)) return result
      handlers.add(result)
      const remove = () => handlers.delete(result)
      result.then(remove, remove)
      return result
    }
  })

  const haveEnded = () => replies.size + handlers.size === 0
  return {
    replies,
    haveEnded,
    async waitUntilEnded(ms: number) {
      for (const end = performance.now() + ms; !haveEnded() && performance.now() < end; ) await pause(checkIntervalMs)
    },
  }
}

function refuse({ headers }: FastifyRequest, reply: FastifyReply) {
  // Closing while a long body arrives would reset the connection before its client sees the response.
  const isLong = headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > smallBodyBytes
  if (!isLong) reply.header('connection', 'close')
  return restartingError()
}

/** Closes what is still open after the last response. Call `drain` before the server closes. */
function closeConnections(app: App) {
  let idleSweep: NodeJS.Timeout
  let cutOffTimer: NodeJS.Timeout
  app.addHook('preClose', async () => {
    idleSweep = setInterval(() => app.server.closeIdleConnections(), checkIntervalMs)
    cutOffTimer = setTimeout(() => app.server.closeAllConnections(), connectionMs)
  })
  app.addHook('onClose', async () => {
    clearInterval(idleSweep)
    clearTimeout(cutOffTimer)
  })
}

/** `retryAfter` in seconds: a restart takes a few. */
export const restartingError = () =>
  new ApiError('unavailable', msg`The site is restarting. Please try again in a moment.`, { retryAfter: 10 })
