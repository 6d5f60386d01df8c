import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '#tests/support/random-runs.ts'
import { type ProjectName, timerKey } from './timer-model.ts'
import { type Mood, projects, timerWorld } from './timer-world.testing.ts'

const minute = 60_000
const hour = 60 * minute

type Deed =
  | {
      does: 'start' | 'finish' | 'stop' | 'switch' | 'reload' | 'close' | 'hide'
      tab: number
      project: ProjectName
      /** The next action happens before any tab has heard of this one. */
      isRushed: boolean
    }
  | { does: 'open' | 'answer' }
  | { does: 'pass' | 'sleep' | 'set clock'; ms: number }
  | { does: 'online'; is: boolean }
  | { does: 'mood'; mood: Mood }

const span = (most: number) => fc.integer({ min: 1_000, max: most })
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      does: fc.constantFrom('start', 'start', 'finish', 'stop', 'switch', 'reload', 'close', 'hide'),
      tab: fc.nat(3),
      project: fc.constantFrom(...projects),
      isRushed: fc.nat(7).map((chance) => chance === 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom('open', 'answer') }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('pass'), ms: span(20 * minute) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('sleep'), ms: span(2 * hour) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('set clock'),
      ms: fc.oneof(fc.constantFrom(-24 * hour, 24 * hour), fc.integer({ min: -2 * hour, max: 2 * hour })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('online'), is: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('mood'),
      mood: fc.constantFrom<Mood>('takes', 'unreached', 'answer lost', 'late'),
    }),
  },
) as fc.Arbitrary<Deed>

/** A sleep and a clock set back by the same time, within this many milliseconds, cannot be detected. */
const blindness = 5_000

type Began = {
  at: number
  minutes: number
  sawOffline: boolean
  wasSet: boolean
  wasStopped: boolean
  /** The run started at the same moment as an action in another tab. */
  isContested: boolean
}

/** Performs all actions, then restores the network and waits for the last timer. Returns all started runs. */
async function live(deeds: Deed[]) {
  const here = timerWorld()
  const { world } = here
  const began = new Map<string, Began>()
  here.openTab()
  await here.settle()

  let isRush = false
  let isBlind = false
  let [slept, set] = [Number.NaN, Number.NaN]
  const tabAt = (place: number) => [...world.tabs.keys()][place % Math.max(1, world.tabs.size)]
  const fresh = (minutes: number): Began => ({
    at: world.truth,
    minutes,
    sawOffline: !world.isOnline,
    wasSet: false,
    wasStopped: false,
    isContested: isRush,
  })
  const noteBegan = (id: string, minutes: number) => {
    if (!began.has(id)) began.set(id, fresh(minutes))
  }
  const noteStarts = () => {
    for (const store of world.tabs.values()) {
      const { run } = store.read().timer
      if (run) noteBegan(run.sessionId, run.minutes)
    }
  }
  const everyTabHears = async () => {
    await here.settle()
    noteStarts()
  }
  const running = () => [...began].filter(([id]) => !world.ended.has(id)).map(([, each]) => each)

  for (const each of deeds) {
    if (!('tab' in each)) await everyTabHears()
    if ('tab' in each) {
      const tab = tabAt(each.tab)
      const store = tab === undefined ? undefined : world.tabs.get(tab)
      if (tab === undefined || !store) continue
      const id = store.read().timer.run?.sessionId
      if (each.does === 'start') store.start(each.project)
      if (each.does === 'finish' && id) store.finish(id)
      if (each.does === 'switch' && id) store.switchTo(id, each.project)
      if (each.does === 'stop' && id) {
        store.stop(id)
        const known = began.get(id)
        if (known && !world.ended.has(id)) known.wasStopped = true
      }
      if (each.does === 'hide') {
        if (!world.hidden.delete(tab)) world.hidden.add(tab)
      }
      // A page that closes before the site has sent its time ends the run by a guess.
      if (each.does === 'reload' || each.does === 'close') {
        isBlind ||= store.read().isEnding
        here.closeTab(tab)
        const run = here.kept(timerKey('wren'))?.timer.run
        if (run) noteBegan(run.sessionId, run.minutes)
      }
      if (each.does === 'reload') here.openTab()
    } else if (each.does === 'open' && world.tabs.size < 3) here.openTab()
    else if (each.does === 'answer') here.answerLate()
    else if (each.does === 'pass') await here.pass(each.ms)
    else if (each.does === 'sleep') {
      here.sleep(each.ms)
      slept = each.ms
      isBlind ||= Math.abs(slept + set) < blindness
    } else if (each.does === 'set clock') {
      set = each.ms
      isBlind ||= Math.abs(slept + set) < blindness
      world.wrong += each.ms
      for (const known of running()) known.wasSet = true
    } else if (each.does === 'online') {
      here.setOnline(each.is)
      if (!each.is) for (const known of running()) known.sawOffline = true
    } else if (each.does === 'mood') world.mood = each.mood
    isRush ||= 'isRushed' in each && each.isRushed
    noteStarts()
    if ('isRushed' in each && each.isRushed) continue
    await everyTabHears()
    isRush = false
  }

  await everyTabHears()
  world.mood = 'takes'
  here.answerLate()
  if (world.tabs.size === 0) here.openTab()
  await here.settle()
  here.setOnline(true)
  await here.settle()
  await here.pass(30 * minute)
  noteStarts()
  return { world, began, isBlind }
}

test('however it is lived with: one session per start at most, honest minutes, nothing lost', async () => {
  const property = fc.asyncProperty(fc.array(deed, { minLength: 3, maxLength: 24 }), async (deeds) => {
    const { world, began, isBlind } = await live(deeds)
    for (const store of world.tabs.values()) {
      expect(store.read().timer.run).toBeNull()
      expect(store.read().unsent).toEqual([])
    }
    for (const id of world.logged.keys()) expect(began.has(id), `${id} was begun`).toBe(true)
    for (const [id, { at, minutes, sawOffline, wasSet, isContested }] of began) {
      const end = world.ended.get(id)
      const logged = world.logged.get(id)?.minutes ?? 0
      expect(logged).toBeGreaterThanOrEqual(0)
      expect(logged).toBeLessThanOrEqual(minutes)
      if (!end) expect(logged).toBe(0)
      if (!end) continue
      expect(logged).toBe(end.minutes)
      // Without the site's time, a clock change looks like sleep.
      if (isContested || isBlind || (sawOffline && wasSet)) continue
      const truth = Math.min(Math.floor((end.at - at) / minute), minutes)
      expect(Math.abs(logged - truth), `${logged} logged, ${truth} true`).toBeLessThanOrEqual(1)
    }
    const lost = [...began].filter(
      ([id, { wasStopped, isContested }]) => !wasStopped && !isContested && !world.ended.has(id),
    )
    expect(lost).toEqual([])
  })
  await fc.assert(property, { numRuns: randomRuns })
})
