import type { StorageKey } from '#web/browser/storage-keys.ts'
import type { SyncedClock } from './synced-clock.ts'
import {
  idleTimer,
  type LocalStorage,
  parseStoredTimer,
  type Run,
  type StoredTimer,
  type Timer,
  timerKey,
} from './timer-model.ts'

/** How far the clock may differ from the stored offset, in milliseconds. */
const maxDriftMs = 1_000

/** The timer that all tabs share through local storage. Without storage, each tab has its own. */
export class SharedTimer {
  timer = idleTimer
  isStored = true
  /** Whether the run's start is in the site's time instead of this machine's. */
  #isSiteTime = false
  #storedOffset = 0
  /** Sessions that ended in this tab: another tab may write an ended one back. */
  readonly #endedSessions = new Set<string>()
  readonly #key: StorageKey
  readonly #storage: LocalStorage
  readonly #clock: SyncedClock

  constructor(userId: string, storage: LocalStorage, clock: SyncedClock) {
    this.#key = timerKey(userId)
    this.#storage = storage
    this.#clock = clock
  }

  onOtherTabChange(listener: () => void) {
    return this.#storage.onChange(this.#key, (value) => {
      this.#adopt(value, false)
      listener()
    })
  }

  loadInitial() {
    this.#adopt(this.#storage.read(this.#key), true)
  }

  reload() {
    if (this.isStored) this.#adopt(this.#storage.read(this.#key), false)
  }

  update(next: Timer) {
    const { run } = this.timer
    if (next.run?.sessionId !== run?.sessionId) {
      this.#isSiteTime = this.#clock.isSiteTime()
      if (run) this.#endedSessions.add(run.sessionId)
    }
    this.timer = next
    this.write()
  }

  write() {
    const ahead = this.#clock.offset()
    const isGuess = !this.#clock.isSiteTime()
    const stored: StoredTimer = { timer: this.timer, ahead, isGuess, isSiteTime: this.#isSiteTime }
    this.isStored = this.#storage.persist(this.#key, stored)
    this.#storedOffset = ahead
    // A stored run that we cannot overwrite must not resume.
    if (!this.isStored && !this.timer.run) this.#storage.remove(this.#key)
  }

  /** Whether the stored offset is outdated. A later page that cannot reach the site continues from it. */
  hasDrifted() {
    return this.timer.run !== null && Math.abs(this.#clock.offset() - this.#storedOffset) > maxDriftMs
  }

  /** Converts the run's start from the machine's time to the site's. Returns whether there was anything to convert. */
  shiftStart(offsetMs: number) {
    const { run } = this.timer
    if (!run || this.#isSiteTime || !this.#clock.isSiteTime()) return false
    this.#isSiteTime = true
    this.timer = { ...this.timer, run: { ...run, startedAt: run.startedAt + offsetMs } }
    return true
  }

  /** Adopts the stored timer unless its run ended in this tab. `isInitial`: an earlier page stored it. */
  #adopt(value: unknown, isInitial: boolean) {
    const stored = parseStoredTimer(value)
    if (!stored || (isSame(stored.timer, this.timer) && stored.isSiteTime === this.#isSiteTime)) return
    const { run } = stored.timer
    if (run && this.#endedSessions.has(run.sessionId)) return this.write()
    this.timer = stored.timer
    this.#isSiteTime = stored.isSiteTime
    if (run) this.#setClock(stored, run, isInitial)
  }

  #setClock({ ahead, isGuess }: StoredTimer, { startedAt }: Run, isInitial: boolean) {
    this.#storedOffset = ahead
    // A guess does not replace the site's time.
    const isBetter = this.#isSiteTime && isGuess && this.#clock.isSiteTime()
    if (isInitial || !isBetter) this.#clock.resumeFrom(ahead, !isGuess && !isInitial)
    this.#clock.ensureNotBefore(startedAt)
    if (isGuess && !isInitial) void this.#clock.sync()
  }
}

const isSame = (a: Timer, b: Timer) => JSON.stringify(a) === JSON.stringify(b)
