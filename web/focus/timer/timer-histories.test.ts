import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomRuns } from '#tests/support/random-runs.ts'
import { type ProjectName, timerKey } from './timer-model.ts'
import { createTimerSimulation, projects, type ServerBehavior } from './timer-simulation.testing.ts'

const minute = 60_000
const hour = 60 * minute

type Action =
  | {
      type: 'start' | 'finish' | 'stop' | 'switch' | 'reload' | 'close' | 'hide'
      tab: number
      project: ProjectName
      /** The next action happens before any tab has heard of this one. */
      isRushed: boolean
    }
  | { type: 'open' | 'answer' }
  | { type: 'pass' | 'sleep' | 'set clock'; ms: number }
  | { type: 'online'; isOnline: boolean }
  | { type: 'mood'; serverBehavior: ServerBehavior }

const duration = (maxMs: number) => fc.integer({ min: 1_000, max: maxMs })
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      type: fc.constantFrom('start', 'start', 'finish', 'stop', 'switch', 'reload', 'close', 'hide'),
      tab: fc.nat(3),
      project: fc.constantFrom(...projects),
      isRushed: fc.nat(7).map((chance) => chance === 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constantFrom('open', 'answer') }) },
  { weight: 5, arbitrary: fc.record({ type: fc.constant('pass'), ms: duration(20 * minute) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('sleep'), ms: duration(2 * hour) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('set clock'),
      ms: fc.oneof(fc.constantFrom(-24 * hour, 24 * hour), fc.integer({ min: -2 * hour, max: 2 * hour })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('online'), isOnline: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('mood'),
      serverBehavior: fc.constantFrom<ServerBehavior>('accepts', 'unreachable', 'answer lost', 'late'),
    }),
  },
) as fc.Arbitrary<Action>

type StartedRun = {
  at: number
  minutes: number
  wasSet: boolean
  wasStopped: boolean
  /** The run started at the same moment as an action in another tab. */
  isContested: boolean
}

/** Performs all actions, then restores the network and waits for the last timer. Returns all started runs. */
async function simulate(actions: Action[]) {
  const simulation = createTimerSimulation()
  const { state } = simulation
  const startedRuns = new Map<string, StartedRun>()
  simulation.openTab()
  await simulation.flushMicrotasks()

  let isRush = false
  const tabAt = (index: number) => [...state.tabs.keys()][index % Math.max(1, state.tabs.size)]
  const createRun = (minutes: number): StartedRun => ({
    at: state.siteNow,
    minutes,
    wasSet: false,
    wasStopped: false,
    isContested: isRush,
  })
  const recordStart = (id: string, minutes: number) => {
    if (!startedRuns.has(id)) startedRuns.set(id, createRun(minutes))
  }
  const recordStarts = () => {
    for (const store of state.tabs.values()) {
      const { run } = store.read().timer
      if (run) recordStart(run.sessionId, run.minutes)
    }
  }
  const settleTabs = async () => {
    await simulation.flushMicrotasks()
    recordStarts()
  }
  const running = () => [...startedRuns].filter(([id]) => !state.endedRuns.has(id)).map(([, run]) => run)

  for (const action of actions) {
    if (!('tab' in action)) await settleTabs()
    if ('tab' in action) {
      const tab = tabAt(action.tab)
      const store = tab === undefined ? undefined : state.tabs.get(tab)
      if (tab === undefined || !store) continue
      const id = store.read().timer.run?.sessionId
      if (action.type === 'start') store.start(action.project)
      if (action.type === 'finish' && id) store.finish(id)
      if (action.type === 'switch' && id) store.switchTo(id, action.project)
      if (action.type === 'stop' && id) {
        store.stop(id)
        const startedRun = startedRuns.get(id)
        if (startedRun && !state.endedRuns.has(id)) startedRun.wasStopped = true
      }
      if (action.type === 'hide') {
        if (!state.hiddenTabs.delete(tab)) state.hiddenTabs.add(tab)
      }
      if (action.type === 'reload' || action.type === 'close') {
        simulation.closeTab(tab)
        const run = simulation.readStored(timerKey('wren'))?.timer.run
        if (run) recordStart(run.sessionId, run.minutes)
      }
      if (action.type === 'reload') simulation.openTab()
    } else if (action.type === 'open' && state.tabs.size < 3) simulation.openTab()
    else if (action.type === 'answer') simulation.deliverLateResponses()
    else if (action.type === 'pass') await simulation.advance(action.ms)
    else if (action.type === 'sleep') simulation.sleep(action.ms)
    else if (action.type === 'set clock') {
      state.clockError += action.ms
      for (const startedRun of running()) startedRun.wasSet = true
    } else if (action.type === 'online') simulation.setOnline(action.isOnline)
    else if (action.type === 'mood') state.serverBehavior = action.serverBehavior
    isRush ||= 'isRushed' in action && action.isRushed
    recordStarts()
    if ('isRushed' in action && action.isRushed) continue
    await settleTabs()
    isRush = false
  }

  await settleTabs()
  state.serverBehavior = 'accepts'
  simulation.deliverLateResponses()
  if (state.tabs.size === 0) simulation.openTab()
  await simulation.flushMicrotasks()
  simulation.setOnline(true)
  await simulation.flushMicrotasks()
  await simulation.advance(30 * minute)
  recordStarts()
  return { state, startedRuns }
}

test('random histories log at most one session per start, with the right minutes, and lose none', async () => {
  const property = fc.asyncProperty(fc.array(action, { minLength: 3, maxLength: 24 }), async (actions) => {
    const { state, startedRuns } = await simulate(actions)
    for (const store of state.tabs.values()) {
      expect(store.read().timer.run).toBeNull()
      expect(store.read().unsent).toEqual([])
    }
    for (const id of state.loggedSessions.keys()) expect(startedRuns.has(id), `${id} was begun`).toBe(true)
    for (const [id, { at, minutes, wasSet, isContested }] of startedRuns) {
      const end = state.endedRuns.get(id)
      const logged = state.loggedSessions.get(id)?.minutes ?? 0
      expect(logged).toBeGreaterThanOrEqual(0)
      expect(logged).toBeLessThanOrEqual(minutes)
      if (!end) expect(logged).toBe(0)
      if (!end) continue
      expect(logged).toBe(end.minutes)
      // A run whose machine's clock was set has other minutes, but ends, and never with more than it has.
      if (isContested || wasSet) continue
      const truth = Math.min(Math.floor((end.at - at) / minute), minutes)
      expect(Math.abs(logged - truth), `${logged} logged, ${truth} true`).toBeLessThanOrEqual(1)
    }
    const unfinished = [...startedRuns].filter(
      ([id, { wasStopped, isContested }]) => !wasStopped && !isContested && !state.endedRuns.has(id),
    )
    expect(unfinished).toEqual([])
  })
  await fc.assert(property, { numRuns: randomRuns })
})
