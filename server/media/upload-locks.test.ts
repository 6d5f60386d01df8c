import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { openPool } from '#server/db/connection.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { UploadLocks } from './upload-locks.ts'

const upload = 'a'.repeat(32)
const forEver = new AbortController().signal
const { connection, pool } = await createTestDatabase()
const other = openPool(connection)
afterAll(() => Promise.all([pool.end(), other.end()]))
const [here, there] = [new UploadLocks(pool), new UploadLocks(other)]

const settled = (promise: Promise<unknown>) => {
  const state = { is: false }
  promise.then(
    () => (state.is = true),
    () => (state.is = true),
  )
  return state
}

test.each([
  ['in the same process', here],
  ['in another process', there],
])('a second client, %s, waits, and asks the first to yield', async (_where, locks) => {
  const first = here.newLock(upload)
  const giveWay = vi.fn()
  await first.lock(forEver, giveWay)
  const second = locks.newLock(upload)
  const waiting = second.lock(forEver, () => undefined)
  const state = settled(waiting)
  await expect.poll(() => giveWay.mock.calls.length).toBeGreaterThan(0)
  expect(state.is).toBe(false)
  await first.unlock()
  await waiting
  await second.unlock()
})

test('of many in two processes one is at work at a time', async () => {
  let working = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++working)
    await sleep(10)
    working--
  }
  await Promise.all(Array.from({ length: 12 }, (_, n) => (n % 2 ? here : there).holding(upload, work)))
  expect([most, working]).toEqual([1, 0])
})

test('different uploads do not wait for each other', async () => {
  await here.holding(upload, () =>
    there.holding('b'.repeat(32), () => here.holding('c'.repeat(32), async () => {})),
  )
})

test('a cancelled waiter leaves no trace', async () => {
  const first = here.newLock(upload)
  await first.lock(forEver, () => undefined)
  const tired = there.newLock(upload).lock(AbortSignal.timeout(200), () => undefined)
  await expect(tired).rejects.toMatchObject({ status_code: 500 })
  await first.unlock()
  await there.holding(upload, async () => {})
})

test('when the connection of a holder dies, it has to give way and the next one gets the upload', async () => {
  const first = here.newLock(upload)
  const giveWay = vi.fn()
  await first.lock(forEver, giveWay)
  await other.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()
     and database = (select oid from pg_database where datname = current_database())`,
  )
  await expect.poll(() => giveWay.mock.calls.length).toBeGreaterThan(0)
  await first.unlock()
  await there.holding(upload, async () => {})
  await here.holding(upload, async () => {})
})

test('a connection is held only while an upload is locked', async () => {
  const inUse = () => pool.totalCount - pool.idleCount
  await here.holding(upload, async () => expect(inUse()).toBe(1))
  await expect.poll(inUse).toBe(0)
})
