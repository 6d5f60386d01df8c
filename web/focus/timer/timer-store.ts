import { workspaceDelays } from '#contract/workspace-limits.ts'
import type { StorageKey } from '#web/browser/storage-keys.ts'
import {
  idleTimer,
  type LocalStorage,
  type ProjectName,
  parseStoredTimer,
  type Run,
  reduce,
  remainingMs,
  type Timer,
  type TimerEvent,
  timerKey,
  type UnsentSession,
  unsentKey,
} from './timer-model.ts'
import { type Outcome, UnsentSessions } from './unsent-sessions.ts'

type TimerStoreOptions = {
  userId: string
  /** The machine's time in milliseconds. It also passes while the machine sleeps. */
  now: () => number
  storage: LocalStorage
  schedule: (ms: number, callback: () => void) => () => void
  /** Hidden tabs let a visible one end the run first. */
  isHidden: () => boolean
  newId: () => string
  send: (session: UnsentSession) => Promise<Outcome>
  onSentElsewhere: (session: UnsentSession) => void
  onEnded: (run: Run, minutes: number, ranOut: boolean) => void
}

type TimerView = {
  timer: Timer
  unsent: UnsentSession[]
  isStored: boolean
}

/** How long hidden tabs wait for a visible one, in milliseconds. */
const hiddenTabDelayMs = 1_500

/** The timer that all tabs share through local storage. Without storage, each tab has its own. */
export class TimerStore {
  readonly unsentSessions: UnsentSessions
  readonly #options: TimerStoreOptions
  readonly #key: StorageKey
  readonly #listeners = new Set<() => void>()
  readonly #stopListening: () => void
  /** Sessions that ended in this tab: another tab may write an ended one back. */
  readonly #endedSessions = new Set<string>()
  #timer = idleTimer
  #isStored = true
  #cancelTick = () => {}
  #isClosed = false
  #view: TimerView

  constructor(options: TimerStoreOptions) {
    this.#options = options
    this.#key = timerKey(options.userId)
    const onChange = () => this.#updateView()
    this.unsentSessions = new UnsentSessions({ ...options, key: unsentKey(options.userId), onChange })
    this.#view = this.#createView()
    this.#stopListening = options.storage.onChange(this.#key, (value) => {
      this.#adopt(value)
      this.#changed()
    })
    this.#reload()
    this.#changed()
    this.unsentSessions.retry()
  }

  read = () => this.#view

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  remainingMs() {
    const { run } = this.#timer
    return run && remainingMs(run, this.#options.now())
  }

  choose(choice: { minutes?: number; projectId?: string }) {
    this.#dispatch({ type: 'choose', ...choice })
  }

  start(project: ProjectName) {
    this.#dispatch({ type: 'start', ...this.#newSession(project) })
  }

  finish(sessionId: string) {
    this.#dispatch({ type: 'finish', sessionId })
  }

  stop(sessionId: string) {
    this.#dispatch({ type: 'stop', sessionId })
  }

  switchTo(sessionId: string, project: ProjectName) {
    this.#dispatch({ type: 'switch', sessionId, next: this.#newSession(project) })
  }

  resume = () => {
    this.unsentSessions.retry()
    this.#reload()
    this.#changed()
  }

  close() {
    this.#isClosed = true
    this.#cancelTick()
    this.#stopListening()
    this.unsentSessions.close()
    this.#listeners.clear()
  }

  #newSession({ id, title }: ProjectName) {
    return { sessionId: this.#options.newId(), project: { id, title } }
  }

  #dispatch(event: TimerEvent) {
    if (this.#isClosed) return
    this.#reload()
    const { run } = this.#timer
    const { timer, effects } = reduce(this.#timer, event, this.#options.now())
    if (run && timer.run?.sessionId !== run.sessionId) this.#endedSessions.add(run.sessionId)
    if (timer !== this.#timer) this.#write(timer)
    this.#changed()
    for (const effect of effects) {
      if (effect.type === 'log') this.unsentSessions.add(effect.session)
      else if (run) this.#options.onEnded(run, effect.minutes, effect.ranOut)
    }
  }

  /** Reads what another tab stored, even if this tab has not heard of it. */
  #reload() {
    if (this.#isStored) this.#adopt(this.#options.storage.read(this.#key))
  }

  /** Adopts the stored timer unless its run ended in this tab. */
  #adopt(value: unknown) {
    const stored = parseStoredTimer(value)
    if (!stored) return
    if (stored.run && this.#endedSessions.has(stored.run.sessionId)) this.#write(this.#timer)
    else this.#timer = stored
  }

  #write(timer: Timer) {
    const { storage } = this.#options
    this.#timer = timer
    this.#isStored = storage.persist(this.#key, { timer })
    // A stored run that we cannot overwrite must not resume.
    if (!this.#isStored && !timer.run) storage.remove(this.#key)
  }

  #changed() {
    this.#updateView()
    this.#tick()
  }

  /** Ends a run that is due, or checks again in a second. */
  #tick() {
    this.#cancelTick()
    const { run } = this.#timer
    if (run) {
      const now = this.#options.now()
      // The machine's clock was set back. Without a new start, the run would not end for as long as it was set back.
      if (run.startedAt > now) this.#write({ ...this.#timer, run: { ...run, startedAt: now } })
      const remaining = remainingMs(run, now)
      const { timerTick } = workspaceDelays
      if (remaining === 0) this.#runOut(run.sessionId)
      else this.#cancelTick = this.#options.schedule(remaining % timerTick || timerTick, () => this.#tick())
    }
    this.#notify()
  }

  #runOut(sessionId: string) {
    const tick = () => this.#dispatch({ type: 'tick', sessionId })
    if (this.#options.isHidden()) this.#cancelTick = this.#options.schedule(hiddenTabDelayMs, tick)
    else tick()
  }

  #updateView() {
    this.#view = this.#createView()
    this.#notify()
  }

  #createView(): TimerView {
    return {
      timer: this.#timer,
      unsent: this.unsentSessions.read(),
      isStored: this.#isStored && this.unsentSessions.isStored,
    }
  }

  #notify() {
    for (const listener of this.#listeners) listener()
  }
}
