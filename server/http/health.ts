import type pg from 'pg'
import type { Reads } from '#server/db/reads.ts'
import type { App } from './fastify.ts'
import type { FreeSpace } from './free-space.ts'
import { openReadiness, type Trouble } from './readiness.ts'

type HealthDeps = { pool: pg.Pool; reads?: Reads | undefined; space: FreeSpace; stopping: () => boolean }

/**
 * `/healthz`: the process answers. `/readyz`: it can do all its work, and is not on its way out. `/readyz/reading`: it can
 * serve readers, which is what a balancer asks: a full disk must not take the library from everybody.
 */
export function healthRoutes(app: App, { pool, reads, space, stopping }: HealthDeps) {
  const readiness = openReadiness({ pool, reads, space })

  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  const answerWhether = (path: string, findTrouble: () => Promise<Trouble>) =>
    app.get(path, { schema: { hide: true } }, async (_request, reply) => {
      const [canRead, trouble] = await Promise.all([readiness.canRead(), findTrouble()])
      const isReady = !stopping() && canRead && Object.keys(trouble).length === 0
      return reply
        .code(isReady ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status: isReady ? 'ready' : 'not ready', ...trouble })
    })
  answerWhether('/readyz', readiness.findTrouble)
  // Readers must not wait for a write that hangs.
  answerWhether('/readyz/reading', async () => ({}))
}
