import type pg from 'pg'
import type { App } from './fastify.ts'
import type { FreeSpace } from './free-space.ts'
import { openReadiness } from './readiness.ts'

type HealthDeps = { pool: pg.Pool; space: FreeSpace; stopping: () => boolean }

/**
 * `/healthz`: the process answers. `/readyz`: it can do all its work, and is not on its way out. `/readyz/reading`: it can
 * serve readers, which is what a balancer asks: a full disk must not take the library from everybody.
 */
export function healthRoutes(app: App, { pool, space, stopping }: HealthDeps) {
  const readiness = openReadiness({ pool, space })

  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  const answerWhether = (path: string, doesAll: boolean) =>
    app.get(path, { schema: { hide: true } }, async (_request, reply) => {
      const [canRead, trouble] = await Promise.all([readiness.canRead(), readiness.findTrouble()])
      const isReady = !stopping() && canRead && (!doesAll || Object.keys(trouble).length === 0)
      return reply
        .code(isReady ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status: isReady ? 'ready' : 'not ready', ...trouble })
    })
  answerWhether('/readyz', true)
  answerWhether('/readyz/reading', false)
}
