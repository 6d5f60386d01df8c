import { openPool } from '../connection.ts'
import type { Primary } from './primary.ts'
import type { Heard } from './primary-log.ts'
import type { WatchTimes } from './watch.ts'
import { WatchedServer } from './watched-server.ts'

/** `primary`: it has become one. `stranger`: it is no copy of our primary, or has what that never wrote. */
export type ReplicaState = 'ready' | 'behind' | 'silent' | 'primary' | 'stranger'

type ReplicaOptions = WatchTimes & {
  url: string
  number: number
  connections: number
  maxLagS: number
  primary: Primary
  tell: (replica: Replica) => void
}

/** Nobody waits longer than this for a connection of a replica, in milliseconds: the primary is asked then. */
const connectTimeout = 700

/** A copy of the primary, which is asked only while it is well. */
export class Replica {
  /** As it stands in the setting, from 1. Its address is nobody's business. */
  readonly number: number
  readonly server: WatchedServer
  readonly #maxLagS: number
  readonly #primary: Primary
  readonly #stop: () => Promise<void>
  /** By `performance.now`: what had happened by then, it shows. */
  #shows = Number.NEGATIVE_INFINITY
  /** What it said last that the primary is still to be compared with. */
  #said: Heard | undefined
  #isAhead = false

  constructor({ url, number, connections, maxLagS, primary, tell, ...times }: ReplicaOptions) {
    const pool = openPool({ connectionString: url }, connections, { connectTimeout })
    this.number = number
    this.#maxLagS = maxLagS
    this.#primary = primary
    this.server = new WatchedServer(pool, {
      ...times,
      tell: () => {
        this.#note()
        this.#said = this.server.watch.heard && (this.#said ?? this.server.watch.heard)
        tell(this)
      },
    })
    this.#stop = () => pool.end()
  }

  get lagS() {
    const { heard } = this.server.watch
    return heard ? this.#primary.log.lagOf(heard) : Number.POSITIVE_INFINITY
  }

  /**
   * One that has become a primary may be another than ours: as long as ours answers, it is left alone. Once ours does not,
   * it is the one to ask.
   */
  get state(): ReplicaState {
    const { heard } = this.server.watch
    if (!heard) return 'silent'
    if (heard.system !== this.#primary.system || (heard.isReplica && this.#isAhead)) return 'stranger'
    if (!heard.isReplica) return this.#primary.isThere ? 'primary' : 'ready'
    return this.lagS <= this.#maxLagS ? 'ready' : 'behind'
  }

  /** Whether it may be asked by somebody who has seen so much. */
  isReadyFor(order: number) {
    return this.state === 'ready' && (this.server.watch.heard?.order ?? 0) >= order
  }

  /** For how long, in milliseconds, it may be that something happened which it does not show. */
  get unsureMs() {
    return performance.now() - Math.max(this.#shows, this.#primary.heardAt)
  }

  /**
   * To be called whenever the primary was heard. A copy that had more before than the primary has afterwards is one of a
   * primary of before, and shows what was given up when another was promoted.
   */
  compare() {
    const { heard } = this.#primary.server.watch
    if (!heard || heard.isReplica || !this.#said || heard.at < this.#said.until) return
    this.#isAhead = this.#said.order > heard.order
    this.#said = undefined
  }

  async stop() {
    this.server.watch.stop()
    this.server.giveUp()
    this.server.dropConnections()
    await this.#stop()
  }

  #note() {
    const { heard } = this.server.watch
    if (heard) this.#shows = Math.max(this.#shows, heard.at - heard.ageMs)
  }
}
