import fc from 'fast-check'
import { expect, test } from 'vitest'
import { timerKey } from './kept-timer.ts'
import type { TimerDesk } from './timer-desk.ts'
import type { ProjectName } from './timer-model.ts'
import { type Mood, projects, timerWorld } from './timer-world.ts'

const minute = 60_000
const hour = 60 * minute
const [moths, porch] = projects as [ProjectName, ProjectName]

/** A world with one open tab. */
async function desk() {
  const here = timerWorld()
  const tab = here.openTab()
  await here.settle()
  const of = (id = tab) => here.world.tabs.get(id) as TimerDesk
  const session = () => of().read().timer.run?.sessionId ?? ''
  return { ...here, tab, of, session }
}

test('what ran out while no page was open is logged in full at the next visit, and the timer is reset', async () => {
  const { world, of, tab, openTab, closeTab, settle } = await desk()
  of().start(moths)
  closeTab(tab)
  world.truth += 3 * hour
  world.steady += 3 * hour
  const later = openTab()
  await settle()
  expect([...world.logged.values()]).toMatchObject([{ project: moths, minutes: 25 }])
  expect(of(later).read().timer.run).toBeNull()
  expect([...world.ended.values()]).toMatchObject([{ ranOut: true, minutes: 25 }])
})

test('a reload resumes from the time that has passed', async () => {
  const { of, tab, openTab, closeTab, settle, pass } = await desk()
  of().start(moths)
  await pass(7 * minute)
  closeTab(tab)
  const later = openTab()
  await settle()
  expect(of(later).left()).toBe(18 * minute)
})

test('two tabs show one timer, and it is logged once whichever ends it', async () => {
  const { world, of, openTab, settle, pass } = await desk()
  const other = openTab()
  of().start(moths)
  await settle()
  expect(of(other).read().timer.run?.project).toEqual(moths)
  await pass(30 * minute)
  expect(world.logged.size).toBe(1)
  expect(world.heard).toEqual([...world.logged.keys()])
  expect(of().read().timer.run).toBeNull()
  expect(of(other).read().timer.run).toBeNull()
})

test('a tab that nobody sees leaves the end to one that somebody does', async () => {
  const { world, of, tab, openTab, settle, pass } = await desk()
  const seen = openTab()
  world.hidden.add(tab)
  of().start(moths)
  await settle()
  await pass(26 * minute)
  expect(world.logged.size).toBe(1)
  expect(of(seen).read().timer.run).toBeNull()
})

test('a session that could not be sent is kept across reloads, and sent when the network is back', async () => {
  const { world, of, tab, openTab, closeTab, settle, pass, setOnline, session } = await desk()
  of().start(moths)
  await pass(5 * minute)
  setOnline(false)
  of().finish(session())
  await settle()
  expect(of().read().unsent).toMatchObject([{ project: moths, minutes: 5 }])
  closeTab(tab)
  const later = openTab()
  await settle()
  expect(of(later).read().unsent).toHaveLength(1)
  setOnline(true)
  await settle()
  expect([...world.logged.values()]).toMatchObject([{ minutes: 5 }])
  expect(of(later).read().unsent).toEqual([])
})

test('a session whose answer was lost is sent again until it is heard, with longer and longer waits', async () => {
  const { world, of, pass, session } = await desk()
  of().start(moths)
  await pass(5 * minute)
  world.mood = 'answer lost'
  of().finish(session())
  await pass(10 * minute)
  expect(of().read().unsent).toHaveLength(1)
  world.mood = 'takes'
  await pass(2 * minute)
  expect(of().read().unsent).toEqual([])
  expect(world.logged.size).toBe(1)
})

test('minutes of a project that is gone wait for a decision: another project, or none', async () => {
  const { world, of, pass, settle, session } = await desk()
  world.gone.add(moths.id)
  for (const _ of [1, 2]) {
    of().start(moths)
    await pass(3 * minute)
    of().finish(session())
    await settle()
  }
  const [one, other] = of().read().unsent
  expect(one?.problem).toBe('Gone.')
  if (one) of().outbox.move(one, porch)
  if (other) of().outbox.drop(other.id)
  await settle()
  expect([...world.logged.values()]).toMatchObject([{ id: one?.id, project: porch, minutes: 3 }])
  expect(of().read().unsent).toEqual([])
})

test('another person on this browser has another timer, and the first finds theirs again', async () => {
  const { world, of, tab, openTab, closeTab, settle, pass } = await desk()
  of().start(moths)
  closeTab(tab)
  const ada = openTab('ada')
  await settle()
  expect(of(ada).read().timer.run).toBeNull()
  closeTab(ada)
  await pass(2 * minute)
  const back = openTab()
  await settle()
  expect(of(back).left()).toBe(23 * minute)
  expect(world.logged.size).toBe(0)
})

