import { expect, test } from 'vitest'
import {
  elapsedMinutes,
  idleTimer,
  parseStoredSessions,
  parseStoredTimer,
  reduce,
  remainingMs,
  type Timer,
} from './timer-model.ts'

const minute = 60_000
const moths = { id: 'p1', title: 'Eleven Moths' }
const porch = { id: 'p2', title: 'Letters to the Porch Light' }
const start = (now: number, timer = idleTimer) =>
  reduce(timer, { type: 'start', sessionId: 's1', project: moths }, now).timer
const runOf = ({ run }: Timer) => {
  if (!run) throw new Error('It does not run')
  return run
}

test('it runs for 25 minutes unless another duration was chosen', () => {
  expect(remainingMs(runOf(start(0)), 0)).toBe(25 * minute)
  const chosenTimer = reduce(idleTimer, { type: 'choose', minutes: 45 }, 0).timer
  expect(remainingMs(runOf(start(0, chosenTimer)), 0)).toBe(45 * minute)
  expect(reduce(idleTimer, { type: 'choose', minutes: 7 }, 0).timer.minutes).toBe(25)
})

test('finishing logs the whole minutes under the id of the start', () => {
  const { timer, effects } = reduce(start(1_000), { type: 'finish', sessionId: 's1' }, 1_000 + 7 * minute + 59_999)
  expect(timer.run).toBeNull()
  expect(effects).toEqual([
    { type: 'log', session: { id: 's1', project: moths, minutes: 7, startedAt: 1_000 } },
    { type: 'ended', minutes: 7, ranOut: false },
  ])
})

test('less than a minute is ended and not logged', () => {
  const { timer, effects } = reduce(start(0), { type: 'finish', sessionId: 's1' }, 59_999)
  expect(timer.run).toBeNull()
  expect(effects).toEqual([{ type: 'ended', minutes: 0, ranOut: false }])
})

test('a tick ends it when its time is over, hours later too, with the minutes that were chosen', () => {
  expect(reduce(start(0), { type: 'tick', sessionId: 's1' }, 25 * minute - 1).effects).toEqual([])
  for (const now of [25 * minute, 30 * 60 * minute]) {
    const { timer, effects } = reduce(start(0), { type: 'tick', sessionId: 's1' }, now)
    expect(timer.run).toBeNull()
    expect(effects).toMatchObject([{ session: { id: 's1', minutes: 25 } }, { minutes: 25, ranOut: true }])
  }
})

test('a second start, and an action for another session, change nothing', () => {
  const running = start(0)
  expect(reduce(running, { type: 'start', sessionId: 's2', project: porch }, 1).timer).toBe(running)
  for (const type of ['finish', 'stop', 'tick'] as const) {
    expect(reduce(running, { type, sessionId: 's0' }, 60 * minute)).toEqual({ timer: running, effects: [] })
    expect(reduce(idleTimer, { type, sessionId: 's1' }, 60 * minute)).toEqual({ timer: idleTimer, effects: [] })
  }
})

test('a clock that is set back never makes negative minutes', () => {
  const running = runOf(start(10 * minute))
  expect(elapsedMinutes(running, 0)).toBe(0)
  expect(remainingMs(running, 0)).toBe(25 * minute)
})

const session = { id: 's', project: moths, minutes: 5, startedAt: 1_700_000_000_000 }

test.each([1e16, -1e16, Number.NaN, '0'])(
  'a session that began at no possible time (%s) is dropped, and the others stay',
  (startedAt) => {
    const waiting = [{ ...session, id: 'bad', startedAt }, session]
    expect(parseStoredSessions({ waiting, done: [] }).waiting).toEqual([session])
  },
)

test('a stored run is resumed only with an offered duration', () => {
  const runOf = (minutes: unknown) => {
    const run = { sessionId: 's', project: moths, minutes, startedAt: session.startedAt }
    return parseStoredTimer({ timer: { minutes, run } })
  }
  expect(runOf(45)).toMatchObject({ minutes: 45, run: { minutes: 45 } })
  for (const minutes of [100, 1440, 24, 0, '25']) expect(runOf(minutes)).toMatchObject({ minutes: 25, run: null })
})

test('a run that version 1.0 stored by a clock ahead of the machine’s keeps its elapsed time', () => {
  const run = { sessionId: 's', project: moths, minutes: 25, startedAt: 100 * minute }
  const stored = { timer: { minutes: 25, run }, ahead: 60 * minute, isGuess: false, isSiteTime: true }
  expect(remainingMs(runOf(parseStoredTimer(stored) ?? idleTimer), 50 * minute)).toBe(15 * minute)
})
