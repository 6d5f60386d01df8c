import type { KeptTimer, ProjectName, Run, Session } from './timer-model.ts'
import { TimerStore } from './timer-store.ts'
import type { Outcome } from './unsent-sessions.ts'

/** How the server handles a session: accepts it, is unreachable, accepts it but the response is lost, or is late. */
export type Mood = 'takes' | 'unreached' | 'answer lost' | 'late'

type Listener = (value: unknown) => void
type Due = { at: number; run: () => void; tab: number }

/** Time advances in steps of this many milliseconds, because timers of hidden tabs are late. */
const stride = 20_000

/** For tests: a machine with clocks, tabs and shared storage, a site that knows the time, and a server. */
export function timerWorld() {
  const world = {
    truth: 1_700_000_000_000,
    steady: 0,
    wrong: 0,
    isOnline: true,
    isFull: false,
    /** The site sends its time only when the test calls `tellTime`. */
    isSiteSlow: false,
    mood: 'takes' as Mood,
    gone: new Set<string>(),
    failing: new Set<string>(),
    logged: new Map<string, Session>(),
    /** Sessions that a tab showed as waiting until another tab sent them. */
    heard: [] as string[],
    /** By session: what a tab reported when the session ended, and when. */
    ended: new Map<string, { run: Run; minutes: number; ranOut: boolean; at: number }>(),
    tabs: new Map<number, TimerStore>(),
    hidden: new Set<number>(),
  }
  const storage = new Map<string, string>()
  /** Each tab's view of the storage: its own writes immediately, other tabs' writes after an event. */
  const seen = new Map<number, Map<string, string>>()
  const listeners = new Map<number, [string, Listener][]>()
  let dues: Due[] = []
  let late: (() => void)[] = []
  let asked: (() => void)[] = []
  let made = 0

  const parsed = (text: string | undefined) => (text === undefined ? undefined : JSON.parse(text))

  function write(tab: number, key: string, text: string | undefined) {
    for (const place of [storage, seen.get(tab)]) {
      if (text === undefined) place?.delete(key)
      else place?.set(key, text)
    }
    for (const other of listeners.keys()) if (other !== tab) queueMicrotask(() => tell(other, key))
  }

  function tell(tab: number, key: string) {
    const text = storage.get(key)
    if (text === undefined) seen.get(tab)?.delete(key)
    else seen.get(tab)?.set(key, text)
    for (const [of, listener] of listeners.get(tab) ?? []) if (of === key) listener(parsed(text))
  }

  function take(session: Session): Outcome {
    if (world.gone.has(session.project.id)) return { is: 'refused', problem: 'Gone.' }
    if (!world.logged.has(session.id)) world.logged.set(session.id, session)
    return { is: 'logged' }
  }

  async function send(session: Session): Promise<Outcome> {
    if (!world.isOnline || world.mood === 'unreached') return { is: 'lost' }
    if (world.failing.has(session.project.id)) return { is: 'failed' }
    const answer = take(session)
    if (world.mood === 'answer lost') return { is: 'lost' }
    if (world.mood === 'late') await new Promise<void>((resolve) => late.push(resolve))
    return answer
  }

  async function site() {
    if (world.isSiteSlow) await new Promise<void>((resolve) => asked.push(resolve))
    return world.isOnline ? world.truth : undefined
  }

  function openTab(userId = 'wren') {
    made += 1
    const tab = made
    const heard: [string, Listener][] = []
    listeners.set(tab, heard)
    seen.set(tab, new Map(storage))
    const opened = world.steady
    const store = new TimerStore({
      userId,
      clocks: {
        steady: () => world.steady - opened,
        wall: () => world.truth + world.wrong,
        site,
      },
      storage: {
        read: (key) => parsed(seen.get(tab)?.get(key)),
        keep: (key, value) => {
          if (!world.isFull) write(tab, key, JSON.stringify(value))
          return !world.isFull
        },
        forget: (key) => write(tab, key, undefined),
        onChange: (key, listener) => {
          heard.push([key, listener])
          return () => listeners.delete(tab)
        },
      },
      after: (ms, run) => {
        const due = { at: world.steady + ms, run, tab }
        dues.push(due)
        return () => {
          dues = dues.filter((each) => each !== due)
        }
      },
      send,
      newId: () => `${tab}-${++made}`,
      isHidden: () => world.hidden.has(tab),
      onSentElsewhere: ({ id }) => world.heard.push(id),
      onEnded: (run, minutes, ranOut) => {
        if (!world.ended.has(run.sessionId))
          world.ended.set(run.sessionId, { run, minutes, ranOut, at: world.truth })
      },
    })
    world.tabs.set(tab, store)
    return tab
  }

  /** Closes the page and drops its pending timers. */
  function closeTab(tab: number) {
    world.tabs.get(tab)?.close()
    world.tabs.delete(tab)
    listeners.delete(tab)
    dues = dues.filter((due) => due.tab !== tab)
  }

  function fireDue() {
    const ready = dues.filter(({ at }) => at <= world.steady).sort((a, b) => a.at - b.at)
    dues = dues.filter(({ at }) => at > world.steady)
    for (const { run } of ready) run()
  }

  async function pass(ms: number) {
    for (let rest = ms; rest > 0; rest -= stride) {
      world.truth += Math.min(rest, stride)
      world.steady += Math.min(rest, stride)
      fireDue()
      await settle()
    }
  }

  return {
    world,
    openTab,
    closeTab,
    pass,
    settle,
    storage,
    kept: (key: string) => parsed(storage.get(key)) as KeptTimer | undefined,
    sleep: (ms: number) => {
      world.truth += ms
    },
    setOnline: (isOnline: boolean) => {
      world.isOnline = isOnline
      if (isOnline) for (const store of world.tabs.values()) store.wake()
    },
    tellTime: () => {
      for (const tell of asked) tell()
      asked = []
    },
    answerLate: () => {
      for (const answer of late) answer()
      late = []
    },
  }
}

async function settle() {
  for (let turn = 0; turn < 12; turn += 1) await null
}

export const projects: ProjectName[] = [
  { id: 'moths', title: 'Eleven Moths' },
  { id: 'porch', title: 'Letters to the Porch Light' },
]