test('where nothing can be kept it works in memory, and says so', async () => {
  const { world, of, pass, session } = await desk()
  world.isFull = true
  of().start(moths)
  expect(of().read().isKept).toBe(false)
  await pass(4 * minute)
  of().finish(session())
  await pass(minute)
  expect([...world.logged.values()]).toMatchObject([{ minutes: 4 }])
})

test('a timer that was stopped does not come back because the storage is full', async () => {
  const { world, of, tab, openTab, closeTab, settle, session } = await desk()
  of().start(moths)
  world.isFull = true
  of().stop(session())
  closeTab(tab)
  const later = openTab()
  await settle()
  expect(of(later).read().timer.run).toBeNull()
})

test.each(['nonsense', { timer: { run: { sessionId: 7 } } }, { timer: null }, [], 0])(
  'what somebody else has written there (%j) is as good as nothing',
  async (value) => {
    const here = timerWorld()
    here.storage.set(timerKey('wren'), JSON.stringify(value))
    const tab = here.openTab()
    await here.settle()
    expect(here.world.tabs.get(tab)?.read().timer).toEqual({ minutes: 25, projectId: null, run: null })
  },
)

type Deed =
  | {
      does: 'start' | 'finish' | 'stop' | 'switch' | 'reload' | 'close' | 'hide'
      tab: number
      project: ProjectName
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

type Began = { at: number; minutes: number; sawOffline: boolean; wasSet: boolean; wasStopped: boolean }

/** Does everything in turn, then lets the network come back and the last timer run out; answers what was begun. */
async function live(deeds: Deed[]) {
  const here = timerWorld()
  const { world } = here
  const began = new Map<string, Began>()
  here.openTab()
  await here.settle()

  const tabAt = (place: number) => [...world.tabs.keys()][place % Math.max(1, world.tabs.size)]
  const noteStart = (desk: TimerDesk) => {
    const { run } = desk.read().timer
    if (!run || began.has(run.sessionId)) return
    const { minutes } = run
    began.set(run.sessionId, {
      at: world.truth,
      minutes,
      sawOffline: !world.isOnline,
      wasSet: false,
      wasStopped: false,
    })
  }
  const running = () => [...began].filter(([id]) => !world.ended.has(id)).map(([, each]) => each)

  for (const each of deeds) {
    if ('tab' in each) {
      const tab = tabAt(each.tab)
      const desk = tab === undefined ? undefined : world.tabs.get(tab)
      if (tab === undefined || !desk) continue
      const id = desk.read().timer.run?.sessionId
      if (each.does === 'start') desk.start(each.project)
      if (each.does === 'finish' && id) desk.finish(id)
      if (each.does === 'switch' && id) desk.change(id, each.project)
      if (each.does === 'stop' && id) {
        desk.stop(id)
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
    else if (each.does === 'sleep') here.sleep(each.ms)
    else if (each.does === 'set clock') {
      world.wrong += each.ms
      for (const known of running()) known.wasSet = true
    } else if (each.does === 'online') {
      here.setOnline(each.is)
      if (!each.is) for (const known of running()) known.sawOffline = true
    } else if (each.does === 'mood') world.mood = each.mood
    await here.settle()
    for (const desk of world.tabs.values()) noteStart(desk)
  }

  world.mood = 'takes'
  here.answerLate()
  if (world.tabs.size === 0) here.openTab()
  await here.settle()
  here.setOnline(true)
  await here.settle()
  await here.pass(30 * minute)
  return { world, began }
}

test('however it is lived with: one session per start at most, honest minutes, nothing lost', async () => {
  const property = fc.asyncProperty(fc.array(deed, { minLength: 3, maxLength: 24 }), async (deeds) => {
    const { world, began } = await live(deeds)
    for (const desk of world.tabs.values()) {
      expect(desk.read().timer.run).toBeNull()
      expect(desk.read().unsent).toEqual([])
    }
    for (const id of world.logged.keys()) expect(began.has(id), `${id} was begun`).toBe(true)
    for (const [id, { at, minutes, sawOffline, wasSet, wasStopped }] of began) {
      const end = world.ended.get(id)
      const logged = world.logged.get(id)?.minutes ?? 0
      expect(logged).toBeGreaterThanOrEqual(0)
      expect(logged).toBeLessThanOrEqual(minutes)
      if (wasStopped) expect(logged).toBe(0)
      if (wasStopped || !end) continue
      expect(logged).toBe(end.minutes)
      // Without the site nobody knows whether a clock was set or its machine slept.
      if (sawOffline && wasSet) continue
      const truth = Math.min(Math.floor((end.at - at) / minute), minutes)
      expect(Math.abs(logged - truth), `${logged} logged, ${truth} true`).toBeLessThanOrEqual(1)
    }
    const lost = [...began].filter(([id, each]) => !each.wasStopped && !world.ended.has(id))
    expect(lost).toEqual([])
  })
  await fc.assert(property, { numRuns: 5_000 })
}, 120_000)
