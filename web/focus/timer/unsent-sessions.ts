import {
  type LocalStorage,
  type ProjectName,
  readUnsent,
  remembered,
  type Session,
  type Unsent,
} from './timer-model.ts'

export type Outcome =
  | { is: 'logged' }
  | { is: 'refused'; problem: string }
  | { is: 'signed out' }
  | { is: 'lost' }
  /** The server responded with an error. Other sessions may still succeed. */
  | { is: 'failed' }

type Ports = {
  key: string
  storage: LocalStorage
  send: (session: Session) => Promise<Outcome>
  after: (ms: number, run: () => void) => () => void
  changed: () => void
  onSentElsewhere: (session: Session) => void
}

const firstWait = 2_000
const longestWait = 60_000

/** The upload queue, merged between tabs: a session stays until any tab has seen it saved. */
export class UnsentSessions {
  isKept = true
  isSignedOut = false
  readonly #ports: Ports
  readonly #waiting = new Map<string, Unsent>()
  readonly #stopHearing: () => void
  #done = new Set<string>()
  #shown: Unsent[] = []
  #isSending = false
  #isClosed = false
  #tries = 0
  #cancelRetry = () => {}

  constructor(ports: Ports) {
    this.#ports = ports
    this.#stopHearing = ports.storage.onChange(ports.key, (value) => {
      this.#merge(value)
      ports.changed()
    })
    this.#merge(ports.storage.read(ports.key))
  }

  read() {
    return this.#shown
  }

  add(session: Session) {
    this.#change(session.id, session)
    void this.#sendAll()
  }

  move({ id, minutes, startedAt }: Session, project: ProjectName) {
    this.#change(id, { id, project, minutes, startedAt })
    void this.#sendAll()
  }

  drop(id: string) {
    this.#change(id, undefined)
  }

  retry() {
    this.#tries = 0
    void this.#sendAll()
  }

  close() {
    this.#isClosed = true
    this.#cancelRetry()
    this.#stopHearing()
  }

  #change(id: string, next: Unsent | undefined) {
    const { storage, key, changed } = this.#ports
    this.#merge(storage.read(key))
    if (next) this.#waiting.set(id, next)
    else {
      this.#waiting.delete(id)
      this.#done.add(id)
    }
    this.#write()
    this.#shown = [...this.#waiting.values()]
    changed()
  }

  #merge(value: unknown) {
    const kept = readUnsent(value)
    this.#done = new Set([...kept.done, ...this.#done].slice(-remembered))
    for (const each of kept.waiting) if (!this.#waiting.has(each.id)) this.#waiting.set(each.id, each)
    for (const [id, session] of this.#waiting) {
      if (!this.#done.has(id)) continue
      this.#waiting.delete(id)
      this.#ports.onSentElsewhere(session)
    }
    const isMissing = [...this.#waiting.keys()].some((id) => !kept.waiting.some((each) => each.id === id))
    if (isMissing || kept.waiting.some(({ id }) => this.#done.has(id))) this.#write()
    this.#shown = [...this.#waiting.values()]
  }

  #write() {
    const { storage, key } = this.#ports
    this.isKept = storage.keep(key, { waiting: [...this.#waiting.values()], done: [...this.#done] })
  }

  /** Sends sessions one by one until all were tried or the server is unreachable. */
  async #sendAll() {
    this.#cancelRetry()
    if (this.#isSending || this.#isClosed) return
    this.#isSending = true
    const failed = new Set<string>()
    for (;;) {
      const next = nextOf(this.#waiting, failed)
      if (!next || this.#isClosed) return this.#rest(failed.size > 0 ? 'failed' : 'done')
      const outcome = await this.#ports.send(next).catch(() => ({ is: 'failed' }) as const)
      if (!this.#waiting.has(next.id)) continue
      if (outcome.is === 'logged') this.#change(next.id, undefined)
      else if (outcome.is === 'refused') this.#change(next.id, { ...next, problem: outcome.problem })
      else if (outcome.is === 'failed') failed.add(next.id)
      else return this.#rest(outcome.is)
    }
  }

  /** Stops until the next trigger. Runs synchronously after the last queue check, so that no session is missed. */
  #rest(why: 'done' | 'failed' | 'lost' | 'signed out') {
    this.#isSending = false
    this.isSignedOut = why === 'signed out'
    this.#ports.changed()
    this.#tries = why === 'done' || this.isSignedOut ? 0 : this.#tries + 1
    if (why === 'done' || this.#isClosed) return
    const wait = this.isSignedOut ? longestWait : firstWait * 2 ** (this.#tries - 1)
    this.#cancelRetry = this.#ports.after(Math.min(wait, longestWait), () => void this.#sendAll())
  }
}

const nextOf = (waiting: Map<string, Unsent>, failed: Set<string>) =>
  [...waiting.values()].find(({ id, problem }) => problem === undefined && !failed.has(id))
