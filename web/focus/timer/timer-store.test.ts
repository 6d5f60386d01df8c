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
  const session = (id = tab) => storeOf(id).read().timer.run?.sessionId ?? ''
  /** Runs a session for this many milliseconds and finishes it. */
  const focus = async (project: ProjectName, ms: number) => {
    storeOf().start(project)
    await simulation.advance(ms)
    storeOf().finish(session())
    await simulation.flushMicrotasks()
  }
  return { ...simulation, tab, storeOf, session, focus }
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

test('time that the machine sleeps or that no page is open counts', async () => {
  const { state, storeOf, tab, openTab, closeTab, flushMicrotasks, advance, sleep, session } = await openSimulation()
  storeOf().start(moths)
  await advance(5 * minute)
  sleep(4 * minute)
  closeTab(tab)
  await advance(3 * minute)
  const later = openTab()
  expect(storeOf(later).remainingMs()).toBe(13 * minute)
  storeOf(later).finish(session(later))
  await flushMicrotasks()
  expect([...state.loggedSessions.values()]).toMatchObject([{ minutes: 12 }])
})

test('a run continues from a clock that was set back before its start, and ends', async () => {
  const { state, storeOf, advance } = await openSimulation()
  storeOf().start(moths)
  await advance(5 * minute)
  state.clockError -= 24 * hour
  await advance(20 * minute)
  expect(storeOf().read().timer.run).not.toBeNull()
  await advance(6 * minute)
  expect(storeOf().read().timer.run).toBeNull()
  expect([...state.loggedSessions.values()]).toMatchObject([{ minutes: 25 }])
})

test('another tab that has not heard of an end does not write it away', async () => {
  const { state, storeOf, tab, openTab, flushMicrotasks, advance, session } = await openSimulation()
  const otherTab = openTab()
  storeOf().start(moths)
  await advance(5.5 * minute)
  storeOf(tab).finish(session())
  storeOf(otherTab).choose({ minutes: 45 })
  await flushMicrotasks()
  for (const id of [tab, otherTab]) expect(storeOf(id).read().timer.run).toBeNull()
  expect([...state.loggedSessions.values()]).toMatchObject([{ minutes: 5 }])
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
