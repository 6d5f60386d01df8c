import type { App } from './fastify.ts'

/**
 * While the server closes, requests in flight are answered, and each connection ends with its answer; Node would
 * keep it open for the next request that never comes. Answers whether closing has begun.
 */
export function gracefulStop(app: App) {
  const state = { stopping: false }
  let sweeping: NodeJS.Timeout
  app.addHook('preClose', async () => {
    state.stopping = true
    sweeping = setInterval(() => app.server.closeIdleConnections(), 50)
  })
  app.addHook('onClose', async () => clearInterval(sweeping))
  return () => state.stopping
}
