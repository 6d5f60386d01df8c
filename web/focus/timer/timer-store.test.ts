import { expect, test } from 'vitest'
import type { ProjectName } from './timer-model.ts'
import type { TimerStore } from './timer-store.ts'
import { projects, timerWorld } from './timer-world.testing.ts'

const minute = 60_000
const hour = 60 * minute
const [moths, porch] = projects as [ProjectName, ProjectName]

async function openOne() {
  const here = timerWorld()
  const tab = here.openTab()
  await here.settle()
  const of = (id = tab) => here.world.tabs.get(id) as TimerStore
  const session = () => of().read().timer.run?.sessionId ?? ''
  /** Runs a session for this many milliseconds and finishes it. */
  const focus = async (project: ProjectName, ms: number) => {
    of().start(project)
    await here.pass(ms)
    of().finish(session())
    await here.settle()
  }
  const heard = async () => {
    here.tellTime()
    await here.settle()
  }
  return { ...here, tab, of, session, focus, heard }
}

test('a tab notices that another has sent its queued session', async () => {
  const { world, of, openTab, settle, answerLate, focus } = await openOne()
  const other = openTab()
  world.mood = 'late'
  await focus(moths, 5 * minute)
  expect(of(other).read().unsent).toHaveLength(1)
  answerLate()
  await settle()
  expect(of(other).read().unsent).toEqual([])
  expect(world.heard).toEqual([...world.logged.keys()])
})

test('a hidden tab leaves the end to a visible one', async () => {
  const { world, of, tab, openTab, settle, pass } = await openOne()
  const seen = openTab()
  world.hidden.add(tab)
  of().start(moths)
  await settle()
  await pass(26 * minute)
  expect(world.logged.size).toBe(1)
  expect(of(seen).read().timer.run).toBeNull()
})

test('a session that fails each time does not hold up those behind it, and is tried again', async () => {
  const { world, of, pass, focus } = await openOne()
  world.failing.add(moths.id)
  for (const project of [moths, porch]) await focus(project, 3 * minute)
  expect([...world.logged.values()]).toMatchObject([{ project: porch }])
  expect(of().read().unsent).toMatchObject([{ project: moths }])
  world.failing.clear()
  await pass(2 * minute)
  expect(of().read().unsent).toEqual([])
  expect(world.logged.size).toBe(2)
})

test('another person on this browser has another timer, and the first finds theirs again', async () => {
  const { world, of, tab, openTab, closeTab, settle, pass } = await openOne()
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

/** Five minutes into a run, after a reload, while the site's time is pending. */
async function unsure() {
  const here = await openOne()
  here.of().start(moths)
  await here.pass(5.5 * minute)
  here.closeTab(here.tab)
  here.world.isSiteSlow = true
  const tab = here.openTab()
  const logged = () =>
    [...here.world.logged.values()].map(({ project, minutes }) => [project.id, minutes]).sort()
  return {
    ...here,
    tab,
    of: (id = tab) => here.of(id),
    id: here.of(tab).read().timer.run?.sessionId ?? '',
    logged,
  }
}

test('returning to the tab does not delay an end whose time is known', async () => {
  const { world, of, pass, session } = await openOne()
  of().start(moths)
  await pass(5.5 * minute)
  world.isSiteSlow = true
  of().wake()
  of().finish(session())
  expect(of().read()).toMatchObject({ isEnding: false, timer: { run: null } })
  expect([...world.logged.values()]).toMatchObject([{ minutes: 5 }])
})

test('an end that waits for the time is shown, and counts from its request', async () => {
  const { of, id, pass, logged, heard } = await unsure()
  of().finish(id)
  expect(of().read().isEnding).toBe(true)
  await pass(2 * minute)
  expect(of().left()).toBe(19.5 * minute)
  await heard()
  expect(of().read()).toMatchObject({ isEnding: false, timer: { run: null } })
  expect(logged()).toEqual([[moths.id, 5]])
})

test('an end requested by a wrong clock is corrected with it', async () => {
  const { world, of, id, pass, logged, heard } = await unsure()
  world.wrong += hour
  of().finish(id)
  await pass(2_000)
  await heard()
  await heard()
  expect(logged()).toEqual([[moths.id, 5]])
})

test('a page that closes before the site has said the time ends by its best guess', async () => {
  const { of, tab, id, closeTab, openTab, settle, logged } = await unsure()
  of().switchTo(id, porch)
  closeTab(tab)
  expect(logged()).toEqual([[moths.id, 5]])
  const later = openTab()
  await settle()
  expect(of(later).read().timer.run?.project).toEqual(porch)
})

test('Stop after Finish does not take the minutes back', async () => {
  const { of, id, logged, heard } = await unsure()
  of().finish(id)
  of().stop(id)
  await heard()
  expect(logged()).toEqual([[moths.id, 5]])
})

test('another tab does not write an end away', async () => {
  const { of, tab, id, openTab, settle, logged, heard } = await unsure()
  const other = openTab()
  of(tab).finish(id)
  of(other).choose({ minutes: 45 })
  await settle()
  await heard()
  expect(of(other).read().timer).toMatchObject({ run: null, minutes: 45 })
  expect(logged()).toEqual([[moths.id, 5]])
})

test('an end that another tab was quicker with is not waited for', async () => {
  const { of, tab, id, openTab, settle, logged, heard } = await unsure()
  const other = openTab()
  of(tab).finish(id)
  of(other).stop(id)
  await settle()
  expect(of(tab).read()).toMatchObject({ isEnding: false, timer: { run: null } })
  await heard()
  expect(logged()).toEqual([])
})

test('without storage, a page that closes handles the end immediately', async () => {
  const { world, of, tab, id, closeTab, settle, logged } = await unsure()
  world.isFull = true
  of().finish(id)
  closeTab(tab)
  await settle()
  expect(logged()).toEqual([[moths.id, 5]])
})

test('a page that cannot reach the site goes on from what the one before it knew of the clock', async () => {
  const { world, of, tab, openTab, closeTab, settle, pass, setOnline } = await openOne()
  of().start(moths)
  await pass(5 * minute)
  setOnline(false)
  world.wrong -= hour
  await pass(minute)
  closeTab(tab)
  const later = openTab()
  await settle()
  expect(of(later).left()).toBe(19 * minute)
})

test('a stopped timer does not come back because the storage is full', async () => {
  const { world, of, tab, openTab, closeTab, settle, session } = await openOne()
  of().start(moths)
  world.isFull = true
  of().stop(session())
  closeTab(tab)
  const later = openTab()
  await settle()
  expect(of(later).read().timer.run).toBeNull()
})
