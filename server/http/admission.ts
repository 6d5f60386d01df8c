import type { FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import type pg from 'pg'
import { type Filters, isFiltered } from '#contract/filters.ts'
import { createFairQueue } from './fair-queue.ts'
import type { App } from './fastify.ts'
import { limitedAddress, personOf } from './limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A write that waits for bytes, or in a queue of its own, and would keep others out meanwhile. */
    hasOwnQueue?: true
  }
  interface FastifyRequest {
    /** Gives the place back that its handler has. */
    leavePlace?: (() => void) | undefined
  }
}

export type Admission = ReturnType<typeof admission>

/** Limits concurrent writes, searches and reads of all clients, who take turns. A slot is held only while the handler works. */
export function admission(app: App, { pool }: { pool: pg.Pool }) {
  const places = placesOf(pool.options.max)
  const writes = createFairQueue({ ...forWrites, ...places.writes })
  const reads = createFairQueue({ ...forReads, ...places.reads })
  const quickReads = createFairQueue({ ...forQuickReads, ...places.quickReads })
  const admitted = new WeakSet<RouteHandlerMethod>()

  // A handler that replies itself is at it until the reply has left; its work is done here.
  app.addHook('onSend', (request, _reply, payload, done) => {
    leavePlace(request)
    done(null, payload)
  })
  app.addHook('onRoute', (route) => {
    // A HEAD route comes with the handler of its GET, which has been seen to.
    if (admitted.has(route.handler)) return
    const { handler } = route
    const enter = queueOf(route)
    if (!enter) return
    route.handler = async function (request, reply) {
      if (!request.leavePlace) {
        const place = enter(request)
        request.leavePlace = place instanceof Promise ? await place : place
      }
      try {
        return await handler.call(this, request, reply)
      } finally {
        leavePlace(request)
      }
    }
    admitted.add(route.handler)
  })

  function queueOf({ method, config, schema }: RouteOptions) {
    const isRead = [method].flat().every((each) => each === 'GET' || each === 'HEAD')
    if (isRead) return schema?.operationId ? calling : undefined
    return config?.hasOwnQueue ? undefined : writing
  }

  const writing = (request: FastifyRequest) => writes.enter(personOf(request))
  const calling = (request: FastifyRequest) => {
    if (isOfADrawing(request)) return undefined
    const query = request.query as { search?: string } & Filters
    return query.search || isFiltered(query)
      ? reads.enter(limitedAddress(request.ip))
      : quickReads.enter(personOf(request))
  }

  return {
    /** Takes a place for a write before its handler is at work, which then has it. */
    async writing(request: FastifyRequest) {
      if (!request.routeOptions.config.hasOwnQueue) request.leavePlace = await writing(request)
    },
    reading: <Result>(request: FastifyRequest, work: () => Promise<Result>) =>
      isOfADrawing(request) ? work() : reads.run(limitedAddress(request.ip), work),
  }
}

function leavePlace(request: FastifyRequest) {
  request.leavePlace?.()
  request.leavePlace = undefined
}

/** Each queue gets 60 % of the connections and one spare place, so one client alone never blocks another. */
const placesOf = (connections: number) => {
  const most = Math.max(1, Math.round(connections * 0.6))
  const forAll = { atOnce: most, spare: 1 }
  return { writes: { ...forAll, atOnce: Math.max(1, most - 1) }, reads: forAll, quickReads: forAll }
}

const forWrites = {
  // Whoever signs in is an address, and a school is one.
  mostEach: 200,
  longestWait: 10_000,
  busy: 'You have too many requests in progress. Please wait a moment and try again.',
  retryAfter: 2,
}

/** Behind one address there can be hundreds of readers; all of them wait less than a moment, unless it is somebody's script. */
const forReads = {
  mostEach: 300,
  longestWait: 10_000,
  busy: 'Too many requests from your network. Please wait a moment and try again.',
  retryAfter: 2,
}

/** They take a moment each; of whoever asks for hundreds at once, some wait while others are answered. */
const forQuickReads = { ...forReads, mostEach: 1_000 }

/** The address of requests that a page makes inside this process; no connection comes from it. */
export const drawingAddress = '0.0.0.0'

/** What is read for a page that is being drawn: the page has a place, and would wait for itself. */
export const isOfADrawing = ({ socket }: FastifyRequest) => socket.remoteAddress === drawingAddress
