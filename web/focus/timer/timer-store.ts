import { workspaceDelays } from '#contract/workspace-limits.ts'
import { type Clocks, type HonestClock, honestClock } from './honest-clock.ts'
import { SharedTimer } from './shared-timer.ts'
import {
  type EndEvent,
  type LocalStorage,
  left,
  type ProjectName,
  type Run,
  step,
  type Timer,
  type TimerEvent,
  type Unsent,
  unsentKey,
} from './timer-model.ts'
import { type Outcome, UnsentSessions } from './unsent-sessions.ts'

type Ports = {
  userId: string
  clocks: Clocks
  storage: LocalStorage
  after: (ms: number, run: () => void) => () => void
  /** Hidden tabs let a visible one end the run first. */
  isHidden: () => boolean
  newId: () => string
  send: (session: Unsent) => Promise<Outcome>
  onSentElsewhere: (session: Unsent) => void
  onEnded: (run: Run, minutes: number, ranOut: boolean) => void
}

type TimerView = {
  timer: Timer
  unsent: Unsent[]
  isEnding: boolean
  isKept: boolean
}

/** How long hidden tabs wait for a visible one, in milliseconds. */
const courtesy = 1_500

export class TimerStore {
  readonly unsentSessions: UnsentSessions
  readonly #ports: Ports
  readonly #clock: HonestClock
  readonly #shared: SharedTimer
  readonly #listeners = new Set<() => void>()
  readonly #stopHearing: () => void
  #cancelTick = () => {}
  #isClosed = false
  #ending: { event: EndEvent; wall: number } | undefined
  #view: TimerView

  constructor(ports: Ports) {
    this.#ports = ports
    this.#clock = honestClock(ports.clocks, (by) => this.#correct(by))
    this.#shared = new SharedTimer(ports.userId, ports.storage, this.#clock)
    const changed = () => this.#show()
    this.unsentSessions = new UnsentSessions({ ...ports, key: unsentKey(ports.userId), changed })
    this.#view = this.#viewNow()
    this.#stopHearing = this.#shared.onChangeElsewhere(() => this.#changed())
    this.#shared.readFirst()
    void this.#clock.ask()
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

  left() {
    const { run } = this.#shared.timer
    return run && left(run, this.#ending ? this.#endTime(this.#ending) : this.#clock.now())
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

  wake = () => {
    this.unsentSessions.retry()
    this.#shared.readAgain()
    this.#show()
    void this.#clock.ask()
    this.#tick()
  }

  /** On page exit: completes a pending end with the best guess of the time. */
  leave = () => {
    if (this.#ending) this.#end()
    else if (this.#shared.isAdrift()) this.#shared.write()
  }

  close() {
    this.leave()
    this.#isClosed = true
    this.#cancelTick()
    this.#stopHearing()
    this.unsentSessions.close()
    this.#listeners.clear()
  }

  #newSession({ id, title }: ProjectName) {
    return { sessionId: this.#ports.newId(), project: { id, title } }
  }

  /** Events that count minutes wait for a reliable clock. After Finish, the run ignores other events. */
  #dispatch(event: TimerEvent) {
    if (this.#isClosed) return
    this.#shared.readAgain()
    const now = this.#clock.now()
    const isForRun = 'sessionId' in event && event.sessionId === this.#shared.timer.run?.sessionId
    if (isForRun && this.#ending?.event.sessionId === event.sessionId) return
    if (!isForRun || event.type === 'stop' || this.#clock.isSure()) return this.#apply(event, now)
    if (event.type === 'tick') return
    if (event.type === 'finish' || event.type === 'switch')
      this.#ending = { event, wall: this.#ports.clocks.wall() }
    this.#changed()
  }

  #end() {
    this.#shared.readAgain()
    const ending = this.#ending
    this.#ending = undefined
    if (ending) this.#apply(ending.event, this.#endTime(ending))
  }

  #endTime({ wall }: { wall: number }) {
    return Math.min(wall + this.#clock.ahead(), this.#clock.now())
  }

  #apply(event: TimerEvent, now: number) {
    const before = this.#shared.timer
    const { timer, effects } = step(before, event, now)
    if (timer !== before) this.#shared.keep(timer)
    this.#changed()
    for (const effect of effects) {
      if (effect.type === 'log') this.unsentSessions.add(effect.session)
      else if (before.run) this.#ports.onEnded(before.run, effect.minutes, effect.ranOut)
    }
  }

  #correct(by: number) {
    if (this.#isClosed) return
    this.#shared.readAgain()
    const isMoved = this.#shared.moveStart(by)
    if (isMoved || this.#shared.isAdrift()) this.#shared.write()
    if (isMoved) this.#show()
    this.#tick()
  }

  #changed() {
    if (this.#ending?.event.sessionId !== this.#shared.timer.run?.sessionId) this.#ending = undefined
    this.#show()
    this.#tick()
  }

  /** Ends a run that is due, or checks again in a second. Ends nothing while the clock is unsure. */
  #tick() {
    this.#cancelTick()
    const { run } = this.#shared.timer
    if (this.#ending) {
      if (this.#clock.isSure()) this.#end()
    } else if (run) {
      const rest = left(run, this.#clock.now())
      const { timerTick } = workspaceDelays
      if (rest > 0) this.#cancelTick = this.#ports.after(rest % timerTick || timerTick, () => this.#tick())
      else if (this.#clock.isSure()) this.#runOut(run.sessionId)
    }
    this.#tell()
  }

  #runOut(sessionId: string) {
    const tick = () => this.#dispatch({ type: 'tick', sessionId })
    if (this.#ports.isHidden()) this.#cancelTick = this.#ports.after(courtesy, tick)
    else tick()
  }

  #show() {
    this.#view = this.#viewNow()
    this.#tell()
  }

  #viewNow(): TimerView {
    return {
      timer: this.#shared.timer,
      unsent: this.unsentSessions.read(),
      isEnding: this.#ending !== undefined,
      isKept: this.#shared.isKept && this.unsentSessions.isKept,
    }
  }

  #tell() {
    for (const listener of this.#listeners) listener()
  }
}
