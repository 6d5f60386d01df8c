import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { openPool } from '#server/db/connection.ts'
import { withLock } from '#tests/support/locks.ts'
import { callConcurrently, openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { openFreeSpace } from './free-space.ts'
import { healthRoutes, openReadiness } from './health.ts'

const site = await openTestApp()

/** A check without a cached result. */
const findReadiness = () => openReadiness({ pool: site.pool, space: openFreeSpace(site.config) }).findProblems()
const readBody = async (path: string) => (await site.call({ path })).body
const addJob = (minutesAgo: number) =>
  site.pool.query(`select graphile_worker.add_job('sweep-media', run_at => now() - make_interval(mins => $1))`, [
    minutesAgo,
  ])
const setJobs = (change: string) => site.pool.query(`update graphile_worker._private_jobs set ${change}`)

test('a job that no worker starts makes the site not ready until it starts; readers are served', async () => {
  await addJob(9)
  expect(await findReadiness()).toEqual({})
  await addJob(11)
  expect(await readBody('/readyz')).toEqual({ status: 'not ready', jobs: 'stuck' })
  expect((await site.call({ path: '/readyz' })).status).toBe(503)
  expect((await site.call({ path: '/readyz/reading' })).status).toBe(200)
  await setJobs('locked_at = now()')
  expect(await readBody('/readyz')).toEqual({ status: 'ready' })
  expect((await site.call({ path: '/readyz' })).status).toBe(200)
})

test('a job that has failed for good does not count', async () => {
  await setJobs('locked_at = null, attempts = max_attempts')
  expect(await findReadiness()).toEqual({})
})

test('a read-only database makes the site not ready, and readers are served', async () => {
  const setReadOnly = (state: 'on' | 'off') =>
    site.pool.query(
      `do $$ begin execute format('alter database %I set default_transaction_read_only = ${state}', current_database()); end $$`,
    )
  // Settings of a database apply to new connections only.
  await setReadOnly('on')
  const pool = openPool(site.connection, 2, { connectTimeout: 15_000 })
  const { canRead, findProblems } = openReadiness({ pool, space: openFreeSpace(site.config) })
  expect([await canRead(), await findProblems()]).toEqual([true, { database: 'is read-only' }])
  await pool.end()
  await setReadOnly('off')
  expect(await findReadiness()).toEqual({})
})

test('a database without free connections, or unreachable, is distinguished from a read-only one', async () => {
  const limitConnections = (max: number) =>
    site.pool.query(
      `do $$ begin execute format('alter database %I connection limit ${max}', current_database()); end $$`,
    )
  const checkAs = async (connection: TestApp['connection']) => {
    const pool = openPool(connection, 2)
    const problems = await openReadiness({ pool, space: openFreeSpace(site.config) }).findProblems()
    await pool.end()
    return problems
  }
  await limitConnections(0)
  onTestFinished(async () => void (await limitConnections(-1)))
  expect(await checkAs(site.connection)).toEqual({ database: 'has no free connections' })
  expect(await checkAs({ ...site.connection, host: '/nowhere' })).toEqual({ database: 'cannot be reached' })
})

test('many health checks share one check, and a good result is cached for a while', async () => {
  const { findProblems } = openReadiness({ pool: site.pool, space: openFreeSpace(site.config) })
  const points = async () => (await site.pool.query('select points from rate_limit_points')).rows[0]?.points
  const before = await points()
  expect(await callConcurrently(200, findProblems)).toEqual(Array(200).fill({}))
  expect(await points()).toBe(1 - before)
})

test('readers are served immediately while a write waits', async () => {
  const app = fastify()
  healthRoutes(app as never, {
    pool: site.pool,
    space: openFreeSpace(site.config),
    draining: new AbortController().signal,
  })
  const lock = `update rate_limit_points set points = points where key = 'readiness'`
  const { readyRequest } = await withLock(site, lock, async () => {
    const readyRequest = app.inject('/readyz')
    const first = await Promise.race([readyRequest.then(() => 'all of it'), app.inject('/readyz/reading')])
    expect(first).toMatchObject({ statusCode: 200 })
    return { readyRequest }
  })
  expect((await readyRequest).statusCode).toBe(200)
})
