import { setTimeout as pause } from 'node:timers/promises'
import { msg } from '@lingui/core/runtime-macro'
import { ERRORS, type Lock, type Locker } from '@tus/server'
import type pg from 'pg'
import { ApiError } from '#server/http/errors.ts'

type LockHolder = { requestRelease: () => unknown }

/** In milliseconds: how long to wait for an upload, and how often waiters and holders check. */
const lockTimeoutMs = 30_000
const retryIntervalMs = 100
const checkIntervalMs = 300

const busyMessage = msg`This file is still being prepared. Please try again in a moment.`

/** Two writers would mix an upload's bytes. The holder is asked to yield (it may be dead). Locks end with the process. */
export class UploadLocks implements Locker {
  readonly #pool: pg.Pool
  readonly #holders = new Map<string, LockHolder>()
  #connection: Promise<LockConnection> | undefined
  #checkTimer: NodeJS.Timeout | undefined

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  newLock(id: string): Lock {
    return {
      lock: (signal, requestRelease) => this.#acquire(id, signal, requestRelease),
      unlock: () => this.#release(id),
    }
  }

  async withLock<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    await this.#acquire(id, AbortSignal.timeout(lockTimeoutMs), () => undefined).catch((error) => {
      throw error === ERRORS.ERR_LOCK_TIMEOUT
        ? new ApiError('too_many_requests', busyMessage, { retryAfter: 10 })
        : error
    })
    try {
      return await work()
    } finally {
      await this.#release(id)
    }
  }

  async #acquire(id: string, signal: AbortSignal, requestRelease: LockHolder['requestRelease']) {
    const waitForRetry = createRetryWait(AbortSignal.any([signal, AbortSignal.timeout(lockTimeoutMs)]))
    for (let holder = this.#holders.get(id); holder; holder = this.#holders.get(id)) {
      holder.requestRelease()
      await waitForRetry()
    }
    this.#holders.set(id, { requestRelease })
    try {
      await this.#acquireFromOtherProcesses(id, waitForRetry)
    } catch (error) {
      await this.#release(id)
      throw error
    }
  }

  async #acquireFromOtherProcesses(id: string, waitForRetry: () => Promise<void>) {
    const connection = await this.#openConnection()
    if (await connection.acquire(id)) return
    await connection.requestRelease(id)
    try {
      while (!(await connection.acquire(id))) await waitForRetry()
    } finally {
      await connection.cancelRequest(id)
    }
  }

  async #release(id: string) {
    const connection = await this.#connection?.catch(() => undefined)
    await connection?.release(id).catch(() => connection.discard())
    this.#holders.delete(id)
    if (this.#holders.size === 0) this.#closeConnection()
  }

  #openConnection() {
    this.#connection ??= openLockConnection(this.#pool, () => this.#handleLostConnection())
    this.#checkTimer ??= setInterval(() => void this.#yieldToOtherProcesses(), checkIntervalMs)
    return this.#connection
  }

  #closeConnection() {
    clearInterval(this.#checkTimer)
    this.#connection?.then((connection) => connection.close()).catch(() => undefined)
    this.#checkTimer = undefined
    this.#connection = undefined
  }

  async #yieldToOtherProcesses() {
    const connection = await this.#connection?.catch(() => undefined)
    const requested = await connection?.listRequested([...this.#holders.keys()]).catch(() => [])
    for (const id of requested ?? []) this.#holders.get(id)?.requestRelease()
  }

  /** Without the connection all locks are released, so every writer must stop. */
  #handleLostConnection() {
    this.#closeConnection()
    for (const { requestRelease } of this.#holders.values()) requestRelease()
  }
}

function createRetryWait(deadline: AbortSignal) {
  return async () => {
    if (deadline.aborted) throw ERRORS.ERR_LOCK_TIMEOUT
    await pause(retryIntervalMs)
  }
}

export type LockConnection = Awaited<ReturnType<typeof openLockConnection>>

const lockKey = "hashtextextended('upload ' || $1, 0)"
const requestKey = "hashtextextended('upload lock request ' || $1, 0)"

/** A client that waits for an upload holds a shared lock on its request, so an exclusive lock on it fails. */
const requestedLocks = `
  with request as materialized (
    select id, hashtextextended('upload lock request ' || id, 0) as key from unnest($1::text[]) as id)
  select id from request where case when pg_try_advisory_lock(key) then not pg_advisory_unlock(key) else true end`

/** A connection that owns the locks, which end with it. `onLost` is called if it ends unexpectedly. */
async function openLockConnection(pool: pg.Pool, onLost: () => void) {
  const client = await pool.connect()
  let isCheckedOut = true
  const releaseClient = (isBroken: boolean) => {
    if (!isCheckedOut) return
    isCheckedOut = false
    client.off('end', handleEnd)
    client.release(isBroken)
  }
  function handleEnd() {
    releaseClient(true)
    onLost()
  }
  client.once('end', handleEnd)
  /** One query at a time, because all uploads of the process share the connection. */
  let last: Promise<unknown> = Promise.resolve()
  const query = <Row extends pg.QueryResultRow>(text: string, values: unknown[]) => {
    const result = last.then(() => client.query<Row>(text, values))
    last = result.catch(() => undefined)
    return result
  }
  const queryBoolean = async (condition: string, id: string) =>
    (await query<{ result: boolean }>(`select ${condition} as result`, [id])).rows[0]?.result === true

  return {
    acquire: (id: string) => queryBoolean(`pg_try_advisory_lock(${lockKey})`, id),
    release: (id: string) => queryBoolean(`pg_advisory_unlock(${lockKey})`, id),
    requestRelease: (id: string) => queryBoolean(`pg_advisory_lock_shared(${requestKey}) is not null`, id),
    cancelRequest: (id: string) => queryBoolean(`pg_advisory_unlock_shared(${requestKey})`, id),
    listRequested: async (ids: string[]) =>
      (await query<{ id: string }>(requestedLocks, [ids])).rows.map(({ id }) => id),
    close: () => releaseClient(false),
    /** Called when it is unknown which locks the connection holds. */
    discard: handleEnd,
  }
}
