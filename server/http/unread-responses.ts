import type { Socket } from 'node:net'
import { msg } from '@lingui/core/runtime-macro'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createByteCount } from './byte-budget.ts'
import { ApiError } from './errors.ts'
import type { App } from './fastify.ts'
import { normaliseAddress } from './rate-limits.ts'
import { maxPipelined, type Timeouts, unreadLimits } from './request-limits.ts'

export function limitUnreadResponses(app: App, { unread }: Pick<Timeouts, 'unread'>) {
  const exceedsPipelineLimit = countPipelined()
  const unreadBytes = countUnread()
  app.addHook('onRequest', (request, reply, done) => {
    if (!exceedsPipelineLimit(request, reply) && !unreadBytes.exceedsLimit(request)) return done()
    reply.header('connection', 'close')
    done(new ApiError('too_many_requests', unreadMessage, { retryAfter: 5 }))
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    // Any sent byte restarts this timeout, and Node later restores its own. Sockets of injected requests have none.
    request.raw.socket.setTimeout?.(unread)
    if (isCounted(payload)) unreadBytes.track(request, reply, payload.length)
    done(null, payload)
  })
}

/** Counts pipelined requests, sent before an earlier response was read. Node starts them all immediately. */
function countPipelined() {
  const pipelined = new WeakMap<Socket, number>()
  return ({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply) => {
    // A response gets the socket when those before it are sent.
    if (raw.socket) return false
    const current = pipelined.get(socket) ?? 0
    if (current === maxPipelined) return true
    pipelined.set(socket, current + 1)
    raw.once('finish', () => pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1))
    return false
  }
}

function countUnread() {
  const unread = createByteCount()
  return {
    /** Checked only while the total is high, as a single slow reader does no harm. */
    exceedsLimit: ({ ip }: FastifyRequest) =>
      unread.total() > unreadLimits.maxTotal && unread.ofClient(normaliseAddress(ip)) > unreadLimits.maxPerClient,
    track({ ip, raw: { socket } }: FastifyRequest, { raw }: FastifyReply, bytes: number) {
      // If the client has left, no further event announces it, and Node drops the response.
      if (socket.destroyed) return
      const address = normaliseAddress(ip)
      unread.add(address, bytes)
      // A response that waits behind another one gets no event when the connection closes.
      const stopTracking = () => {
        raw.off('finish', stopTracking)
        socket.off('close', stopTracking)
        unread.add(address, -bytes)
      }
      raw.once('finish', stopTracking)
      socket.once('close', stopTracking)
    },
  }
}

const isCounted = (payload: unknown): payload is string | Buffer =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= unreadLimits.minBytes

const unreadMessage = msg`You have responses that were not read yet. Please read those first.`
