import { workspaceDelays } from '#contract/workspace-limits.ts'
import { SharedTimer } from './shared-timer.ts'
import { type Clocks, createSyncedClock, type SyncedClock } from './synced-clock.ts'
import {
  type EndEvent,
  type LocalStorage,
  type ProjectName,
  type Run,
  remainingMs,
  step,
  type Timer,
  type TimerEvent,
  type UnsentSession,
  unsentKey,
} from './timer-model.ts'
import { type Outcome, UnsentSessions } from './unsent-sessions.ts'

type TimerStoreOptions = {
  userId: string
  clocks: Clocks
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
  isEnding: boolean
  isStored: boolean
}

/** How long hidden tabs wait for a visible one, in milliseconds. */
const hiddenTabDelayMs = 1_500

export class TimerStore {
  readonly unsentSessions: UnsentSessions
  readonly #options: TimerStoreOptions
  readonly #clock: SyncedClock
  readonly #shared: SharedTimer
  readonly #listeners = new Set<() => void>()
  readonly #stopListening: () => void
  #cancelTick = () => {}
  #isClosed = false
  #pendingEnd: { event: EndEvent; wallClockMs: number } | undefined
  #view: TimerView

  constructor(options: TimerStoreOptions) {
    this.#options = options
    this.#clock = createSyncedClock(options.clocks, (offsetMs) => this.#applyCorrection(offsetMs))
    this.#shared = new SharedTimer(options.userId, options.storage, this.#clock)
    const onChange = () => this.#updateView()
    this.unsentSessions = new UnsentSessions({ ...options, key: unsentKey(options.userId), onChange })
    this.#view = this.#createView()
    this.#stopListening = this.#shared.onOtherTabChange(() => this.#changed())
    this.#shared.loadInitial()
    void this.#clock.sync()
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
    const { run } = this.#shared.timer
    return run && remainingMs(run, this.#pendingEnd ? this.#endTime(this.#pendingEnd) : this.#clock.now())
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
    this.#shared.reload()
    this.#updateView()
    void this.#clock.sync()
    this.#tick()
  }

  /** On page exit: completes a pending end with the best guess of the time. */
  flush = () => {
    if (this.#pendingEnd) this.#end()
    else if (this.#shared.hasDrifted()) this.#shared.write()
  }

  close() {
    this.flush()
    this.#isClosed = true
    this.#cancelTick()
    this.#stopListening()
    this.unsentSessions.close()
    this.#listeners.clear()
  }

  #newSession({ id, title }: ProjectName) {
    return { sessionId: this.#options.newId(), project: { id, title } }
  }

  /** Events that count minutes wait for a reliable clock. After Finish, the run ignores other events. */
  #dispatch(event: TimerEvent) {
    if (this.#isClosed) return
    this.#shared.reload()
    const now = this.#clock.now()
    const isForRun = 'sessionId' in event && event.sessionId === this.#shared.timer.run?.sessionId
    if (isForRun && this.#pendingEnd?.event.sessionId === event.sessionId) return
    if (!isForRun || event.type === 'stop' || this.#clock.isReliable()) return this.#apply(event, now)
    if (event.type === 'tick') return
    if (event.type === 'finish' || event.type === 'switch')
      this.#pendingEnd = { event, wallClockMs: this.#options.clocks.wallClockMs() }
    this.#changed()
  }

  #end() {
    this.#shared.reload()
    const pendingEnd = this.#pendingEnd
    this.#pendingEnd = undefined
    if (pendingEnd) this.#apply(pendingEnd.event, this.#endTime(pendingEnd))
  }

  #endTime({ wallClockMs }: { wallClockMs: number }) {
    return Math.min(wallClockMs + this.#clock.offset(), this.#clock.now())
  }

  #apply(event: TimerEvent, now: number) {
    const previous = this.#shared.timer
    const { timer, effects } = step(previous, event, now)
    if (timer !== previous) this.#shared.update(timer)
    this.#changed()
    for (const effect of effects) {
      if (effect.type === 'log') this.unsentSessions.add(effect.session)
      else if (previous.run) this.#options.onEnded(previous.run, effect.minutes, effect.ranOut)
    }
  }

  #applyCorrection(offsetMs: number) {
    if (this.#isClosed) return
    this.#shared.reload()
    const hasShifted = this.#shared.shiftStart(offsetMs)
    if (hasShifted || this.#shared.hasDrifted()) this.#shared.write()
    if (hasShifted) this.#updateView()
    this.#tick()
  }

  #changed() {
    if (this.#pendingEnd?.event.sessionId !== this.#shared.timer.run?.sessionId) this.#pendingEnd = undefined
    this.#updateView()
    this.#tick()
  }

  /** Ends a run that is due, or checks again in a second. Ends nothing while the clock is unsure. */
  #tick() {
    this.#cancelTick()
    const { run } = this.#shared.timer
    if (this.#pendingEnd) {
      if (this.#clock.isReliable()) this.#end()
    } else if (run) {
      const remaining = remainingMs(run, this.#clock.now())
      const { timerTick } = workspaceDelays
      if (remaining > 0)
        this.#cancelTick = this.#options.schedule(remaining % timerTick || timerTick, () => this.#tick())
      else if (this.#clock.isReliable()) this.#runOut(run.sessionId)
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
      timer: this.#shared.timer,
      unsent: this.unsentSessions.read(),
      isEnding: this.#pendingEnd !== undefined,
      isStored: this.#shared.isStored && this.unsentSessions.isStored,
    }
  }

  #notify() {
    for (const listener of this.#listeners) listener()
  }
}
