import type { App } from './fastify.ts'
import type { Timeouts } from './request-bounds.ts'

/**
 * An answer that nobody takes goes with its connection. Node counts every byte that is taken, and sets its own time
 * again when the answer is out. Only a real connection has a clock.
 */
export function endUnreadAnswers(app: App, { unread }: Pick<Timeouts, 'unread'>) {
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.raw.socket.setTimeout?.(unread)
    done(null, payload)
  })
}
