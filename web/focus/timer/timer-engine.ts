import { workspaceDelays } from '#contract/workspace-limits.ts'
import { type Clocks, type HonestClock, honestClock } from './honest-clock.ts'
import type { LocalStorage } from './kept-timer.ts'
import {
  type EndEvent,
  type Ending,
  left,
  type Run,
  type Session,
  step,
  type TimerEvent,
} from './timer-model.ts'
import { TimerStore } from './timer-store.ts'

export type EnginePorts = {
  userId: string
  clocks: Clocks
  storage: LocalStorage
  after: (ms: number, run: () => void) => () => void
  /** A tab that nobody sees lets one that somebody does go first. */
  isHidden: () => boolean
  /** A run has ended here, after so many whole minutes. */
  onEnded: (run: Run, minutes: number, ranOut: boolean) => void
  log: (session: Session) => void
  changed: () => void
  ticked: () => void
}

/** The timer's model at work: events go in, from people, the clock and other tabs, and are done when they can be. */
export class TimerEngine {
  readonly store: TimerStore
  readonly #ports: EnginePorts
  readonly #clock: HonestClock
  #stopHearing = () => {}
  #cancelTick = () => {}
  #isClosed = false

  constructor(ports: EnginePorts) {
    this.#ports = ports
    this.#clock = honestClock(ports.clocks, (by) => this.#correct(by))
    this.store = new TimerStore(ports.userId, ports.storage, this.#clock)
  }

  begin() {
    this.#stopHearing = this.store.onChangeElsewhere(() => this.#changed())
    this.store.readFirst()
    void this.#clock.ask()
    this.#changed()
  }

  left() {
    const { timer, ending } = this.store
    return timer.run && left(timer.run, ending ? endTime(ending, this.#clock) : this.#clock.now())
  }

  dispatch(event: TimerEvent) {
    if (this.#isClosed) return
    this.store.readAgain()
    const now = this.#clock.now()
    const isForRun = 'sessionId' in event && event.sessionId === this.store.timer.run?.sessionId
    if (isForRun && this.store.ending) return
    if (isForRun && !this.#clock.isSure() && event.type === 'tick') return
    if (isForRun && !this.#clock.isSure() && isEnd(event)) this.#endLater(event)
    else this.#apply(event, now)
  }

  /** A tab that was put aside has heard nothing meanwhile. */
  wake() {
    this.store.readAgain()
    this.#ports.changed()
    void this.#clock.ask()
    this.#tick()
  }

  /** What is kept waits for the next page; what is not is done now, by the best guess. */
  leave() {
    if (this.store.ending && !this.store.isKept) this.#endNow()
    else if (this.store.isAdrift()) this.store.write()
  }

  close() {
    this.leave()
    this.#isClosed = true
    this.#cancelTick()
    this.#stopHearing()
  }

  /** An end counts minutes, so it waits for the clock to be sure. */
  #endLater(event: EndEvent) {
    this.store.keepEnding({ event, wall: this.#ports.clocks.wall() })
    this.#changed()
  }

  #endNow() {
    this.store.readAgain()
    const ending = this.store.takeEnding()
    if (ending) this.#apply(ending.event, endTime(ending, this.#clock))
  }

  #apply(event: TimerEvent, now: number) {
    const before = this.store.timer
    const { timer, effects } = step(before, event, now)
    if (timer === before) this.#ports.changed()
    else {
      this.store.keep(timer)
      this.#changed()
    }
    for (const effect of effects) {
      if (effect.type === 'log') this.#ports.log(effect.session)
      else if (before.run) this.#ports.onEnded(before.run, effect.minutes, effect.ranOut)
    }
  }

  /** The site was asked what time it is: so much, in milliseconds, later than was thought. */
  #correct(by: number) {
    if (this.#isClosed) return
    this.store.readAgain()
    const isMoved = this.store.moveStart(by)
    if (!isMoved && !this.store.isAdrift()) return this.#tick()
    this.store.write()
    this.#changed()
  }

  #changed() {
    this.#ports.changed()
    this.#tick()
  }

  /** The second hand: does what is due, or waits for it. */
  #tick() {
    this.#cancelTick()
    const due = nextDue(this.store, this.#clock, this.#ports.isHidden)
    if (due?.in === 0) this.#do(due)
    else if (due) this.#cancelTick = this.#ports.after(due.in, () => this.#do(due))
    this.#ports.ticked()
  }

  #do(due: Due) {
    if (due.what === 'tick') this.dispatch({ type: 'tick', sessionId: due.sessionId })
    else if (due.what === 'end') this.#endNow()
    else this.#tick()
  }
}

const isEnd = (event: TimerEvent): event is EndEvent => event.type === 'finish' || event.type === 'switch'

/** When a run was ended, by what is known of the time since. */
const endTime = ({ wall }: Ending, clock: HonestClock) => Math.min(wall + clock.ahead(), clock.now())

/** How long, in milliseconds, hidden tabs leave a timer that has run out to one that is seen. */
const courtesy = 1_500
/** How long, in milliseconds, a run that another tab has ended is left to that tab. */
const patience = 5_000

/** What is to be done next without anybody doing anything, and in how many milliseconds. */
type Due =
  | { what: 'second' | 'end'; in: number }
  /** Its time is over. */
  | { what: 'tick'; in: number; sessionId: string }

/** While the clock is not sure of the time, nothing is that would count minutes. */
function nextDue(store: TimerStore, clock: HonestClock, isHidden: () => boolean): Due | undefined {
  const { run } = store.timer
  if (!run) return undefined
  const rest = left(run, clock.now())
  if (store.ending && !store.isEndedHere) return { what: 'end', in: patience }
  if (store.ending) return clock.isSure() ? { what: 'end', in: 0 } : undefined
  if (rest > 0) return { what: 'second', in: rest % workspaceDelays.timerTick || workspaceDelays.timerTick }
  if (!clock.isSure()) return undefined
  return { what: 'tick', sessionId: run.sessionId, in: isHidden() ? courtesy : 0 }
}
