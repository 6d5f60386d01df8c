import type { App } from './fastify.ts'
import type { Timeouts } from './request-bounds.ts'

/**
 * While the server closes, requests in flight are answered, and each connection ends with its answer; Node would
 * keep it open for the next request that never comes. What is still open after a while is cut: a request that does
 * not end, an answer that nobody takes. Answers whether closing has begun.
 */
export function gracefulStop(app: App, { stop }: Pick<Timeouts, 'stop'>) {
  const state = { stopping: false }
  let sweeping: NodeJS.Timeout
  let cutting: NodeJS.Timeout
  app.addHook('preClose', async () => {
    state.stopping = true
    sweeping = setInterval(() => app.server.closeIdleConnections(), 50)
    cutting = setTimeout(() => app.server.closeAllConnections(), stop)
  })
  app.addHook('onClose', async () => {
    clearInterval(sweeping)
    clearTimeout(cutting)
  })
  return () => state.stopping
}
