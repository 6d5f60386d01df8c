import { expect, onTestFinished, test, vi } from 'vitest'
import { createDatabaseBehindProxy } from '#tests/support/test-database.ts'
import { openPool } from './connection.ts'
import { keepListening, noticeTimes, openNotices } from './notices.ts'

test('a listener on a silent connection drops it and reconnects when possible', async () => {
  const { directPool, proxy, proxiedConnection } = await createDatabaseBehindProxy()
  const pool = openPool(proxiedConnection, 2, { connectTimeout: 100 })
  const log = { debug: vi.fn() }
  const shortTimes = { pingIntervalMs: 150, pingTimeoutMs: 100, minReconnectMs: 5, maxReconnectMs: 20 }
  const firstNotices = openNotices({ pool, log, ...shortTimes })
  const secondNotices = openNotices({ pool: directPool, log })
  onTestFinished(async () => {
    await proxy.accept()
    await Promise.all([firstNotices.stop(), secondNotices.stop()])
    proxy.refuse()
    await Promise.all([pool.end(), directPool.end()])
  })
  const onNotice = vi.fn()
  firstNotices.subscribe(onNotice)
  const waitOptions = { timeout: 30_000, interval: 5 }
  const expectNotice = () =>
    vi.waitFor(async () => {
      onNotice.mockClear()
      secondNotices.notify()
      await vi.waitFor(() => expect(onNotice).toHaveBeenCalled(), { interval: 5, timeout: 100 })
    }, waitOptions)

  await expectNotice()
  log.debug.mockClear()
  proxy.blackhole()
  // It tries to reconnect, without success.
  await vi.waitFor(() => expect(log.debug).toHaveBeenCalled(), waitOptions)
  onNotice.mockClear()
  secondNotices.notify()
  await proxy.accept()
  // Notices were missed meanwhile, so everything counts as changed.
  await vi.waitFor(() => expect(onNotice).toHaveBeenCalled(), waitOptions)
  await expectNotice()
})

test('a connection that becomes silent before listening is dropped without waiting for its end', async () => {
  const { directPool, proxy, proxiedConnection } = await createDatabaseBehindProxy()
  const pool = openPool(proxiedConnection, 1, { connectTimeout: 10_000 })
  const stopping = new AbortController()
  const connected = Promise.withResolvers<void>()
  const released = new Promise((resolve) => pool.once('release', resolve))
  pool.once('connect', () => proxy.blackhole())
  const listening = keepListening({
    pool,
    channel: 'news',
    signal: stopping.signal,
    times: { ...noticeTimes, minReconnectMs: 20, maxReconnectMs: 20, pingIntervalMs: 30, pingTimeoutMs: 300 },
    onNotice: () => undefined,
    onConnected: connected.resolve,
    log: { debug: () => undefined },
  })
  await released
  await proxy.accept()
  await connected.promise
  stopping.abort()
  await listening
  await pool.end()
  proxy.refuse()
  await directPool.end()
})
