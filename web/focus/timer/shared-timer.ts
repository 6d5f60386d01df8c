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

/** How far the clock may differ from the stored offset, in milliseconds. */
const drift = 1_000

/** The timer that all tabs share through local storage. Without storage, each tab has its own. */
export class SharedTimer {
  timer = idleTimer
  isKept = true
  /** Whether the run's start is in the site's time instead of this machine's. */
  #isSiteTime = false
  #keptAhead = 0
  /** Sessions that ended in this tab: another tab may write an ended one back. */
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
    // A stored run that we cannot overwrite must not resume.
    if (!this.isKept && !this.timer.run) this.#storage.forget(this.#key)
  }

  /** Whether the stored offset is outdated. A later page that cannot reach the site continues from it. */
  isAdrift() {
    return this.timer.run !== null && Math.abs(this.#clock.ahead() - this.#keptAhead) > drift
  }

  /** Converts the run's start from the machine's time to the site's. Returns whether there was anything to convert. */
  moveStart(by: number) {
    const { run } = this.timer
    if (!run || this.#isSiteTime || !this.#clock.isSiteTime()) return false
    this.#isSiteTime = true
    this.timer = { ...this.timer, run: { ...run, startedAt: run.startedAt + by } }
    return true
  }

  /** Adopts the stored timer unless its run ended in this tab. `isFirst`: an earlier page stored it. */
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
    // A guess does not replace the site's time.
    const isBetter = this.#isSiteTime && isGuess && this.#clock.isSiteTime()
    if (isFirst || !isBetter) this.#clock.goOnFrom(ahead, !isGuess && !isFirst)
    this.#clock.notBefore(startedAt)
    if (isGuess && !isFirst) void this.#clock.ask()
  }
}

const isSame = (one: Timer, other: Timer) => JSON.stringify(one) === JSON.stringify(other)
