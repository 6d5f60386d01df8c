import { expect, onTestFinished, test, vi } from 'vitest'
import { createDatabaseBehindDoor } from '#tests/support/test-database.ts'
import { openPool } from './connection.ts'
import { keepListening, noticeTimes, openNotices } from './notices.ts'

test('a listener on a silent connection drops it and reconnects when possible', async () => {
  const { outside, door, beyond } = await createDatabaseBehindDoor()
  const pool = openPool(beyond, 2, { connectTimeout: 100 })
  const log = { debug: vi.fn() }
  const soon = { askEvery: 150, answerWithin: 100, reopenFirst: 5, reopenMost: 20 }
  const here = openNotices({ pool, log, ...soon })
  const there = openNotices({ pool: outside, log })
  onTestFinished(async () => {
    await door.open()
    await Promise.all([here.stop(), there.stop()])
    door.refuse()
    await Promise.all([pool.end(), outside.end()])
  })
  const heard = vi.fn()
  here.subscribe(heard)
  const inTime = { timeout: 30_000, interval: 5 }
  const hears = () =>
    vi.waitFor(async () => {
      heard.mockClear()
      there.tell()
      await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { interval: 5, timeout: 100 })
    }, inTime)

  await hears()
  log.debug.mockClear()
  door.silent()
  // It tries to reconnect, without success.
  await vi.waitFor(() => expect(log.debug).toHaveBeenCalled(), inTime)
  heard.mockClear()
  there.tell()
  await door.open()
  // Notices were missed meanwhile, so everything counts as changed.
  await vi.waitFor(() => expect(heard).toHaveBeenCalled(), inTime)
  await hears()
})

test('a connection that becomes silent before listening is dropped without waiting for its end', async () => {
  const { outside, door, beyond } = await createDatabaseBehindDoor()
  const pool = openPool(beyond, 1, { connectTimeout: 10_000 })
  const stopping = new AbortController()
  const begun = Promise.withResolvers<void>()
  const left = new Promise((resolve) => pool.once('release', resolve))
  pool.once('connect', () => door.silent())
  const listening = keepListening({
    ...{ pool, channel: 'news', signal: stopping.signal },
    times: { ...noticeTimes, reopenFirst: 20, reopenMost: 20, askEvery: 30, answerWithin: 300 },
    hear: () => undefined,
    onBegun: begun.resolve,
    log: { debug: () => undefined },
  })
  await left
  await door.open()
  await begun.promise
  stopping.abort()
  await listening
  await pool.end()
  door.refuse()
  await outside.end()
})
