import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Task } from 'graphile-worker'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MailError } from '#server/mail/mailer.ts'
import { createDatabaseBehindProxy, createTestDatabase } from '#tests/support/test-database.ts'
import { openPool } from './connection.ts'
import { startJobs } from './jobs.ts'

const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }
const crontab = '# nothing comes round'

/** Stops a process during a job, closes its connections, and returns what the next process finds. */
async function stopDuring(job: Task) {
  const { pool, connection } = await createTestDatabase()
  let startCount = 0
  const task: Task = (payload, helpers) => {
    startCount += 1
    return job(payload, helpers)
  }
  const jobs = await startJobs(pool, { 'try-it': task }, crontab, silent)
  await pool.query(`select graphile_worker.add_job('try-it', '{}'::json)`)
  while (startCount === 0) await pause(5)
  await jobs.stop()
  await pool.end()
  const nextPool = openPool(connection)
  const { rows } = await nextPool.query('select attempts, locked_at, last_error from graphile_worker.jobs')
  await nextPool.end()
  return rows
}

const failingJob = async () => {
  await pause(100)
  throw new Error('it failed')
}
const endlessJob: Task = async (_payload, { abortSignal }) => {
  if (abortSignal) await once(abortSignal, 'abort')
  throw new Error('stopped')
}
const unlockedJob = { attempts: 1, locked_at: null }

test.each<[string, Task, object[]]>([
  ['a job that ends while its process stops is done, and not done again', () => pause(100), []],
  ['one that fails is free to be tried again', failingJob, [{ ...unlockedJob, last_error: 'it failed' }]],
  ['one without an end is aborted, and is free again', endlessJob, [{ ...unlockedJob, last_error: 'stopped' }]],
])('%s', async (_what, job, remainingJobs) => {
  expect(await stopDuring(job)).toEqual(remainingJobs)
})

test('a job locked by a killed process runs on the next process that is alone, and not on one of several', async () => {
  const { pool } = await createTestDatabase()
  await pool.query(`select graphile_worker.add_job('try-it', '{}'::json)`)
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-of-a-killed-process'`,
  )
  let done = 0
  const countJob: Task = () => {
    done += 1
  }
  const taskList = { 'try-it': countJob }
  const concurrentJobs = await startJobs(pool, taskList, crontab, silent)
  await pause(300)
  await concurrentJobs.stop()
  expect(done).toBe(0)
  const soleJobs = await startJobs(pool, taskList, crontab, silent, { isAlone: true })
  while (done === 0) await pause(5)
  await soleJobs.stop()
  expect(done).toBe(1)
  await pool.end()
})

test('an unsent mail is logged in one line without a stack trace, and any other failure with one', async () => {
  const { pool } = await createTestDatabase()
  const logged: [level: string, details: object, line: string][] = []
  const log = {
    ...silent,
    warn: (details: object, line: string) => void logged.push(['warn', details, line]),
    error: (details: object, line: string) => void logged.push(['error', details, line]),
  }
  const failures = {
    'send-mail': new MailError('The mail server could not be reached.'),
    other: new Error('what?'),
  }
  const tasks = Object.entries(failures).map(([name, error]) => [name, () => Promise.reject(error)] as const)
  const jobs = await startJobs(pool, Object.fromEntries(tasks), crontab, log)
  await pool.query(
    `select graphile_worker.add_job('send-mail', '{"mail":{"kind":"recovery"}}'::json, max_attempts := 25)`,
  )
  await expect.poll(() => logged).toHaveLength(1)
  await pool.query(`select graphile_worker.add_job('other', '{}'::json, max_attempts := 3)`)
  await expect.poll(() => logged).toHaveLength(2)
  await jobs.stop()
  await pool.end()
  const details = (job: string, maxAttempts: number) => ({
    job,
    id: expect.any(String),
    attempt: 1,
    of: maxAttempts,
  })
  expect(logged).toEqual([
    [
      'warn',
      details('send-mail', 25),
      'The job send-mail (recovery) failed, attempt 1 of 25: The mail server could not be reached.',
    ],
    ['error', { ...details('other', 3), err: failures.other }, 'The job other failed, attempt 1 of 3: what?'],
  ])
})

