import type pg from 'pg'
import { isLostConnection } from '#server/db/lost-connection.ts'
import type { App } from './fastify.ts'
import type { FreeSpace } from './free-space.ts'
import type { Reads } from './reads.ts'
import type { Timeouts } from './request-bounds.ts'

type HealthDeps = { pool: pg.Pool; reads?: Reads | undefined; space: FreeSpace; stopping: () => boolean }

/** `/healthz`: liveness. `/readyz`: all work. `/readyz/reading`: reads only, for load balancers. */
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

/** Jobs start within a second of being due. One that is this many minutes late needs the operator. */
const stuckMinutes = 10
/** How long a healthy result is cached, in milliseconds. Failures are not cached. */
const goodFor = 5_000

export type Trouble = { storage?: 'full'; database?: DatabaseTrouble; jobs?: 'stuck' }
type DatabaseTrouble = 'is read-only' | 'cannot be reached' | 'has no free connections'

type ReadinessDeps = { pool: pg.Pool; reads?: Reads | undefined; space: FreeSpace }

/** Checks that the site can do all its work. Concurrent checks share one database query. */
export function openReadiness({ pool, reads, space }: ReadinessDeps) {
  const askDatabase = rarelyWhenWell(async (): Promise<Trouble> => {
    const [database, areStuck] = await Promise.all([
      takeAWrite(pool).then(() => undefined, inWords),
      isTrue(areJobsStuck(pool)),
    ])
    return { ...(database && { database }), ...(areStuck && { jobs: 'stuck' }) }
  })
  return {
    canRead: () => anyIsTrue([isTrue(pool.query('select 1')), reads?.canRead() ?? Promise.resolve(false)]),
    findTrouble: async (): Promise<Trouble> => ({
      ...((await space.isFull()) && { storage: 'full' }),
      ...(await askDatabase()),
    }),
  }
}

function rarelyWhenWell(look: () => Promise<Trouble>) {
  let last: { at: number; trouble: Promise<Trouble> } | undefined
  return async () => {
    if (last && performance.now() - last.at < goodFor) return last.trouble
    const asked = { at: performance.now(), trouble: look() }
    last = asked
    const trouble = await asked.trouble
    if (Object.keys(trouble).length > 0 && last === asked) last = undefined
    return trouble
  }
}

/** Resolves with the first success, as the other server may not respond. */
const anyIsTrue = (asked: Promise<boolean>[]) =>
  Promise.any(asked.map(async (each) => (await each) || Promise.reject(new Error('false')))).catch(
    () => false,
  )

const isTrue = (asked: Promise<unknown>) =>
  asked.then(
    (answer) => answer !== false,
    () => false,
  )

/** A standby, or a server with no connection left, can be reached. Operators handle each case differently. */
function inWords(error: Error & { code?: string }): DatabaseTrouble {
  if (error.code === '53300') return 'has no free connections'
  return isLostConnection(error) && error.code !== '25006' ? 'cannot be reached' : 'is read-only'
}

/** This row belongs to no rate limit. It is deleted with the expired ones. */
const takeAWrite = (pool: pg.Pool) =>
  pool.query(
    `insert into rate_limit_points (key, points, expire) values ('readiness', 0, 0)
     on conflict (key) do update set points = 1 - rate_limit_points.points`,
  )

async function areJobsStuck(pool: pg.Pool) {
  const { rowCount } = await pool.query(
    `select from graphile_worker.jobs
     where run_at < now() - make_interval(mins => $1) and locked_at is null and attempts < max_attempts limit 1`,
    [stuckMinutes],
  )
  return rowCount === 1
}

/** On close, running requests are answered before their connections end. After a timeout the rest are cut. */
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
