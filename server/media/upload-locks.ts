import { setTimeout as pause } from 'node:timers/promises'
import { ERRORS, type Lock, type Locker } from '@tus/server'
import type pg from 'pg'
import { Refusal } from '#server/http/errors.ts'

type Holder = { giveWay: () => unknown }

/** In milliseconds: how long to wait for an upload, and how often waiters and holders check. */
const patience = 30_000
const lookEvery = 100
const watchEvery = 300

const busy = 'This file is still being prepared. Please try again in a moment.'

/** Two writers would mix an upload's bytes. The holder is asked to yield (it may be dead). Locks end with the process. */
export class UploadLocks implements Locker {
  readonly #pool: pg.Pool
  readonly #held = new Map<string, Holder>()
  #connection: Promise<LockConnection> | undefined
  #watch: NodeJS.Timeout | undefined

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  newLock(id: string): Lock {
    return {
      lock: (signal, giveWay) => this.#take(id, signal, giveWay),
      unlock: () => this.#leave(id),
    }
  }

  async holding<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    await this.#take(id, AbortSignal.timeout(patience), () => undefined).catch((error) => {
      throw error === ERRORS.ERR_LOCK_TIMEOUT
        ? new Refusal('too_many_requests', busy, { retryAfter: 10 })
        : error
    })
    try {
      return await work()
    } finally {
      await this.#leave(id)
    }
  }

  async #take(id: string, signal: AbortSignal, giveWay: Holder['giveWay']) {
    const turn = lookUntil(AbortSignal.any([signal, AbortSignal.timeout(patience)]))
    for (let before = this.#held.get(id); before; before = this.#held.get(id)) {
      before.giveWay()
      await turn()
    }
    this.#held.set(id, { giveWay })
    try {
      await this.#takeFromOtherProcesses(id, turn)
    } catch (error) {
      await this.#leave(id)
      throw error
    }
  }

  async #takeFromOtherProcesses(id: string, turn: () => Promise<void>) {
    const connection = await this.#openConnection()
    if (await connection.take(id)) return
    await connection.ask(id)
    try {
      while (!(await connection.take(id))) await turn()
    } finally {
      await connection.stopAsking(id)
    }
  }

  async #leave(id: string) {
    const connection = await this.#connection?.catch(() => undefined)
    await connection?.leave(id).catch(() => connection.drop())
    this.#held.delete(id)
    if (this.#held.size === 0) this.#closeConnection()
  }

  #openConnection() {
    this.#connection ??= openLockConnection(this.#pool, () => this.#lose())
    this.#watch ??= setInterval(() => void this.#giveWayToOtherProcesses(), watchEvery)
    return this.#connection
  }

  #closeConnection() {
    clearInterval(this.#watch)
    this.#connection?.then((connection) => connection.close()).catch(() => undefined)
    this.#watch = undefined
    this.#connection = undefined
  }

  async #giveWayToOtherProcesses() {
    const connection = await this.#connection?.catch(() => undefined)
    const requested = await connection?.listRequested([...this.#held.keys()]).catch(() => [])
    for (const id of requested ?? []) this.#held.get(id)?.giveWay()
  }

  /** Without the connection all locks are released, so every writer must stop. */
  #lose() {
    this.#closeConnection()
    for (const { giveWay } of this.#held.values()) giveWay()
  }
}

function lookUntil(end: AbortSignal) {
  return async () => {
    if (end.aborted) throw ERRORS.ERR_LOCK_TIMEOUT
    await pause(lookEvery)
  }
}

export type LockConnection = Awaited<ReturnType<typeof openLockConnection>>

const key = "hashtextextended('upload ' || $1, 0)"
const wish = "hashtextextended('wish for upload ' || $1, 0)"

/** A client that waits for an upload holds a shared lock on the wish, so an exclusive lock on it fails. */
const requested = `
  with wish as materialized (
    select id, hashtextextended('wish for upload ' || id, 0) as key from unnest($1::text[]) as id)
  select id from wish where case when pg_try_advisory_lock(key) then not pg_advisory_unlock(key) else true end`

/** A connection that owns the locks, which end with it. `onLost` is called if it ends unexpectedly. */
async function openLockConnection(pool: pg.Pool, onLost: () => void) {
  const client = await pool.connect()
  let isOurs = true
  const giveBack = (isBroken: boolean) => {
    if (!isOurs) return
    isOurs = false
    client.off('end', lose)
    client.release(isBroken)
  }
  function lose() {
    giveBack(true)
    onLost()
  }
  client.once('end', lose)
  const isTrue = async (condition: string, id: string) =>
    (await client.query<{ yes: boolean }>(`select ${condition} as yes`, [id])).rows[0]?.yes === true

  return {
    take: (id: string) => isTrue(`pg_try_advisory_lock(${key})`, id),
    leave: (id: string) => isTrue(`pg_advisory_unlock(${key})`, id),
    ask: (id: string) => isTrue(`pg_advisory_lock_shared(${wish}) is not null`, id),
    stopAsking: (id: string) => isTrue(`pg_advisory_unlock_shared(${wish})`, id),
    listRequested: async (ids: string[]) =>
      (await client.query<{ id: string }>(requested, [ids])).rows.map(({ id }) => id),
    close: () => giveBack(false),
    /** For when it is unknown which locks it holds. */
    drop: lose,
  }
}
