import type { StorageKey } from '#web/browser/storage-keys.ts'
import {
  type LocalStorage,
  maxDoneSessions,
  type ProjectName,
  parseStoredSessions,
  type Session,
  type UnsentSession,
} from './timer-model.ts'

export type Outcome =
  | { kind: 'logged' }
  | { kind: 'refused'; problem: string }
  | { kind: 'signed out' }
  | { kind: 'unreachable' }
  /** The server responded with an error. Other sessions may still succeed. */
  | { kind: 'failed' }

type UnsentSessionsOptions = {
  key: StorageKey
  storage: LocalStorage
  send: (session: Session) => Promise<Outcome>
  schedule: (ms: number, callback: () => void) => () => void
  onChange: () => void
  onSentElsewhere: (session: Session) => void
}

const minRetryMs = 2_000
const maxRetryMs = 60_000

/** The upload queue, merged between tabs: a session stays until any tab has seen it saved. */
export class UnsentSessions {
  isStored = true
  isSignedOut = false
  readonly #options: UnsentSessionsOptions
  readonly #waiting = new Map<string, UnsentSession>()
  readonly #stopListening: () => void
  #done = new Set<string>()
  #snapshot: UnsentSession[] = []
  #isSending = false
  #isClosed = false
  #attempts = 0
  #cancelRetry = () => {}

  constructor(options: UnsentSessionsOptions) {
    this.#options = options
    this.#stopListening = options.storage.onChange(options.key, (value) => {
      this.#merge(value)
      options.onChange()
    })
    this.#merge(options.storage.read(options.key))
  }

  read() {
    return this.#snapshot
  }

  add(session: Session) {
    this.#change(session.id, session)
    void this.#sendAll()
  }

  reassign({ id, minutes, startedAt }: Session, project: ProjectName) {
    this.#change(id, { id, project, minutes, startedAt })
    void this.#sendAll()
  }

  drop(id: string) {
    this.#change(id, undefined)
  }

  retry() {
    this.#attempts = 0
    void this.#sendAll()
  }

  close() {
    this.#isClosed = true
    this.#cancelRetry()
    this.#stopListening()
  }

  #change(id: string, next: UnsentSession | undefined) {
    const { storage, key, onChange } = this.#options
    this.#merge(storage.read(key))
    if (next) this.#waiting.set(id, next)
    else {
      this.#waiting.delete(id)
      this.#done.add(id)
    }
    this.#write()
    this.#snapshot = [...this.#waiting.values()]
    onChange()
  }

  #merge(value: unknown) {
    const stored = parseStoredSessions(value)
    this.#done = new Set([...stored.done, ...this.#done].slice(-maxDoneSessions))
    for (const session of stored.waiting) if (!this.#waiting.has(session.id)) this.#waiting.set(session.id, session)
    for (const [id, session] of this.#waiting) {
      if (!this.#done.has(id)) continue
      this.#waiting.delete(id)
      this.#options.onSentElsewhere(session)
    }
    const isMissing = [...this.#waiting.keys()].some((id) => !stored.waiting.some((session) => session.id === id))
    if (isMissing || stored.waiting.some(({ id }) => this.#done.has(id))) this.#write()
    this.#snapshot = [...this.#waiting.values()]
  }

  #write() {
    const { storage, key } = this.#options
    this.isStored = storage.persist(key, { waiting: [...this.#waiting.values()], done: [...this.#done] })
  }

  /** Sends sessions one by one until all were tried or the server is unreachable. */
  async #sendAll() {
    this.#cancelRetry()
    if (this.#isSending || this.#isClosed) return
    this.#isSending = true
    const failed = new Set<string>()
    for (;;) {
      const next = findNext(this.#waiting, failed)
      if (!next || this.#isClosed) return this.#pause(failed.size > 0 ? 'failed' : 'done')
      const outcome = await this.#options.send(next).catch(() => ({ kind: 'failed' }) as const)
      if (!this.#waiting.has(next.id)) continue
      if (outcome.kind === 'logged') this.#change(next.id, undefined)
      else if (outcome.kind === 'refused') this.#change(next.id, { ...next, problem: outcome.problem })
      else if (outcome.kind === 'failed') failed.add(next.id)
      else return this.#pause(outcome.kind)
    }
  }

  /** Stops until the next trigger. Runs synchronously after the last queue check, so that no session is missed. */
  #pause(reason: 'done' | 'failed' | 'unreachable' | 'signed out') {
    this.#isSending = false
    this.isSignedOut = reason === 'signed out'
    this.#options.onChange()
    this.#attempts = reason === 'done' || this.isSignedOut ? 0 : this.#attempts + 1
    if (reason === 'done' || this.#isClosed) return
    const wait = this.isSignedOut ? maxRetryMs : minRetryMs * 2 ** (this.#attempts - 1)
    this.#cancelRetry = this.#options.schedule(Math.min(wait, maxRetryMs), () => void this.#sendAll())
  }
}

const findNext = (waiting: Map<string, UnsentSession>, failed: Set<string>) =>
  [...waiting.values()].find(({ id, problem }) => problem === undefined && !failed.has(id))
