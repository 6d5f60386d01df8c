import type pg from 'pg'
import type { App } from './fastify.ts'
import type { FreeSpace } from './free-space.ts'

type HealthDeps = { pool: pg.Pool; space: FreeSpace; stopping: () => boolean }

/**
 * `/healthz`: the process answers. `/readyz`: it can also do its work, and is not on its way out. With its disk full it
 * still serves readers, so it is ready and says so.
 */
export function healthRoutes(app: App, { pool, space, stopping }: HealthDeps) {
  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const ready = !stopping() && (await answers(pool))
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', ...((await space.isFull()) && { storage: 'full' }) })
  })
}

const answers = (pool: pg.Pool) =>
  pool.query('select 1').then(
    () => true,
    () => false,
  )