/** Prevents the completion of a job from being written between `begin` and `end`. */
type Interruption = (site: Pick<Awaited<ReturnType<typeof createDatabaseBehindProxy>>, 'proxy' | 'directPool'>) => {
  begin(): unknown
  end(): unknown
}

const lostConnection: Interruption = ({ proxy }) => ({ begin: proxy.refuse, end: proxy.accept })

const noConnectionsLeft: Interruption = ({ directPool }) => {
  const limitConnections = (maxConnections: number) =>
    directPool.query(
      `do $$ begin execute format('alter database %I connection limit ${maxConnections}', current_database()); end $$`,
    )
  // The condition excludes PostgreSQL's own processes such as autovacuum, which may not be terminated.
  const endAll = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`
  return {
    begin: () => limitConnections(0).then(() => directPool.query(endAll)),
    end: () => limitConnections(-1),
  }
}

test.concurrent.for<[string, Interruption]>([
  ['the connection broke just then', lostConnection],
  ['others have all connections just then', noConnectionsLeft],
])('the completion of a job is stored even if %s', async ([, interruption], { expect }) => {
  const { directPool, proxy, proxiedConnection } = await createDatabaseBehindProxy()
  const pool = openPool(proxiedConnection)
  const { begin, end } = interruption({ proxy, directPool })
  const started = Promise.withResolvers<void>()
  const task: Task = async () => {
    started.resolve(Promise.try(begin).then(() => undefined))
    await started.promise
  }
  const jobs = await startJobs(pool, { 'try-it': task }, crontab, silent)
  await directPool.query(`select graphile_worker.add_job('try-it', '{}'::json)`)
  await started.promise
  await pause(50)
  await end()
  const countJobs = async () => (await directPool.query('select from graphile_worker.jobs')).rowCount
  await vi.waitFor(async () => expect(await countJobs()).toBe(0), { timeout: 30_000, interval: 100 })
  await jobs.stop()
  await pool.end()
  await directPool.end()
})

test('a stop ends while the database does not respond, and another process runs the locked job later', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => said.mockRestore())
  const { directPool, proxy, proxiedConnection } = await createDatabaseBehindProxy()
  const silentPool = openPool(proxiedConnection, 8, { queryTimeout: 3_000 })
  const completed: string[] = []
  const started = Promise.withResolvers<void>()
  const blockingTask: Task = async () => {
    started.resolve()
    await silentPool.query('select pg_sleep(60)')
  }
  const stopTimes = { maxStopMs: 1_500, idleStopMs: 400 }
  const first = await startJobs(silentPool, { 'try-it': blockingTask }, crontab, silent, stopTimes)
  await directPool.query(`select graphile_worker.add_job('try-it', '{}'::json)`)
  await started.promise
  const inThisDatabase = 'database = (select oid from pg_database where datname = current_database())'
  const locks = `select from pg_locks where locktype = 'advisory' and ${inThisDatabase}`
  const countLocks = async () => (await directPool.query(locks)).rowCount
  await expect.poll(countLocks).toBe(1)
  const abandonedTimes = { checkIntervalMs: 50, abandonedAfterMs: 150, pollMs: 50 }
  const second = await startJobs(
    directPool,
    { 'try-it': async () => void completed.push('second') },
    crontab,
    silent,
    abandonedTimes,
  )
  await pause(400)
  expect(completed).toEqual([])
  proxy.blackhole()
  const stoppedAt = performance.now()
  await first.stop()
  await silentPool.end()
  expect(performance.now() - stoppedAt).toBeLessThan(5_000)
  // Simulates the end of the process: the system closes its connections.
  proxy.refuse()
  await expect.poll(() => completed).toEqual(['second'])
  await second.stop()
  await directPool.end()
})
