import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Task } from 'graphile-worker'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MailNotSent } from '#server/mail/mailer.ts'
import { createDatabaseBehindDoor, createTestDatabase } from '#tests/support/test-database.ts'
import { openPool } from './connection.ts'
import { startJobs } from './jobs.ts'

const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }
const crontab = '# nothing comes round'

/** Stops a process during a job, closes its connections, and returns what the next process finds. */
async function stopDuring(job: Task) {
  const { pool, connection } = await createTestDatabase()
  let begun = 0
  const task: Task = (payload, helpers) => {
    begun += 1
    return job(payload, helpers)
  }
  const jobs = await startJobs(pool, { 'try-it': task }, crontab, silent)
  await pool.query(`select graphile_worker.add_job('try-it', '{}'::json)`)
  while (begun === 0) await pause(5)
  await jobs.stop()
  await pool.end()
  const next = openPool(connection)
  const { rows } = await next.query('select attempts, locked_at, last_error from graphile_worker.jobs')
  await next.end()
  return rows
}

const failing = async () => {
  await pause(100)
  throw new Error('it failed')
}
const endless: Task = async (_payload, { abortSignal }) => {
  if (abortSignal) await once(abortSignal, 'abort')
  throw new Error('told to stop')
}
const free = { attempts: 1, locked_at: null }

test.each<[string, Task, object[]]>([
  ['a job that ends while its process stops is done, and not done again', () => pause(100), []],
  ['one that fails is free to be tried again', failing, [{ ...free, last_error: 'it failed' }]],
  [
    'one without an end is told to end, and is free again',
    endless,
    [{ ...free, last_error: 'told to stop' }],
  ],
])('%s', async (_what, job, left) => {
  expect(await stopDuring(job)).toEqual(left)
})

test('a job that a killed process held is done by the next one that is alone, and left alone by one of many', async () => {
  const { pool } = await createTestDatabase()
  await pool.query(`select graphile_worker.add_job('try-it', '{}'::json)`)
  await pool.query(
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-of-the-dead'`,
  )
  let done = 0
  const count: Task = () => {
    done += 1
  }
  const taskList = { 'try-it': count }
  const among = await startJobs(pool, taskList, crontab, silent)
  await pause(300)
  await among.stop()
  expect(done).toBe(0)
  const alone = await startJobs(pool, taskList, crontab, silent, { isAlone: true })
  while (done === 0) await pause(5)
  await alone.stop()
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
    'send-mail': new MailNotSent('The mail server could not be reached.'),
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
  const details = (job: string, of: number) => ({ job, id: expect.any(String), attempt: 1, of })
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
type Obstacle = (site: Pick<Awaited<ReturnType<typeof createDatabaseBehindDoor>>, 'door' | 'outside'>) => {
  begin(): unknown
  end(): unknown
}

const brokenConnection: Obstacle = ({ door }) => ({ begin: door.refuse, end: door.open })

const connectionsAllTaken: Obstacle = ({ outside }) => {
  const allow = (most: number) =>
    outside.query(
      `do $$ begin execute format('alter database %I connection limit ${most}', current_database()); end $$`,
    )
  // The condition excludes PostgreSQL's own processes such as autovacuum, which may not be terminated.
  const endAll = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`
  return { begin: () => allow(0).then(() => outside.query(endAll)), end: () => allow(-1) }
}

test.concurrent.for<[string, Obstacle]>([
  ['the connection broke just then', brokenConnection],
  ['others have all connections just then', connectionsAllTaken],
])('the end of a job is written down though %s', async ([, obstacle], { expect }) => {
  const { outside, door, beyond } = await createDatabaseBehindDoor()
  const pool = openPool(beyond)
  const { begin, end } = obstacle({ door, outside })
  const begun = Promise.withResolvers<void>()
  const task: Task = async () => {
    begun.resolve(Promise.try(begin).then(() => undefined))
    await begun.promise
  }
  const jobs = await startJobs(pool, { 'try-it': task }, crontab, silent)
  await outside.query(`select graphile_worker.add_job('try-it', '{}'::json)`)
  await begun.promise
  await pause(50)
  await end()
  const left = async () => (await outside.query('select from graphile_worker.jobs')).rowCount
  await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 30_000, interval: 100 })
  await jobs.stop()
  await pool.end()
  await outside.end()
})

test('a stop ends though the database says nothing and a job is at work, which another process does after a while', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => said.mockRestore())
  const { outside, door, beyond } = await createDatabaseBehindDoor()
  const cutOff = openPool(beyond, 8, { queryTimeout: 3_000 })
  const done: string[] = []
  const begun = Promise.withResolvers<void>()
  const waiting: Task = async () => {
    begun.resolve()
    await cutOff.query('select pg_sleep(60)')
  }
  const stopTimes = { longestStop: 1_500, idleStop: 400 }
  const first = await startJobs(cutOff, { 'try-it': waiting }, crontab, silent, stopTimes)
  await outside.query(`select graphile_worker.add_job('try-it', '{}'::json)`)
  await begun.promise
  const isHere = 'database = (select oid from pg_database where datname = current_database())'
  const locks = `select from pg_locks where locktype = 'advisory' and ${isHere}`
  const held = async () => (await outside.query(locks)).rowCount
  await expect.poll(held).toBe(1)
  const gone = { lookForGone: 50, goneFor: 150, pollMs: 50 }
  const second = await startJobs(
    outside,
    { 'try-it': async () => void done.push('second') },
    crontab,
    silent,
    gone,
  )
  await pause(400)
  expect(done).toEqual([])
  door.silent()
  const began = performance.now()
  await first.stop()
  await cutOff.end()
  expect(performance.now() - began).toBeLessThan(5_000)
  // Simulates the end of the process: the system closes its connections.
  door.refuse()
  await expect.poll(() => done).toEqual(['second'])
  await second.stop()
  await outside.end()
})
