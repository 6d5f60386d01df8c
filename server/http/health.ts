import type pg from 'pg'
import { isLostConnection } from '#server/db/lost-connection.ts'
import { statement, writeStatement } from '#server/db/statement.ts'
import type { App } from './fastify.ts'
import type { FreeSpace } from './free-space.ts'
import type { ReadPools } from './read-pools.ts'

type HealthDeps = {
  pool: pg.Pool
  readPools?: ReadPools | undefined
  space: FreeSpace
  draining: AbortSignal
}

/** `/healthz`: liveness. `/readyz`: all work. `/readyz/reading`: reads only, for load balancers. */
export function healthRoutes(app: App, { pool, readPools, space, draining }: HealthDeps) {
  const options = { schema: { hide: true }, config: { respondsWhileDraining: true } } as const
  const readiness = openReadiness({ pool, readPools, space })

  app.get('/healthz', options, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  const addReadinessRoute = (path: string, findProblems: () => Promise<ReadinessProblems>) =>
    app.get(path, options, async (_request, reply) => {
      const [canRead, problems] = await Promise.all([readiness.canRead(), findProblems()])
      const isReady = !draining.aborted && canRead && Object.keys(problems).length === 0
      return reply
        .code(isReady ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({ status: isReady ? 'ready' : 'not ready', ...problems })
    })
  addReadinessRoute('/readyz', readiness.findProblems)
  // Readers must not wait for a write that hangs.
  addReadinessRoute('/readyz/reading', async () => ({}))
}

/** Jobs start within a second of being due. One that is this many minutes late needs the operator. */
const maxJobDelayMinutes = 10
/** How long a healthy result is cached, in milliseconds. Failures are not cached. */
const cacheMs = 5_000

export type ReadinessProblems = { storage?: 'full'; database?: DatabaseProblem; jobs?: 'stuck' }
type DatabaseProblem = 'is read-only' | 'cannot be reached' | 'has no free connections'

type ReadinessDeps = { pool: pg.Pool; readPools?: ReadPools | undefined; space: FreeSpace }

/** Checks that the site can do all its work. Concurrent checks share one database query. */
export function openReadiness({ pool, readPools, space }: ReadinessDeps) {
  const checkDatabase = cacheWhenHealthy(async (): Promise<ReadinessProblems> => {
    const [database, areStuck] = await Promise.all([
      tryWrite(pool).then(() => undefined, toDatabaseProblem),
      isTrue(areJobsStuck(pool)),
    ])
    return { ...(database && { database }), ...(areStuck && { jobs: 'stuck' }) }
  })
  return {
    canRead: () => anyIsTrue([isTrue(readNothing(pool)), readPools?.canRead() ?? Promise.resolve(false)]),
    findProblems: async (): Promise<ReadinessProblems> => ({
      ...((await space.isFull()) && { storage: 'full' }),
      ...(await checkDatabase()),
    }),
  }
}

function cacheWhenHealthy(check: () => Promise<ReadinessProblems>) {
  let last: { at: number; problems: Promise<ReadinessProblems> } | undefined
  return async () => {
    if (last && performance.now() - last.at < cacheMs) return last.problems
    const entry = { at: performance.now(), problems: check() }
    last = entry
    const problems = await entry.problems
    if (Object.keys(problems).length > 0 && last === entry) last = undefined
    return problems
  }
}

/** Resolves with the first success, as the other server may not respond. */
const anyIsTrue = (promises: Promise<boolean>[]) =>
  Promise.any(promises.map(async (each) => (await each) || Promise.reject(new Error('false')))).catch(() => false)

const isTrue = (promise: Promise<unknown>) =>
  promise.then(
    (value) => value !== false,
    () => false,
  )

/** A standby, or a server with no connection left, can be reached. Operators handle each case differently. */
function toDatabaseProblem(error: Error & { code?: string }): DatabaseProblem {
  if (error.code === '53300') return 'has no free connections'
  return isLostConnection(error) && error.code !== '25006' ? 'cannot be reached' : 'is read-only'
}

/** This row belongs to no rate limit. It is deleted with the expired ones. */
const tryWrite = writeStatement<never, []>(
  'health-write',
  `insert into rate_limit_points (key, points, expire) values ('readiness', 0, 0)
   on conflict (key) do update set points = 1 - rate_limit_points.points`,
)

const readNothing = statement<never, []>('health-read', 'select')

const delayedJob = statement<never, [minutes: number]>(
  'health-jobs',
  `select from graphile_worker.jobs
   where run_at < now() - make_interval(mins => $1) and locked_at is null and attempts < max_attempts limit 1`,
)

const areJobsStuck = async (pool: pg.Pool) => (await delayedJob(pool, maxJobDelayMinutes)).length > 0
