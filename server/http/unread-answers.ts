import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createByteCount } from './byte-budget.ts'
import { Refusal } from './errors.ts'
import type { App } from './fastify.ts'
import { limitedAddress } from './limit.ts'
import { mostBehind, type Timeouts, unreadRoom } from './request-bounds.ts'

export function boundUnreadAnswers(app: App, { unread }: Pick<Timeouts, 'unread'>) {
  const isOneTooMany = countBehind()
  const piles = countUnread()
  app.addHook('onRequest', (request, reply, done) => {
    if (!isOneTooMany(request, reply) && !piles.isTooHigh(request)) return done()
    reply.header('connection', 'close')
    done(new Refusal('too_many_requests', notTaken, { retryAfter: 5 }))
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    // Any sent byte restarts this timeout, and Node later restores its own. Sockets of injected requests have none.
    request.raw.socket.setTimeout?.(unread)
    if (isLong(payload)) piles.hold(request, reply, payload.length)
    done(null, payload)
  })
}

/** Counts pipelined requests, sent before an earlier response was read. Node starts them all immediately. */
function countBehind() {
  const behind = new WeakMap<Socket, number>()
  return ({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply) => {
    // A response gets the socket when those before it are sent.
    if (raw.socket) return false
    const before = behind.get(socket) ?? 0
    if (before === mostBehind) return true
    behind.set(socket, before + 1)
    raw.once('finish', () => behind.set(socket, (behind.get(socket) ?? 1) - 1))
    return false
  }
}

function countUnread() {
  const unread = createByteCount()
  return {
    /** Checked only while the total is high, as a single slow reader does no harm. */
    isTooHigh: ({ ip }: FastifyRequest) =>
      unread.all() > unreadRoom.all && unread.of(limitedAddress(ip)) > unreadRoom.each,
    hold({ ip, raw: { socket } }: FastifyRequest, { raw }: FastifyReply, bytes: number) {
      // If the client has left, no further event announces it, and Node drops the response.
      if (socket.destroyed) return
      const address = limitedAddress(ip)
      unread.add(address, bytes)
      // A response that waits behind another one gets no event when the connection closes.
      const free = () => {
        raw.off('finish', free)
        socket.off('close', free)
        unread.add(address, -bytes)
      }
      raw.once('finish', free)
      socket.once('close', free)
    },
  }
}

const isLong = (payload: unknown): payload is string | Buffer =>
  (typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length >= unreadRoom.from

const notTaken = 'You have responses that were not read yet. Please read those first.'
