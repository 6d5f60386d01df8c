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
    // Node counts every byte that is taken, and sets its own time again afterwards. Only a real connection has a clock.
    request.raw.socket.setTimeout?.(unread)
    if (isLong(payload)) piles.hold(request, reply, payload.length)
    done(null, payload)
  })
}

/** Requests that were sent before the answer to an earlier one was taken. Node begins them all at once. */
function countBehind() {
  const behind = new WeakMap<Socket, number>()
  return ({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply) => {
    // An answer gets the connection when those before it are out.
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
    /** Looked at only while there is much in all: who reads slowly alone does no harm. */
    isTooHigh: ({ ip }: FastifyRequest) =>
      unread.all() > unreadRoom.all && unread.of(limitedAddress(ip)) > unreadRoom.each,
    hold({ ip, raw: { socket } }: FastifyRequest, { raw }: FastifyReply, bytes: number) {
      // Whoever left before is not heard leaving again, and Node drops the answer.
      if (socket.destroyed) return
      const address = limitedAddress(ip)
      unread.add(address, bytes)
      // What still waits behind another answer does not hear that the connection is gone.
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
