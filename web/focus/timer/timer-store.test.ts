import { expect, test } from 'vitest'
import type { ProjectName } from './timer-model.ts'
import { createTimerSimulation, projects } from './timer-simulation.testing.ts'
import type { TimerStore } from './timer-store.ts'

const minute = 60_000
const hour = 60 * minute
const [moths, porch] = projects as [ProjectName, ProjectName]

async function openSimulation() {
  const simulation = createTimerSimulation()
  const tab = simulation.openTab()
  await simulation.flushMicrotasks()
  const storeOf = (id = tab) => simulation.state.tabs.get(id) as TimerStore
  const session = () => storeOf().read().timer.run?.sessionId ?? ''
  /** Runs a session for this many milliseconds and finishes it. */
  const focus = async (project: ProjectName, ms: number) => {
    storeOf().start(project)
    await simulation.advance(ms)
    storeOf().finish(session())
    await simulation.flushMicrotasks()
  }
  const answerTime = async () => {
    simulation.answerSiteRequests()
    await simulation.flushMicrotasks()
  }
  return { ...simulation, tab, storeOf, session, focus, answerTime }
}

test('a tab notices that another has sent its queued session', async () => {
  const { state, storeOf, openTab, flushMicrotasks, deliverLateResponses, focus } = await openSimulation()
  const otherTab = openTab()
  state.serverBehavior = 'late'
  await focus(moths, 5 * minute)
  expect(storeOf(otherTab).read().unsent).toHaveLength(1)
  deliverLateResponses()
  await flushMicrotasks()
  expect(storeOf(otherTab).read().unsent).toEqual([])
  expect(state.sentElsewhere).toEqual([...state.loggedSessions.keys()])
})

test('a hidden tab leaves the end to a visible one', async () => {
  const { state, storeOf, tab, openTab, flushMicrotasks, advance } = await openSimulation()
  const visibleTab = openTab()
  state.hiddenTabs.add(tab)
  storeOf().start(moths)
  await flushMicrotasks()
  await advance(26 * minute)
  expect(state.loggedSessions.size).toBe(1)
  expect(storeOf(visibleTab).read().timer.run).toBeNull()
})

test('a session that fails each time does not hold up those behind it, and is tried again', async () => {
  const { state, storeOf, advance, focus } = await openSimulation()
  state.failingProjects.add(moths.id)
  for (const project of [moths, porch]) await focus(project, 3 * minute)
  expect([...state.loggedSessions.values()]).toMatchObject([{ project: porch }])
  expect(storeOf().read().unsent).toMatchObject([{ project: moths }])
  state.failingProjects.clear()
  await advance(2 * minute)
  expect(storeOf().read().unsent).toEqual([])
  expect(state.loggedSessions.size).toBe(2)
})

test('another person on this browser has another timer, and the first finds theirs again', async () => {
  const { state, storeOf, tab, openTab, closeTab, flushMicrotasks, advance } = await openSimulation()
  storeOf().start(moths)
  closeTab(tab)
  const ada = openTab('ada')
  await flushMicrotasks()
  expect(storeOf(ada).read().timer.run).toBeNull()
  closeTab(ada)
  await advance(2 * minute)
  const reopenedTab = openTab()
  await flushMicrotasks()
  expect(storeOf(reopenedTab).remainingMs()).toBe(23 * minute)
  expect(state.loggedSessions.size).toBe(0)
})

/** Five minutes into a run, after a reload, while the site's time is pending. */
async function unsure() {
  const simulation = await openSimulation()
  simulation.storeOf().start(moths)
  await simulation.advance(5.5 * minute)
  simulation.closeTab(simulation.tab)
  simulation.state.isSiteSlow = true
  const tab = simulation.openTab()
  const logged = () =>
    [...simulation.state.loggedSessions.values()].map(({ project, minutes }) => [project.id, minutes]).sort()
  return {
    ...simulation,
    tab,
    storeOf: (id = tab) => simulation.storeOf(id),
    id: simulation.storeOf(tab).read().timer.run?.sessionId ?? '',
    logged,
  }
}

