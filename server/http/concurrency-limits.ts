import { msg } from '@lingui/core/runtime-macro'
import type { FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import type pg from 'pg'
import { createFairQueue } from './fair-queue.ts'
import type { App } from './fastify.ts'
import { clientOf, normaliseAddress } from './rate-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Writes that receive uploads or have their own queue would hold a write slot while they wait. */
    hasOwnQueue?: true
    /** Whether a read is slow, such as a search. Slow reads have their own slots, so that others do not wait. */
    isSlow?: (query: unknown) => boolean
  }
  interface FastifyRequest {
    /** Releases the slot of the handler. */
    releaseSlot?: (() => void) | undefined
  }
}

export type ConcurrencyLimits = ReturnType<typeof createConcurrencyLimits>

/** Limits concurrent writes, slow reads and quick reads, with fair queues. A slot is held only while the handler works. */
export function createConcurrencyLimits(app: App, { pool }: { pool: pg.Pool }) {
  const slots = slotCounts(pool.options.max)
  const writes = createFairQueue({ ...writeOptions, ...slots.writes })
  const reads = createFairQueue({ ...readOptions, ...slots.reads })
  const quickReads = createFairQueue({ ...quickReadOptions, ...slots.quickReads })
  const wrappedHandlers = new WeakSet<RouteHandlerMethod>()

  // A handler that replies itself returns only after the response is sent. Its work ends here.
  app.addHook('onSend', (request, _reply, payload, done) => {
    releaseSlot(request)
    done(null, payload)
  })
  app.addHook('onRoute', (route) => {
    // Fastify gives a HEAD route the handler of its GET route, which is already wrapped.
    if (wrappedHandlers.has(route.handler)) return
    const { handler } = route
    const acquire = acquireFor(route)
    if (!acquire) return
    route.handler = async function (request, reply) {
      if (!request.releaseSlot) {
        const release = acquire(request)
        request.releaseSlot = release instanceof Promise ? await release : release
      }
      try {
        return await handler.call(this, request, reply)
      } finally {
        releaseSlot(request)
      }
    }
    wrappedHandlers.add(route.handler)
  })

  function acquireFor({ method, config, schema }: RouteOptions) {
    const isRead = [method].flat().every((each) => each === 'GET' || each === 'HEAD')
    if (isRead) return schema?.operationId ? acquireRead : undefined
    return config?.hasOwnQueue ? undefined : acquireWrite
  }

  const acquireWrite = (request: FastifyRequest) => writes.acquire(clientOf(request))
  const acquireRead = (request: FastifyRequest) => {
    if (isRenderRequest(request)) return undefined
    return request.routeOptions.config.isSlow?.(request.query)
      ? reads.acquire(normaliseAddress(request.ip))
      : quickReads.acquire(clientOf(request))
  }

  return {
    /** Acquires a write slot before the handler runs. The handler releases it. */
    async acquireWriteSlot(request: FastifyRequest) {
      if (!request.routeOptions.config.hasOwnQueue) request.releaseSlot = await acquireWrite(request)
    },
    withReadSlot: <Result>(request: FastifyRequest, work: () => Promise<Result>) =>
      isRenderRequest(request) ? work() : reads.run(normaliseAddress(request.ip), work),
  }
}

function releaseSlot(request: FastifyRequest) {
  request.releaseSlot?.()
  request.releaseSlot = undefined
}

/** Each queue gets 60 % of the connections and one spare slot, so one client alone never blocks another. */
const slotCounts = (connections: number) => {
  const max = Math.max(1, Math.round(connections * 0.6))
  const shared = { concurrency: max, spareSlots: 1 }
  return { writes: { ...shared, concurrency: Math.max(1, max - 1) }, reads: shared, quickReads: shared }
}

const writeOptions = {
  // Sign-ins are counted by address, and a whole school may share one.
  maxPerClient: 200,
  maxWaitMs: 10_000,
  busyMessage: msg`You have too many requests in progress. Please wait a moment and try again.`,
  retryAfter: 2,
}

/** Hundreds of readers can share an address. Each waits only briefly, unless a script sends the requests. */
const readOptions = {
  maxPerClient: 300,
  maxWaitMs: 10_000,
  busyMessage: msg`Too many requests from your network. Please wait a moment and try again.`,
  retryAfter: 2,
}

/** These are fast. With hundreds of concurrent requests from one client, some wait while others are answered. */
const quickReadOptions = { ...readOptions, maxPerClient: 1_000 }

/** The remote address of requests that a page makes inside this process. No real connection has it. */
export const renderAddress = '0.0.0.0'

/** Whether the request belongs to a page being rendered. That page holds a slot and could deadlock waiting for another. */
export const isRenderRequest = ({ socket }: FastifyRequest) => socket.remoteAddress === renderAddress
