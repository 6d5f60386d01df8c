import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timerKey } from './timer-keys.ts'
import type { ProjectName } from './timer-model.ts'
import { type Mood, projects, timerWorld } from './timer-world.testing.ts'

const minute = 60_000
const hour = 60 * minute

type Deed =
  | {
      does: 'start' | 'finish' | 'stop' | 'switch' | 'reload' | 'close' | 'hide'
      tab: number
      project: ProjectName
      /** The next deed comes before any tab has heard of this one. */
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

/** A sleep and a clock that is set back by just as much look like nothing at all. In milliseconds. */
const blindness = 5_000

type Began = {
  at: number
  minutes: number
  sawOffline: boolean
  wasSet: boolean
  wasStopped: boolean
  /** When somebody asked for its end; a page that closes at once leaves it to the next. */
  askedAt?: number
  /** It began in the moment in which another tab did something too. */
  isContested: boolean
}

/** Does everything in turn, then lets the network come back and the last timer run out; answers what was begun. */
async function live(deeds: Deed[]) {
  const here = timerWorld()
  const { world } = here
  const began = new Map<string, Began>()
  /** What is to begin with a switch that waits to be sure of the time. */
  const promised = new Map<string, Began>()
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
  // A page that closes at once leaves its switch to another, which sees it through seconds later or at the next visit.
  // What it begins is then older than the first sight of it: it began when somebody asked for the switch.
  const notePromise = () => {
    const { timer, ending } = here.kept(timerKey('wren')) ?? {}
    if (!timer || ending?.event.type !== 'switch') return
    const { sessionId } = ending.event.next
    if (!began.has(sessionId) && !promised.has(sessionId)) promised.set(sessionId, fresh(timer.minutes))
  }
  const noteBegan = (id: string, minutes: number) => {
    if (began.has(id)) return
    began.set(id, { ...(promised.get(id) ?? fresh(minutes)), isContested: isRush })
    promised.delete(id)
  }
  const noteStarts = () => {
    notePromise()
    for (const controller of world.tabs.values()) {
      const { run } = controller.read().timer
      if (run) noteBegan(run.sessionId, run.minutes)
    }
    // What a switch begins on a page that closes at once, the next page may find over.
    for (const [id, { minutes }] of promised) if (world.ended.has(id)) noteBegan(id, minutes)
  }
  const everyTabHears = async () => {
    await here.settle()
    noteStarts()
  }
  const running = () => {
    const begun = [...began].filter(([id]) => !world.ended.has(id)).map(([, each]) => each)
    return [...begun, ...promised.values()]
  }

  for (const each of deeds) {
    if (!('tab' in each)) await everyTabHears()
    if ('tab' in each) {
      const tab = tabAt(each.tab)
      const controller = tab === undefined ? undefined : world.tabs.get(tab)
      if (tab === undefined || !controller) continue
      const id = controller.read().timer.run?.sessionId
      const asked = each.does === 'finish' || each.does === 'switch' ? began.get(id ?? '') : undefined
      if (asked) asked.askedAt ??= world.truth
      if (each.does === 'start') controller.start(each.project)
      if (each.does === 'finish' && id) controller.finish(id)
      if (each.does === 'switch' && id) controller.switchTo(id, each.project)
      if (each.does === 'stop' && id) {
        controller.stop(id)
        const known = began.get(id)
        if (known && !world.ended.has(id)) known.wasStopped = true
      }
      if (each.does === 'hide') {
        if (!world.hidden.delete(tab)) world.hidden.add(tab)
      }
      if (each.does === 'reload' || each.does === 'close') here.closeTab(tab)
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
      for (const known of running()) {
        known.wasSet = true
        // The next page cannot tell whether the clock was wrong at the end or is wrong now.
        known.sawOffline ||= known.askedAt !== undefined
      }
      // Nor when what is to begin then did.
      for (const known of promised.values()) known.sawOffline = true
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
  return { world, began, promised, isBlind }
}

const on = (tab: number) => ({ tab, project: projects[0] as ProjectName, isRushed: false })
/** A tab that closes at once leaves its switch to another, which is seen to have begun much later than it did. */
const leftToAnother: Deed[] = [
  { does: 'open' },
  { does: 'start', ...on(0) },
  { does: 'sleep', ms: 3_000 },
  { does: 'switch', ...on(1), isRushed: true },
  { does: 'close', ...on(1) },
  { does: 'pass', ms: 100_000 },
]

test('however it is lived with: one session per start at most, honest minutes, nothing lost', async () => {
  const property = fc.asyncProperty(fc.array(deed, { minLength: 3, maxLength: 24 }), async (deeds) => {
    const { world, began, promised, isBlind } = await live(deeds)
    for (const controller of world.tabs.values()) {
      expect(controller.read().timer.run).toBeNull()
      expect(controller.read().unsent).toEqual([])
    }
    for (const id of world.logged.keys()) expect(began.has(id), `${id} was begun`).toBe(true)
    for (const [id, { at, minutes, askedAt, sawOffline, wasSet, isContested }] of began) {
      const end = world.ended.get(id)
      const logged = world.logged.get(id)?.minutes ?? 0
      expect(logged).toBeGreaterThanOrEqual(0)
      expect(logged).toBeLessThanOrEqual(minutes)
      if (!end) expect(logged).toBe(0)
      if (!end) continue
      expect(logged).toBe(end.minutes)
      // Without the site's answer nobody knows whether a clock was set or its machine slept.
      if (isContested || isBlind || (sawOffline && wasSet)) continue
      const truth = Math.min(Math.floor(((askedAt ?? end.at) - at) / minute), minutes)
      expect(Math.abs(logged - truth), `${logged} logged, ${truth} true`).toBeLessThanOrEqual(1)
    }
    const lost = [...began, ...promised].filter(
      ([id, { wasStopped, isContested }]) => !wasStopped && !isContested && !world.ended.has(id),
    )
    expect(lost).toEqual([])
  })
  await fc.assert(property, { numRuns: 5_000, examples: [[leftToAnother]] })
})
