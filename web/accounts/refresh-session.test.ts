import { beforeEach, expect, test } from 'vitest'
import type { Session } from '#contract/sessions.ts'
import { ApiError } from '#web/api/call.ts'
import { type Clock, startRefreshing } from './refresh-session.ts'

const wren = '0199a0b2-0000-7000-8000-000000000001'
const minutes = 60_000

/** A fake machine with clocks, timers and a network. */
function machine() {
  const timers = new Map<() => void, number>()
  let steady = 0
  let wall = 1_000_000
  const clock: Clock = {
    monotonicMs: () => steady,
    wallClockMs: () => wall,
    schedule: (ms, run) => {
      timers.set(run, steady + ms)
      return () => timers.delete(run)
    },
    random: () => 0,
  }
  const flushTimers = () => new Promise((resolve) => setTimeout(resolve))

  /** Advances time from one timer to the next. */
  async function advance(ms: number) {
    const end = steady + ms
    for (;;) {
      await flushTimers()
      const [next] = [...timers].filter(([, at]) => at <= end).sort(([, a], [, b]) => a - b)
      if (!next) break
      timers.delete(next[0])
      wall += next[1] - steady
      steady = next[1]
      next[0]()
    }
    wall += end - steady
    steady = end
  }

  return {
    clock,
    advance,
    flushTimers,
    isOnline: true,
    /** When the server received requests, in milliseconds since the machine started. */
    requestedAt: [] as number[],
    respond: (): Session | Error => session(),
    sleep: (ms: number) => {
      wall += ms
    },
    setWallClock: (ms: number) => {
      wall = ms
    },
  }
}

let testMachine: ReturnType<typeof machine>
beforeEach(() => {
  testMachine = machine()
})

function session({ expires_in = 15 * 60, id = wren } = {}): Session {
  const user = { id, email: '', user_metadata: { username: '', bio: null }, identities: [], factors: [] }
  // The server's clock is years off: the client must not depend on it.
  return { access_token: 'token', token_type: 'bearer', expires_in, expires_at: 1, user }
}

function openTab() {
  const events = { ended: 0, changed: 0 }
  const refresher = startRefreshing({
    userId: wren,
    clock: testMachine.clock,
    isOnline: () => testMachine.isOnline,
    read: async () => {
      testMachine.requestedAt.push(testMachine.clock.monotonicMs())
      const response = testMachine.respond()
      if (response instanceof Error) throw response
      return response
    },
    onEnded: () => {
      events.ended += 1
    },
    onChanged: () => {
      events.changed += 1
    },
  })
  return { ...refresher, events }
}

const unauthorized = () => new ApiError(401, 'Unauthorized', '')
const down = () => new ApiError(503, 'Service Unavailable', '')
const unreachable = () => new TypeError('Failed to fetch')

test.each([
  ['a quarter of an hour', 15 * minutes, 'a minute before it ends', 14 * minutes],
  ['seconds', 20_000, 'at half of its life', 10_000],
])('a token that lives for %s (%i ms) is requested immediately, and again %s', async (_, life, __, later) => {
  testMachine.respond = () => session({ expires_in: life / 1_000 })
  openTab()
  await testMachine.advance(2.1 * later)
  expect(testMachine.requestedAt).toEqual([0, later, 2 * later])
})

test.each([
  ['the network is gone', unreachable],
  ['the server is down', down],
])('while %s it is retried after 200 ms, twice as long each time, and never abandoned', async (_, problem) => {
  testMachine.respond = problem
  const tab = openTab()
  await testMachine.advance(3_100)
  expect(testMachine.requestedAt).toEqual([0, 200, 600, 1_400, 3_000])
  await testMachine.advance(60 * minutes)
  const delays = testMachine.requestedAt.map((at, index) => at - (testMachine.requestedAt[index - 1] ?? 0))
  expect(Math.max(...delays)).toBe(30_000)
  testMachine.respond = () => session()
  await testMachine.advance(30_000)
  expect(tab.events).toEqual({ ended: 0, changed: 0 })
})

test('after a success the next failure begins at 200 ms again', async () => {
  testMachine.respond = down
  openTab()
  await testMachine.advance(1_000)
  testMachine.respond = () => session()
  await testMachine.advance(10_000)
  testMachine.respond = down
  const before = testMachine.requestedAt.length
  await testMachine.advance(15 * minutes)
  const [first = 0, second] = testMachine.requestedAt.slice(before)
  expect(second).toBe(first + 200)
})

test('offline nothing is requested; going online requests it immediately', async () => {
  testMachine.respond = unreachable
  testMachine.isOnline = false
  const tab = openTab()
  await testMachine.advance(5 * minutes)
  expect(testMachine.requestedAt).toEqual([0])
  testMachine.isOnline = true
  testMachine.respond = () => session()
  tab.check()
  await testMachine.flushTimers()
  expect(testMachine.requestedAt).toEqual([0, 5 * minutes])
})

test('a rejection ends it once, and nothing more is requested', async () => {
  const tab = openTab()
  await testMachine.advance(minutes)
  testMachine.respond = unauthorized
  await testMachine.advance(60 * minutes)
  expect(tab.events.ended).toBe(1)
  expect(testMachine.requestedAt).toEqual([0, 14 * minutes])
})

test.each([-24, 24])('a wall clock that is set by %i hours meanwhile changes nothing', async (hours) => {
  openTab()
  await testMachine.advance(minutes)
  testMachine.setWallClock(hours * 60 * minutes)
  await testMachine.advance(13.5 * minutes)
  expect(testMachine.requestedAt).toEqual([0, 14 * minutes])
})

test.each([
  ['a night', 8 * 60 * minutes, [0, minutes]],
  ['no time', 0, [0]],
])('after a sleep of %s the session is refreshed only where its token has ended', async (_, sleep, requests) => {
  const tab = openTab()
  await testMachine.advance(minutes)
  testMachine.sleep(sleep)
  tab.check()
  await testMachine.flushTimers()
  expect(testMachine.requestedAt).toEqual(requests)
})

test('another member’s session is not used, and the page checks who is signed in', async () => {
  testMachine.respond = () => session({ id: '0199a0b2-0000-7000-8000-000000000002' })
  const tab = openTab()
  await testMachine.flushTimers()
  expect(tab.events).toEqual({ ended: 0, changed: 1 })
})

test('a response after the tab stopped is ignored', async () => {
  testMachine.respond = unauthorized
  const tab = openTab()
  tab.stop()
  await testMachine.advance(minutes)
  expect(tab.events.ended).toBe(0)
  expect(testMachine.requestedAt).toEqual([0])
})
