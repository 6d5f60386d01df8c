import type { ProjectName, Run, Session, Timer } from './timer-model.ts'
import { TimerStore } from './timer-store.ts'
import type { Outcome } from './unsent-sessions.ts'

/** How the server handles a session: accepts it, is unreachable, accepts it but the response is lost, or is late. */
export type ServerBehavior = 'accepts' | 'unreachable' | 'answer lost' | 'late'

type Listener = (value: unknown) => void
type PendingTimer = { at: number; run: () => void; tab: number }

/** Time advances in steps of this many milliseconds, because timers of hidden tabs are late. */
const stepMs = 20_000

/** Simulates a machine with clocks, tabs and shared storage, a site that knows the time, and a server. */
export function createTimerSimulation() {
  const state = {
    siteNow: 1_700_000_000_000,
    monotonicNow: 0,
    clockError: 0,
    isOnline: true,
    isStorageFull: false,
    serverBehavior: 'accepts' as ServerBehavior,
    deletedProjects: new Set<string>(),
    failingProjects: new Set<string>(),
    loggedSessions: new Map<string, Session>(),
    /** Sessions that a tab showed as waiting until another tab sent them. */
    sentElsewhere: [] as string[],
    /** What a tab reported when a session ended, and when, by session. */
    endedRuns: new Map<string, { run: Run; minutes: number; ranOut: boolean; at: number }>(),
    tabs: new Map<number, TimerStore>(),
    hiddenTabs: new Set<number>(),
  }
  const storage = new Map<string, string>()
  /** Each tab's view of the storage: its own writes immediately, other tabs' writes after an event. */
  const tabStorage = new Map<number, Map<string, string>>()
  const listeners = new Map<number, [string, Listener][]>()
  let timers: PendingTimer[] = []
  let lateResponses: (() => void)[] = []
  let idCount = 0

  const parseJson = (text: string | undefined) => (text === undefined ? undefined : JSON.parse(text))

  function write(tab: number, key: string, text: string | undefined) {
    for (const store of [storage, tabStorage.get(tab)]) {
      if (text === undefined) store?.delete(key)
      else store?.set(key, text)
    }
    for (const otherTab of listeners.keys()) if (otherTab !== tab) queueMicrotask(() => deliverChange(otherTab, key))
  }

  function deliverChange(tab: number, key: string) {
    const text = storage.get(key)
    if (text === undefined) tabStorage.get(tab)?.delete(key)
    else tabStorage.get(tab)?.set(key, text)
    for (const [changedKey, listener] of listeners.get(tab) ?? []) if (changedKey === key) listener(parseJson(text))
  }

  function logSession(session: Session): Outcome {
    if (state.deletedProjects.has(session.project.id)) return { kind: 'refused', problem: 'Gone.' }
    if (!state.loggedSessions.has(session.id)) state.loggedSessions.set(session.id, session)
    return { kind: 'logged' }
  }

  async function send(session: Session): Promise<Outcome> {
    if (!state.isOnline || state.serverBehavior === 'unreachable') return { kind: 'unreachable' }
    if (state.failingProjects.has(session.project.id)) return { kind: 'failed' }
    const outcome = logSession(session)
    if (state.serverBehavior === 'answer lost') return { kind: 'unreachable' }
    if (state.serverBehavior === 'late') await new Promise<void>((resolve) => lateResponses.push(resolve))
    return outcome
  }

  function openTab(userId = 'wren') {
    idCount += 1
    const tab = idCount
    const tabListeners: [string, Listener][] = []
    listeners.set(tab, tabListeners)
    tabStorage.set(tab, new Map(storage))
    const store = new TimerStore({
      userId,
      now: () => state.siteNow + state.clockError,
      storage: {
        read: (key) => parseJson(tabStorage.get(tab)?.get(key)),
        persist: (key, value) => {
          if (!state.isStorageFull) write(tab, key, JSON.stringify(value))
          return !state.isStorageFull
        },
        remove: (key) => write(tab, key, undefined),
        onChange: (key, listener) => {
          tabListeners.push([key, listener])
          return () => listeners.delete(tab)
        },
      },
      schedule: (ms, run) => {
        const timer = { at: state.monotonicNow + ms, run, tab }
        timers.push(timer)
        return () => {
          timers = timers.filter((other) => other !== timer)
        }
      },
      send,
      newId: () => `${tab}-${++idCount}`,
      isHidden: () => state.hiddenTabs.has(tab),
      onSentElsewhere: ({ id }) => state.sentElsewhere.push(id),
      onEnded: (run, minutes, ranOut) => {
        if (!state.endedRuns.has(run.sessionId))
          state.endedRuns.set(run.sessionId, { run, minutes, ranOut, at: state.siteNow })
      },
    })
    state.tabs.set(tab, store)
    return tab
  }

  /** Closes the page and drops its pending timers. */
  function closeTab(tab: number) {
    state.tabs.get(tab)?.close()
    state.tabs.delete(tab)
    listeners.delete(tab)
    timers = timers.filter((timer) => timer.tab !== tab)
  }

  function fireDue() {
    const dueTimers = timers.filter(({ at }) => at <= state.monotonicNow).sort((a, b) => a.at - b.at)
    timers = timers.filter(({ at }) => at > state.monotonicNow)
    for (const { run } of dueTimers) run()
  }

  async function advance(ms: number) {
    for (let remaining = ms; remaining > 0; remaining -= stepMs) {
      state.siteNow += Math.min(remaining, stepMs)
      state.monotonicNow += Math.min(remaining, stepMs)
      fireDue()
      await flushMicrotasks()
    }
  }

  return {
    state,
    openTab,
    closeTab,
    advance,
    flushMicrotasks,
    storage,
    readStored: (key: string) => parseJson(storage.get(key)) as { timer: Timer } | undefined,
    sleep: (ms: number) => {
      state.siteNow += ms
    },
    setOnline: (isOnline: boolean) => {
      state.isOnline = isOnline
      if (isOnline) for (const store of state.tabs.values()) store.resume()
    },
    deliverLateResponses: () => {
      for (const resolve of lateResponses) resolve()
      lateResponses = []
    },
  }
}

async function flushMicrotasks() {
  for (let round = 0; round < 12; round += 1) await null
}

export const projects: ProjectName[] = [
  { id: 'moths', title: 'Eleven Moths' },
  { id: 'porch', title: 'Letters to the Porch Light' },
]
