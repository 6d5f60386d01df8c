import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { askPosition, orderOf } from './log-position.ts'
import { Primary } from './primary.ts'
import { ReadPool, type Wish } from './read-pool.ts'
import { Replica } from './replica.ts'
import { SessionReads } from './session-reads.ts'
import type { WatchedServer } from './watched-server.ts'

type Log = { warn(details: object, message: string): void }
type Options = {
  log: Log
  /** Past what lends connections, where something does. */
  direct?: pg.Pool
  everyMs?: number
  patienceMs?: number | undefined
  aloneMs?: number | undefined
}

/** Who answered a read: `primary`, or a replica by its number. */
export type CountRead = (server: string) => void

/** A replica that has not replayed enough is asked again at once, and this long, in milliseconds, it is waited for. */
const lookMs = 50
/** What changes back and forth is told once in this time, in milliseconds. */
const quietMs = 10_000

/** Where reads go while there are replicas; undefined where there are none, and then nothing is watched. */
export const openReads = (config: Pick<Config, 'replicas'>, pool: pg.Pool, options: Options) =>
  config.replicas && new Reads(config.replicas, pool, options)

/**
 * Decides which server a request reads from: a replica that is well, is not too far behind and has what the request has
 * seen; else the primary (docs/decisions/0044-reads-from-replicas.md).
 */
export class Reads {
  readonly maxLagS: number
  readonly sessions: SessionReads
  readonly #primary: Primary
  readonly #replicas: Replica[]
  readonly #log: Log
  readonly #direct: pg.Pool | undefined
  readonly #patienceMs: number
  readonly #told = new Map<Replica, { state: string; at: number }>()
  readonly #openedAt = performance.now()
  #count: CountRead = () => undefined
  #turn = 0

  constructor(
    { urls, maxLagS }: NonNullable<Config['replicas']>,
    pool: pg.Pool,
    { log, direct, everyMs = 250, patienceMs = 400, aloneMs = 120_000 }: Options,
  ) {
    const times = { everyMs, patienceMs }
    this.#log = log
    this.#direct = direct === pool ? undefined : direct
    this.#patienceMs = patienceMs
    this.maxLagS = maxLagS
    this.#primary = new Primary(pool, { ...times, tell: () => this.#hearPrimary() })
    const shared = { ...times, maxLagS, connections: pool.options.max, primary: this.#primary }
    this.#replicas = urls.map(
      (url, at) =>
        new Replica({ ...shared, url, number: at + 1, tell: (replica) => this.#hearReplica(replica) }),
    )
    this.sessions = new SessionReads(this.#forSessions, { patienceMs, aloneMs })
  }

  /** A pool for one request, which has seen what was written up to a position. */
  for({ position, primaryFirst = false }: { position?: string | undefined; primaryFirst?: boolean }) {
    return new ReadPool(this, { order: orderOf(position), primaryFirst })
  }

  /** Where the log ends behind what has been committed by now; undefined where the primary cannot say it. */
  async position() {
    const asked = askPosition(this.#primary.server as unknown as pg.Pool)
    const rows = await asked.catch(() => this.#askPositionPastThePool())
    return rows[0]?.position
  }

  /** The same for whoever needs it less than an answer. */
  positionSoon() {
    return Promise.race([this.position(), pause(this.#patienceMs, undefined)])
  }

  /** Whether there is a server that readers can be answered by, as far as is known without asking. */
  get canRead() {
    return this.#replicas.some(({ state }) => state === 'ready')
  }

  get isPrimaryThere() {
    return this.#primary.isThere
  }

  states() {
    return this.#replicas.map(({ number, state, lagS }) => ({ number, state, lagS }))
  }

  countWith(count: CountRead) {
    this.#count = count
  }

  /** The server to ask first. */
  async choose(wish: Wish): Promise<WatchedServer> {
    if (wish.primaryFirst && this.#primary.isThere) return this.#primary.server
    return (this.#pick(wish) ?? (await this.#lookFor(wish)))?.server ?? this.#primary.server
  }

  chooseAfter(failed: WatchedServer, wish: Wish): WatchedServer | undefined {
    if (failed !== this.#primary.server && this.#primary.isThere) return this.#primary.server
    const replica = this.#pick(wish, ({ server }) => server !== failed)?.server
    return replica ?? (failed === this.#primary.server ? undefined : this.#primary.server)
  }

  isBehind(server: WatchedServer) {
    return server !== this.#primary.server && this.#primary.isThere
  }

  noteAnswerOf(server: WatchedServer) {
    const replica = this.#replicas.find((each) => each.server === server)
    this.#count(replica ? String(replica.number) : 'primary')
  }

  get #forSessions() {
    return {
      primary: this.#primary.server,
      isPrimaryThere: () => this.#primary.isThere,
      findReplica: (order: number, mostMs: number) =>
        this.#pick({ order }, (replica) => replica.unsureMs <= mostMs)?.server,
      noteAnswerOf: (server: WatchedServer) => this.noteAnswerOf(server),
    }
  }

  async stop() {
    this.#primary.server.watch.stop()
    await Promise.all(this.#replicas.map((replica) => replica.stop()))
  }

  /** What lends connections may be full at the moment that something was written through it. */
  #askPositionPastThePool() {
    if (!this.#direct) return []
    return Promise.race([askPosition(this.#direct), pause(this.#patienceMs, [])]).catch(() => [])
  }

  /** The one with the fewest questions, and among equals the next in turn. */
  #pick({ order }: Pick<Wish, 'order'>, isMeant: (replica: Replica) => boolean = () => true) {
    const ready = this.#replicas.filter((each) => each.isReadyFor(order) && isMeant(each))
    const least = Math.min(...ready.map(({ server }) => server.underWay))
    const equal = ready.filter(({ server }) => server.underWay === least)
    this.#turn += 1
    return equal[this.#turn % equal.length]
  }

  /** What a replica said a moment ago is old to whoever has just written: mostly it has that too by now. */
  async #lookFor(wish: Wish) {
    const near = this.#replicas.filter(({ state }) => state === 'ready')
    if (near.length === 0) return undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, lookMs)
    const looks = near.map(async (replica) => {
      await replica.server.watch.ask()
      if (replica.isReadyFor(wish.order)) resolve()
    })
    void Promise.all(looks).then(() => resolve())
    await promise
    clearTimeout(timer)
    return this.#pick(wish)
  }

  /** Whoever waits for a primary that is silent is helped by others, if there are any. */
  #hearPrimary() {
    for (const replica of this.#replicas) replica.compare()
    if (!this.#primary.server.watch.heard && this.canRead) this.#primary.server.giveUp()
  }

  #hearReplica(replica: Replica) {
    const { number, state, server } = replica
    if (state === 'silent') {
      server.giveUp()
      server.dropConnections()
    }
    const told = this.#told.get(replica) ?? { state: 'ready', at: this.#openedAt }
    if (told.state === state || performance.now() - told.at < quietMs) return
    this.#told.set(replica, { state, at: performance.now() })
    const reason = state === 'silent' ? { reason: server.watch.reason } : {}
    this.#log.warn({ replica: number, state, ...reason }, 'a replica of the database has changed')
  }
}
