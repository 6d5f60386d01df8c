import type { HonestClock } from './honest-clock.ts'
import { type KeptTimer, type LocalStorage, readTimer } from './kept-timer.ts'
import { timerKey } from './timer-keys.ts'
import { type Ending, idleTimer, type Run, type Timer } from './timer-model.ts'

/** So far, in milliseconds, the clock may go from what is kept of it. */
const drift = 1_000

/**
 * What a tab knows of the timer. The truth is what local storage has, which all tabs share; where that does not work,
 * it is what this tab remembers.
 */
export class TimerStore {
  timer: Timer = idleTimer
  /** It is kept with the run, for the page may not live until the clock is sure. */
  ending: Ending | undefined
  /** False while the end is left to another tab, which was asked for it. */
  isEndedHere = true
  isKept = true
  /** Whether the run was begun by the site's time; otherwise by this machine's. */
  #isSiteTime = false
  #keptAhead = 0
  /** Sessions that ended here: a tab that had not heard of it may have written them back. */
  readonly #over = new Set<string>()
  readonly #key: string
  readonly #storage: LocalStorage
  readonly #clock: HonestClock

  constructor(userId: string, storage: LocalStorage, clock: HonestClock) {
    this.#key = timerKey(userId)
    this.#storage = storage
    this.#clock = clock
  }

  /** Calls back after another tab has changed the timer. */
  onChangeElsewhere(changed: () => void) {
    return this.#storage.onChange(this.#key, (value) => {
      this.#adopt(value, false)
      changed()
    })
  }

  /** What a page before this one has kept, when the clock may have been another. */
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

  keepEnding(ending: Ending) {
    this.ending = ending
    this.isEndedHere = true
    this.write()
  }

  /** The end that waits, which does so no more. */
  takeEnding() {
    const { ending } = this
    this.ending = undefined
    return ending
  }

  /** A run that was begun by the machine's time goes over to the site's. Answers whether there was one. */
  moveStart(by: number) {
    const { run } = this.timer
    if (!run || this.#isSiteTime || !this.#clock.isSiteTime()) return false
    this.#isSiteTime = true
    this.timer = { ...this.timer, run: { ...run, startedAt: run.startedAt + by } }
    return true
  }

  /** A page after this one may not reach the site: it goes on from what is kept. */
  isAdrift() {
    return this.timer.run !== null && Math.abs(this.#clock.ahead() - this.#keptAhead) > drift
  }

  write() {
    const ahead = this.#clock.ahead()
    this.isKept = this.#storage.keep(this.#key, {
      timer: this.timer,
      ahead,
      isGuess: !this.#clock.isSiteTime(),
      isSiteTime: this.#isSiteTime,
      ending: this.ending,
    })
    this.#keptAhead = ahead
    // What cannot be written over must not come back as a timer that still runs.
    if (!this.isKept && !this.timer.run) this.#storage.forget(this.#key)
  }

  /** Takes over what is kept, unless this tab knows better: then that is kept again. */
  #adopt(value: unknown, isFirst: boolean) {
    const found = readTimer(value)
    if (!found) return
    const isEndNew = found.ending !== undefined && !this.ending
    const isEndLost = !found.ending && this.#isEndOf(found.timer.run)
    const isKnown = isSame(found.timer, this.timer) && found.isSiteTime === this.#isSiteTime
    if (isKnown && !isEndNew && !isEndLost) return
    if (found.timer.run && this.#over.has(found.timer.run.sessionId)) return this.write()
    this.timer = found.timer
    this.#isSiteTime = found.isSiteTime
    if (isEndNew) this.isEndedHere = isFirst
    if (!isEndLost) this.ending = found.ending
    if (found.timer.run) this.#setClock(found, found.timer.run, isFirst)
    if (isEndLost) this.write()
  }

  #isEndOf(run: Run | null) {
    return this.ending !== undefined && run?.sessionId === this.ending.event.sessionId
  }

  #setClock({ ahead, isGuess }: KeptTimer, { startedAt }: Run, isFirst: boolean) {
    this.#keptAhead = ahead
    // A run that was begun by the site's time is not for a guess to measure where the site's time is known.
    const isBetter = this.#isSiteTime && isGuess && this.#clock.isSiteTime()
    if (isFirst || !isBetter) this.#clock.goOnFrom(ahead, !isGuess && !isFirst)
    this.#clock.notBefore(startedAt)
    if (isGuess && !isFirst) void this.#clock.ask()
  }
}

const isSame = (one: Timer, other: Timer) => JSON.stringify(one) === JSON.stringify(other)
