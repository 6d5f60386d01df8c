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
    steady: () => steady,
    wall: () => wall,
    after: (ms, run) => {
      timers.set(run, steady + ms)
      return () => timers.delete(run)
    },
    random: () => 0,
  }
  const settle = () => new Promise((resolve) => setTimeout(resolve))

  /** Advances time from one timer to the next. */
  async function pass(ms: number) {
    const end = steady + ms
    for (;;) {
      await settle()
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
    pass,
    settle,
    isOnline: true,
    /** When the server received requests, in milliseconds since the machine started. */
    askedAt: [] as number[],
    answer: (): Session | Error => session(),
    sleep: (ms: number) => {
      wall += ms
    },
    setWallClock: (ms: number) => {
      wall = ms
    },
  }
}

let here: ReturnType<typeof machine>
beforeEach(() => {
  here = machine()
})

function session({ expires_in = 15 * 60, id = wren } = {}): Session {
  const user = { id, email: '', user_metadata: { username: '', bio: null }, identities: [], factors: [] }
  // The server's clock is years off: the client must not depend on it.
  return { access_token: 'token', token_type: 'bearer', expires_in, expires_at: 1, user }
}

function openTab() {
  const seen = { ended: 0, changed: 0 }
  const refreshing = startRefreshing({
    userId: wren,
    clock: here.clock,
    isOnline: () => here.isOnline,
    read: async () => {
      here.askedAt.push(here.clock.steady())
      const answer = here.answer()
      if (answer instanceof Error) throw answer
      return answer
    },
    onEnded: () => {
      seen.ended += 1
    },
    onChanged: () => {
      seen.changed += 1
    },
  })
  return { ...refreshing, seen }
}

const refused = () => new ApiError(401, 'Unauthorized', '')
const down = () => new ApiError(503, 'Service Unavailable', '')
const unreachable = () => new TypeError('Failed to fetch')

test.each([
  ['a quarter of an hour', 15 * minutes, 'a minute before it ends', 14 * minutes],
  ['seconds', 20_000, 'at half of its life', 10_000],
])('a token that lives for %s (%i ms) is requested immediately, and again %s', async (_, life, __, later) => {
  here.answer = () => session({ expires_in: life / 1_000 })
  openTab()
  await here.pass(2.1 * later)
  expect(here.askedAt).toEqual([0, later, 2 * later])
})

test.each([
  ['the network is gone', unreachable],
  ['the server is down', down],
])(
  'while %s it is retried after 200 ms, twice as long each time, and never abandoned',
  async (_, problem) => {
    here.answer = problem
    const tab = openTab()
    await here.pass(3_100)
    expect(here.askedAt).toEqual([0, 200, 600, 1_400, 3_000])
    await here.pass(60 * minutes)
    const waits = here.askedAt.map((at, index) => at - (here.askedAt[index - 1] ?? 0))
    expect(Math.max(...waits)).toBe(30_000)
    here.answer = () => session()
    await here.pass(30_000)
    expect(tab.seen).toEqual({ ended: 0, changed: 0 })
  },
)

test('after a success the next failure begins at 200 ms again', async () => {
  here.answer = down
  openTab()
  await here.pass(1_000)
  here.answer = () => session()
  await here.pass(10_000)
  here.answer = down
  const before = here.askedAt.length
  await here.pass(15 * minutes)
  const [first = 0, second] = here.askedAt.slice(before)
  expect(second).toBe(first + 200)
})

test('offline nothing is requested; going online requests it immediately', async () => {
  here.answer = unreachable
  here.isOnline = false
  const tab = openTab()
  await here.pass(5 * minutes)
  expect(here.askedAt).toEqual([0])
  here.isOnline = true
  here.answer = () => session()
  tab.check()
  await here.settle()
  expect(here.askedAt).toEqual([0, 5 * minutes])
})

test('a rejection ends it once, and nothing more is requested', async () => {
  const tab = openTab()
  await here.pass(minutes)
  here.answer = refused
  await here.pass(60 * minutes)
  expect(tab.seen.ended).toBe(1)
  expect(here.askedAt).toEqual([0, 14 * minutes])
})

test.each([-24, 24])('a wall clock that is set by %i hours meanwhile changes nothing', async (hours) => {
  openTab()
  await here.pass(minutes)
  here.setWallClock(hours * 60 * minutes)
  await here.pass(13.5 * minutes)
  expect(here.askedAt).toEqual([0, 14 * minutes])
})

test.each([
  ['a night', 8 * 60 * minutes, [0, minutes]],
  ['no time', 0, [0]],
])('after a sleep of %s the session is refreshed only where its token has ended', async (_, sleep, asked) => {
  const tab = openTab()
  await here.pass(minutes)
  here.sleep(sleep)
  tab.check()
  await here.settle()
  expect(here.askedAt).toEqual(asked)
})

test('another member’s session is not used, and the page checks who is signed in', async () => {
  here.answer = () => session({ id: '0199a0b2-0000-7000-8000-000000000002' })
  const tab = openTab()
  await here.settle()
  expect(tab.seen).toEqual({ ended: 0, changed: 1 })
})

test('a response after the tab stopped is ignored', async () => {
  here.answer = refused
  const tab = openTab()
  tab.stop()
  await here.pass(minutes)
  expect(tab.seen.ended).toBe(0)
  expect(here.askedAt).toEqual([0])
})
