import type { FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import type pg from 'pg'
import { type Filters, isFiltered } from '#contract/filters.ts'
import { createFairQueue } from './fair-queue.ts'
import type { App } from './fastify.ts'
import { limitedAddress, personOf } from './limit.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For writes that receive uploads or have their own queue. They would otherwise hold a write slot while they wait. */
    hasOwnQueue?: true
  }
  interface FastifyRequest {
    /** Releases the slot of the handler. */
    leavePlace?: (() => void) | undefined
  }
}

export type Admission = ReturnType<typeof admission>

/** Limits concurrent writes, searches and reads, with fair queues. A slot is held only while the handler works. */
export function admission(app: App, { pool }: { pool: pg.Pool }) {
  const places = placesOf(pool.options.max)
  const writes = createFairQueue({ ...forWrites, ...places.writes })
  const reads = createFairQueue({ ...forReads, ...places.reads })
  const quickReads = createFairQueue({ ...forQuickReads, ...places.quickReads })
  const admitted = new WeakSet<RouteHandlerMethod>()

  // A handler that replies itself returns only after the response is sent. Its work ends here.
  app.addHook('onSend', (request, _reply, payload, done) => {
    leavePlace(request)
    done(null, payload)
  })
  app.addHook('onRoute', (route) => {
    // Fastify gives a HEAD route the handler of its GET route, which is already wrapped.
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
    /** Acquires a write slot before the handler runs. The handler releases it. */
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

/** Each queue gets 60 % of the connections and one spare slot, so one client alone never blocks another. */
const placesOf = (connections: number) => {
  const most = Math.max(1, Math.round(connections * 0.6))
  const forAll = { atOnce: most, spare: 1 }
  return { writes: { ...forAll, atOnce: Math.max(1, most - 1) }, reads: forAll, quickReads: forAll }
}

const forWrites = {
  // Sign-ins are counted by address, and a whole school may share one.
  mostEach: 200,
  longestWait: 10_000,
  busy: 'You have too many requests in progress. Please wait a moment and try again.',
  retryAfter: 2,
}

/** Hundreds of readers can share an address. Each waits only briefly, unless a script sends the requests. */
const forReads = {
  mostEach: 300,
  longestWait: 10_000,
  busy: 'Too many requests from your network. Please wait a moment and try again.',
  retryAfter: 2,
}

/** These are fast. With hundreds of concurrent requests from one client, some wait while others are answered. */
const forQuickReads = { ...forReads, mostEach: 1_000 }

/** The remote address of requests that a page makes inside this process. No real connection has it. */
export const drawingAddress = '0.0.0.0'

/** Whether the request belongs to a page being rendered. That page holds a slot and could deadlock waiting for another. */
export const isOfADrawing = ({ socket }: FastifyRequest) => socket.remoteAddress === drawingAddress
