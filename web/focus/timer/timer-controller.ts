import type { Unsent } from './kept-timer.ts'
import { type EnginePorts, TimerEngine } from './timer-engine.ts'
import { unsentKey } from './timer-keys.ts'
import type { ProjectName, Timer } from './timer-model.ts'
import { type Outcome, UnsentSessions } from './unsent-sessions.ts'

/** What the world around a timer is made of. */
type TimerPorts = Omit<EnginePorts, 'log' | 'changed' | 'ticked'> & {
  send: (session: Unsent) => Promise<Outcome>
  newId: () => string
  onSentElsewhere: (session: Unsent) => void
}

type TimerView = {
  timer: Timer
  unsent: Unsent[]
  /** It was ended, and is logged as soon as it is sure what time that was. */
  isEnding: boolean
  /** False when this browser cannot keep it: it is then gone with the page. */
  isKept: boolean
}

/** One person's timer in one tab: what can be done with it, what there is to see, and what is sent of it. */
export class TimerController {
  readonly unsentSessions: UnsentSessions
  readonly #engine: TimerEngine
  readonly #newId: () => string
  readonly #listeners = new Set<() => void>()
  #view: TimerView

  constructor(ports: TimerPorts) {
    this.#newId = ports.newId
    const changed = () => this.#show()
    this.unsentSessions = new UnsentSessions({ ...ports, key: unsentKey(ports.userId), changed })
    this.#engine = new TimerEngine({
      ...ports,
      changed,
      ticked: () => this.#tell(),
      log: (session) => this.unsentSessions.add(session),
    })
    this.#view = this.#viewNow()
    this.#engine.begin()
    this.unsentSessions.retry()
  }

  /** What is set, what runs and what waits; another one when something has happened, not with every second. */
  read = () => this.#view

  /** Tells of whatever happens and of every second. */
  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Milliseconds that the timer has left; null while it does not run. */
  left() {
    return this.#engine.left()
  }

  choose(choice: { minutes?: number; projectId?: string }) {
    this.#engine.dispatch({ type: 'choose', ...choice })
  }

  start(project: ProjectName) {
    this.#engine.dispatch({ type: 'start', ...this.#session(project) })
  }

  finish(sessionId: string) {
    this.#engine.dispatch({ type: 'finish', sessionId })
  }

  stop(sessionId: string) {
    this.#engine.dispatch({ type: 'stop', sessionId })
  }

  /** Ends the run, and begins another one for that project. */
  switchTo(sessionId: string, project: ProjectName) {
    this.#engine.dispatch({ type: 'switch', sessionId, next: this.#session(project) })
  }

  /** The network is back, or the tab is looked at again. */
  wake = () => {
    this.unsentSessions.retry()
    this.#engine.wake()
  }

  /** The page goes. */
  leave = () => this.#engine.leave()

  close() {
    this.#engine.close()
    this.unsentSessions.close()
    this.#listeners.clear()
  }

  /** A new session, with no more of its project than is kept. */
  #session({ id, title }: ProjectName) {
    return { sessionId: this.#newId(), project: { id, title } }
  }

  #show() {
    this.#view = this.#viewNow()
    this.#tell()
  }

  #viewNow(): TimerView {
    const { timer, ending, isKept } = this.#engine.store
    return {
      timer,
      unsent: this.unsentSessions.read(),
      isEnding: ending !== undefined,
      isKept: isKept && this.unsentSessions.isKept,
    }
  }

  #tell() {
    for (const listener of this.#listeners) listener()
  }
}
