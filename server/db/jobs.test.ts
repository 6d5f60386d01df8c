import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Task } from 'graphile-worker'
import { expect, test, vi } from 'vitest'
import { openDoor } from '#tests/support/database-door.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { openPool } from './connection.ts'
import { startJobs } from './jobs.ts'

const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }
const crontab = '# nothing comes round'

/** Stops a process while it is at a job, closes its connections, and answers what the next one finds. */
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

test('a job that ends while its process stops is done, and not done again', async () => {
  expect(await stopDuring(() => pause(100))).toEqual([])
})

test('a job that fails while its process stops is free to be tried again', async () => {
  const failing = async () => {
    await pause(100)
    throw new Error('it failed')
  }
  expect(await stopDuring(failing)).toEqual([{ attempts: 1, locked_at: null, last_error: 'it failed' }])
})

test('a job that would not end is told to after five seconds, and is free to be tried again', async () => {
  const endless: Task = async (_payload, { abortSignal }) => {
    if (abortSignal) await once(abortSignal, 'abort')
    throw new Error('told to stop')
  }
  expect(await stopDuring(endless)).toEqual([{ attempts: 1, locked_at: null, last_error: 'told to stop' }])
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

test('the end of a job is written down though the connection broke just then', async () => {
  const { pool: outside, connection } = await createTestDatabase()
  const door = await openDoor(`${connection.host}/.s.PGSQL.${connection.port}`)
  const pool = openPool({ ...connection, host: '127.0.0.1', port: door.port })
  const ended = Promise.withResolvers<void>()
  const task: Task = async () => {
    door.shut()
    ended.resolve()
  }
  const jobs = await startJobs(pool, { 'try-it': task }, crontab, silent)
  await outside.query(`select graphile_worker.add_job('try-it', '{}'::json)`)
  await ended.promise
  await pause(50)
  await door.reopen()
  const left = async () => (await outside.query('select from graphile_worker.jobs')).rowCount
  await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 15_000, interval: 100 })
  await jobs.stop()
  await pool.end()
  await outside.end()
})
