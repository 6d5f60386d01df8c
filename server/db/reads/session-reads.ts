import type pg from 'pg'
import { endOfTheLog, orderOf } from './log-position.ts'
import { type Asked, mayBeAskedElsewhere, type WatchedServer } from './watched-server.ts'

/** Who knows the servers. */
type Servers = {
  primary: WatchedServer
  isPrimaryThere(): boolean
  /** One that has as much of the log, and has not been alone with it for longer than so many milliseconds. */
  findReplica(order: number, mostMs: number): WatchedServer | undefined
  noteAnswerOf(server: WatchedServer): void
}

export type SessionTimes = {
  /** How long the primary may take, in milliseconds, before a replica is asked in its place. */
  patienceMs: number
  /** For how long, in milliseconds, nobody needs to have heard of the primary. */
  aloneMs: number
}

/** What is known to have ended is remembered longer than any replica may be asked that does not know it. */
const margin = 10_000

/**
 * Where sessions of readers are looked up: on the primary, which knows at once what has ended. Where that one is gone or, as
 * behind a pool that is full, does not answer soon, on a replica; never on one that lacks what this process knows to have
 * ended, and not for ever on one that hears nothing any more.
 */
export class SessionReads {
  readonly #servers: Servers
  readonly #times: SessionTimes
  #late = 0
  #ended = { order: 0, until: 0 }

  constructor(servers: Servers, times: SessionTimes) {
    this.#servers = servers
    this.#times = times
  }

  /** As statements take it. */
  get asPool() {
    return this as unknown as pg.Pool
  }

  /** Sessions may have been ended by this process; what is behind this position knows of it. */
  noteEnd(position = endOfTheLog) {
    const until = performance.now() + this.#times.aloneMs + margin
    this.#ended = { order: Math.max(this.#endedOrder, orderOf(position)), until }
  }

  async query(...asked: Asked): Promise<pg.QueryResult> {
    const { primary, isPrimaryThere, findReplica } = this.#servers
    const isWorthAsking = isPrimaryThere() && this.#late === 0
    const answer = isWorthAsking ? this.#ask(primary, asked) : undefined
    if (answer && (await this.#comesSoon(answer))) return answer
    const replica = findReplica(this.#endedOrder, this.#times.aloneMs)
    const onPrimary = () => answer ?? this.#ask(primary, asked)
    if (!replica) return onPrimary()
    return this.#ask(replica, asked).catch((error) => {
      if (!mayBeAskedElsewhere(error)) throw error
      return onPrimary()
    })
  }

  get #endedOrder() {
    return this.#ended.until > performance.now() ? this.#ended.order : 0
  }

  /** As long as one is late, nobody else waits. False as well when it is lost. */
  async #comesSoon(answer: Promise<unknown>) {
    const { promise: over, resolve } = Promise.withResolvers<'late'>()
    const timer = setTimeout(resolve, this.#times.patienceMs, 'late' as const)
    const outcome = answer.then(
      () => true,
      (error) => !mayBeAskedElsewhere(error),
    )
    const first = await Promise.race([outcome, over])
    clearTimeout(timer)
    if (first !== 'late') return first
    this.#late += 1
    void outcome.then(() => {
      this.#late -= 1
    })
    return false
  }

  async #ask(server: WatchedServer, asked: Asked) {
    const result = await server.query(...asked)
    this.#servers.noteAnswerOf(server)
    return result
  }
}
