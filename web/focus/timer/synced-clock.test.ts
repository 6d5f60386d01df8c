import { expect, test } from 'vitest'
import { createSyncedClock } from './synced-clock.ts'

const hour = 3_600_000

/** A machine whose clock is off by `clockError`, and a site that knows the time unless it is unreachable. */
function machine({ clockError = 0, isOnline = true } = {}) {
  const state = { siteNow: 1_000_000, steady: 0, clockError, isOnline, corrections: [] as number[] }
  const clock = createSyncedClock(
    {
      monotonicMs: () => state.steady,
      wallClockMs: () => state.siteNow + state.clockError,
      fetchSiteMs: async () => (state.isOnline ? state.siteNow : undefined),
    },
    (by) => state.corrections.push(by),
  )
  const advance = (ms: number) => {
    state.siteNow += ms
    state.steady += ms
  }
  const sleep = (ms: number) => {
    state.siteNow += ms
  }
  return { state, clock, advance, sleep }
}

test('after synchronising it has the site’s time, even if the machine’s clock is wrong', async () => {
  const { clock, state, advance } = machine({ clockError: -24 * hour })
  await clock.sync()
  expect(clock.now()).toBe(state.siteNow)
  expect(clock.isSiteTime()).toBe(true)
  expect(state.corrections).toEqual([24 * hour])
  advance(hour)
  expect(clock.now()).toBe(state.siteNow)
})

test('sleep and a changed clock are distinguished by asking the site', async () => {
  const { clock, state, advance, sleep } = machine()
  await clock.sync()
  sleep(hour)
  clock.now()
  expect(clock.isReliable()).toBe(false)
  await expect.poll(clock.isReliable).toBe(true)
  expect(clock.now()).toBe(state.siteNow)
  for (const by of [24 * hour, -48 * hour, 3 * hour]) {
    state.clockError += by
    advance(1_000)
    clock.now()
    await expect.poll(clock.isReliable).toBe(true)
    expect(clock.now()).toBe(state.siteNow)
  }
})

test('without the site, a jump forward is sleep and a jump back is nothing', async () => {
  const { clock, state, advance, sleep } = machine({ isOnline: false })
  await clock.sync()
  const start = clock.now()
  sleep(hour)
  expect(clock.now() - start).toBe(hour)
  state.clockError -= 24 * hour
  advance(1_000)
  expect(clock.now() - start).toBe(hour + 1_000)
  expect(clock.isSiteTime()).toBe(false)
})

test('a response during which the machine slept is requested again', async () => {
  const resolvers: ((time: number) => void)[] = []
  const state = { steady: 0, wall: 0 }
  const site = () => new Promise<number>((resolve) => resolvers.push(resolve))
  const clock = createSyncedClock(
    { monotonicMs: () => state.steady, wallClockMs: () => state.wall, fetchSiteMs: site },
    () => {},
  )
  const syncing = clock.sync()
  state.wall += hour
  resolvers[0]?.(0)
  await expect.poll(() => resolvers.length).toBe(2)
  resolvers[1]?.(hour)
  await syncing
  expect(clock.now()).toBe(hour)
})

test('a small difference is left alone, so that the seconds do not jump', async () => {
  const { clock, state } = machine({ clockError: 900 })
  await clock.sync()
  expect(state.corrections).toEqual([0])
  expect(clock.now()).toBe(state.siteNow + 900)
})
