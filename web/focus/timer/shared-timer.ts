import type { HonestClock } from './honest-clock.ts'
import {
  idleTimer,
  type KeptTimer,
  type LocalStorage,
  type Run,
  readTimer,
  type Timer,
  timerKey,
} from './timer-model.ts'

/** The clock may move this far, in milliseconds, from what local storage has of it. */
const drift = 1_000

/** The timer as all tabs share it, in local storage. Where that does not work, it lives in this tab alone. */
export class SharedTimer {
  timer = idleTimer
  isKept = true
  /** Whether the run began by the site's time; otherwise by this machine's. */
  #isSiteTime = false
  #keptAhead = 0
  /** Sessions that ended in this tab. Another tab may write one back that had not heard of its end. */
  readonly #over = new Set<string>()
  readonly #key: string
  readonly #storage: LocalStorage
  readonly #clock: HonestClock

  constructor(userId: string, storage: LocalStorage, clock: HonestClock) {
    this.#key = timerKey(userId)
    this.#storage = storage
    this.#clock = clock
  }

  onChangeElsewhere(changed: () => void) {
    return this.#storage.onChange(this.#key, (value) => {
      this.#adopt(value, false)
      changed()
    })
  }

  /** What an earlier page kept, whose clock may have been another. */
  readFirst() {
    this.#adopt(this.#storage.read(this.#key), true)
  }

  readAgain() {
    if (this.isKept) this.#adopt(this.#storage.read(this.#key), false)
  }

  keep(next: Timer) {
    const { run } = this.timer
    if (next.run?.sessionId !== run?.sessionId) {
      this.#isSiteTime = this.#clock.isSiteTime()
      if (run) this.#over.add(run.sessionId)
    }
    this.timer = next
    this.write()
  }

  write() {
    const ahead = this.#clock.ahead()
    const isGuess = !this.#clock.isSiteTime()
    const kept: KeptTimer = { timer: this.timer, ahead, isGuess, isSiteTime: this.#isSiteTime }
    this.isKept = this.#storage.keep(this.#key, kept)
    this.#keptAhead = ahead
    // What cannot be written over must not come back as a timer that still runs.
    if (!this.isKept && !this.timer.run) this.#storage.forget(this.#key)
  }

  /** A later page may not reach the site: it goes on from what is kept of the clock. */
  isAdrift() {
    return this.timer.run !== null && Math.abs(this.#clock.ahead() - this.#keptAhead) > drift
  }

  /** A run that began by the machine's time goes over to the site's. Returns whether there was one. */
  moveStart(by: number) {
    const { run } = this.timer
    if (!run || this.#isSiteTime || !this.#clock.isSiteTime()) return false
    this.#isSiteTime = true
    this.timer = { ...this.timer, run: { ...run, startedAt: run.startedAt + by } }
    return true
  }

  /** Takes over what is kept, unless this tab knows better. `isFirst`: an earlier page kept it, by another clock. */
  #adopt(value: unknown, isFirst: boolean) {
    const found = readTimer(value)
    if (!found || (isSame(found.timer, this.timer) && found.isSiteTime === this.#isSiteTime)) return
    const { run } = found.timer
    if (run && this.#over.has(run.sessionId)) return this.write()
    this.timer = found.timer
    this.#isSiteTime = found.isSiteTime
    if (run) this.#setClock(found, run, isFirst)
  }

  #setClock({ ahead, isGuess }: KeptTimer, { startedAt }: Run, isFirst: boolean) {
    this.#keptAhead = ahead
    // A guess does not replace the site's time for a run that began by it.
    const isBetter = this.#isSiteTime && isGuess && this.#clock.isSiteTime()
    if (isFirst || !isBetter) this.#clock.goOnFrom(ahead, !isGuess && !isFirst)
    this.#clock.notBefore(startedAt)
    if (isGuess && !isFirst) void this.#clock.ask()
  }
}

const isSame = (one: Timer, other: Timer) => JSON.stringify(one) === JSON.stringify(other)
