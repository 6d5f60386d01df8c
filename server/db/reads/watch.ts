import type pg from 'pg'
import { leave } from '../servers/ask-server.ts'
import { orderOf, positionSql } from './log-position.ts'
import type { Heard } from './primary-log.ts'

export type WatchTimes = {
  /** How often a server is asked, in milliseconds, and how long it may take to answer. */
  everyMs: number
  patienceMs: number
}

/**
 * A replica shows everything up to the newest commit that it has replayed, and, where it has replayed whatever its primary had
 * when it was last heard, up to then; that is told to roles with `pg_read_all_stats` alone. Both by its own clock.
 */
const ageSql = `case when pg_is_in_recovery() then 1000 * extract(epoch from least(
    clock_timestamp() - pg_last_xact_replay_timestamp(),
    (select clock_timestamp() - last_msg_receipt_time from pg_stat_wal_receiver
     where latest_end_lsn <= pg_last_wal_replay_lsn()))) else 0 end::float8`

const question = `select ${positionSql} as position, pg_is_in_recovery() as "isReplica", ${ageSql} as age,
  (select system_identifier::text from pg_control_system()) as system`

type Answer = { position: string | null; isReplica: boolean; age: number | null; system: string }

/**
 * Asks a server where it stands, several times a second, on a connection of its own: that of a pool may wait behind
 * others. What it last said is `heard`; undefined as long as it does not answer.
 */
export class Watch {
  heard: Heard | undefined
  /** The code of what it failed with, or nothing. */
  reason: string | undefined
  #isStopped = false
  readonly #pool: pg.Pool
  readonly #times: WatchTimes
  readonly #tell: () => void
  readonly #timer: NodeJS.Timeout
  #client: pg.Client | undefined
  #asking: Promise<void> | undefined

  constructor(pool: pg.Pool, { tell, ...times }: WatchTimes & { tell: () => void }) {
    this.#pool = pool
    this.#times = times
    this.#tell = tell
    this.#timer = setInterval(() => void this.ask(), times.everyMs).unref()
    void this.ask()
  }

  /** Whoever asks while it is being asked hears the same answer. */
  ask(): Promise<void> {
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    return this.#asking
  }

  stop() {
    clearInterval(this.#timer)
    this.#isStopped = true
    this.#drop(this.#client)
  }

  async #ask() {
    const stopWaiting = afterAll(this.#times.patienceMs, () => this.#fallSilent())
    try {
      this.#client ??= await this.#connect()
      const at = performance.now()
      const { rows } = await this.#client.query<Answer>(question)
      const [answer] = rows
      if (answer && this.#client)
        this.heard = {
          at,
          until: performance.now(),
          order: orderOf(answer.position),
          isReplica: answer.isReplica,
          system: answer.system,
          ageMs: Math.max(0, answer.age ?? Number.POSITIVE_INFINITY),
        }
    } catch (error) {
      this.reason = (error as NodeJS.ErrnoException).code
      this.#fallSilent()
    }
    stopWaiting()
    this.#tell()
  }

  /** Where the pool connects to by now. That may take longer than an answer, where a host of several is silent. */
  async #connect() {
    const { Client } = this.#pool as unknown as { Client: typeof pg.Client }
    const client = new Client(this.#pool.options)
    client.on('error', () => this.#fallSilent(client))
    await client.connect()
    // It took so long that nobody wants it any more.
    if (this.#isStopped) leave(client)
    return client
  }

  #fallSilent(client = this.#client) {
    if (client === this.#client) this.heard = undefined
    this.#drop(client)
    this.#tell()
  }

  #drop(client: pg.Client | undefined) {
    if (client === this.#client) this.#client = undefined
    if (client) leave(client)
  }
}

/** Calls when something takes longer. A process that was busy itself reads first what has come meanwhile. */
function afterAll(ms: number, call: () => void) {
  let timer = setTimeout(() => {
    timer = setTimeout(call, 10)
  }, ms)
  return () => clearTimeout(timer)
}