test('returning to the tab does not delay an end whose time is known', async () => {
  const { state, storeOf, advance, session } = await openSimulation()
  storeOf().start(moths)
  await advance(5.5 * minute)
  state.isSiteSlow = true
  storeOf().resume()
  storeOf().finish(session())
  expect(storeOf().read()).toMatchObject({ isEnding: false, timer: { run: null } })
  expect([...state.loggedSessions.values()]).toMatchObject([{ minutes: 5 }])
})

test('an end that waits for the time is shown, and counts from its request', async () => {
  const { storeOf, id, advance, logged, answerTime } = await unsure()
  storeOf().finish(id)
  expect(storeOf().read().isEnding).toBe(true)
  await advance(2 * minute)
  expect(storeOf().remainingMs()).toBe(19.5 * minute)
  await answerTime()
  expect(storeOf().read()).toMatchObject({ isEnding: false, timer: { run: null } })
  expect(logged()).toEqual([[moths.id, 5]])
})

test('an end requested by a wrong clock is corrected with it', async () => {
  const { state, storeOf, id, advance, logged, answerTime } = await unsure()
  state.clockError += hour
  storeOf().finish(id)
  await advance(2_000)
  await answerTime()
  await answerTime()
  expect(logged()).toEqual([[moths.id, 5]])
})

test('a page that closes before the site has said the time ends by its best guess', async () => {
  const { storeOf, tab, id, closeTab, openTab, flushMicrotasks, logged } = await unsure()
  storeOf().switchTo(id, porch)
  closeTab(tab)
  expect(logged()).toEqual([[moths.id, 5]])
  const later = openTab()
  await flushMicrotasks()
  expect(storeOf(later).read().timer.run?.project).toEqual(porch)
})

test('Stop after Finish does not take the minutes back', async () => {
  const { storeOf, id, logged, answerTime } = await unsure()
  storeOf().finish(id)
  storeOf().stop(id)
  await answerTime()
  expect(logged()).toEqual([[moths.id, 5]])
})

test('another tab does not write an end away', async () => {
  const { storeOf, tab, id, openTab, flushMicrotasks, logged, answerTime } = await unsure()
  const otherTab = openTab()
  storeOf(tab).finish(id)
  storeOf(otherTab).choose({ minutes: 45 })
  await flushMicrotasks()
  await answerTime()
  expect(storeOf(otherTab).read().timer).toMatchObject({ run: null, minutes: 45 })
  expect(logged()).toEqual([[moths.id, 5]])
})

test('an end that another tab was quicker with is not waited for', async () => {
  const { storeOf, tab, id, openTab, flushMicrotasks, logged, answerTime } = await unsure()
  const otherTab = openTab()
  storeOf(tab).finish(id)
  storeOf(otherTab).stop(id)
  await flushMicrotasks()
  expect(storeOf(tab).read()).toMatchObject({ isEnding: false, timer: { run: null } })
  await answerTime()
  expect(logged()).toEqual([])
})

test('without storage, a page that closes handles the end immediately', async () => {
  const { state, storeOf, tab, id, closeTab, flushMicrotasks, logged } = await unsure()
  state.isStorageFull = true
  storeOf().finish(id)
  closeTab(tab)
  await flushMicrotasks()
  expect(logged()).toEqual([[moths.id, 5]])
})

test('a page that cannot reach the site uses the clock offset of the page before it', async () => {
  const { state, storeOf, tab, openTab, closeTab, flushMicrotasks, advance, setOnline } = await openSimulation()
  storeOf().start(moths)
  await advance(5 * minute)
  setOnline(false)
  state.clockError -= hour
  await advance(minute)
  closeTab(tab)
  const later = openTab()
  await flushMicrotasks()
  expect(storeOf(later).remainingMs()).toBe(19 * minute)
})

test('a stopped timer does not come back because the storage is full', async () => {
  const { state, storeOf, tab, openTab, closeTab, flushMicrotasks, session } = await openSimulation()
  storeOf().start(moths)
  state.isStorageFull = true
  storeOf().stop(session())
  closeTab(tab)
  const later = openTab()
  await flushMicrotasks()
  expect(storeOf(later).read().timer.run).toBeNull()
})
