import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { openPool } from '#server/db/connection.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { UploadLocks } from './upload-locks.ts'

const upload = 'a'.repeat(32)
const neverAborted = new AbortController().signal
const { connection, pool } = await createTestDatabase()
const secondPool = openPool(connection)
afterAll(() => Promise.all([pool.end(), secondPool.end()]))
const [firstProcess, secondProcess] = [new UploadLocks(pool), new UploadLocks(secondPool)]

const trackSettled = (promise: Promise<unknown>) => {
  const state = { isSettled: false }
  promise.then(
    () => (state.isSettled = true),
    () => (state.isSettled = true),
  )
  return state
}

test.each([
  ['in the same process', firstProcess],
  ['in another process', secondProcess],
])('a second client, %s, waits, and asks the first to yield', async (_where, locks) => {
  const first = firstProcess.newLock(upload)
  const onRequestRelease = vi.fn()
  await first.lock(neverAborted, onRequestRelease)
  const second = locks.newLock(upload)
  const waiting = second.lock(neverAborted, () => undefined)
  const state = trackSettled(waiting)
  await expect.poll(() => onRequestRelease.mock.calls.length).toBeGreaterThan(0)
  expect(state.isSettled).toBe(false)
  await first.unlock()
  await waiting
  await second.unlock()
})

test('only one of many requests in two processes works on the upload at a time', async () => {
  let working = 0
  let maxWorking = 0
  const work = async () => {
    maxWorking = Math.max(maxWorking, ++working)
    await sleep(10)
    working--
  }
  await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? firstProcess : secondProcess).withLock(upload, work)))
  expect([maxWorking, working]).toEqual([1, 0])
})

test('different uploads do not wait for each other', async () => {
  await firstProcess.withLock(upload, () =>
    secondProcess.withLock('b'.repeat(32), () => firstProcess.withLock('c'.repeat(32), async () => {})),
  )
})

test('a cancelled waiter leaves no trace', async () => {
  const first = firstProcess.newLock(upload)
  await first.lock(neverAborted, () => undefined)
  const timedOut = secondProcess.newLock(upload).lock(AbortSignal.timeout(200), () => undefined)
  await expect(timedOut).rejects.toMatchObject({ status_code: 500 })
  await first.unlock()
  await secondProcess.withLock(upload, async () => {})
})

test('when the connection of a holder dies, it has to give way and the next one gets the upload', async () => {
  const first = firstProcess.newLock(upload)
  const onRequestRelease = vi.fn()
  await first.lock(neverAborted, onRequestRelease)
  await secondPool.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
     and database = (select oid from pg_database where datname = current_database())`,
  )
  await expect.poll(() => onRequestRelease.mock.calls.length).toBeGreaterThan(0)
  await first.unlock()
  await secondProcess.withLock(upload, async () => {})
  await firstProcess.withLock(upload, async () => {})
})

test('a connection is held only while an upload is locked', async () => {
  const connectionsInUse = () => pool.totalCount - pool.idleCount
  await firstProcess.withLock(upload, async () => expect(connectionsInUse()).toBe(1))
  await expect.poll(connectionsInUse).toBe(0)
})
