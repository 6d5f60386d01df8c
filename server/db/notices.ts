import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import type { Tx } from './connection.ts'

type Listener = () => void
type Log = { debug(details: object, message: string): void }

const channel = 'foldout_changes'
export const noticeTimes = {
  /** First and maximum delay before reconnecting, in milliseconds. */
  minReconnectMs: 200,
  maxReconnectMs: 5_000,
  /** A dead connection reports nothing, so the listener checks it regularly. */
  pingIntervalMs: 10_000,
  pingTimeoutMs: 2_000,
  /** Minimum intervals between sent notices and between handled notices, because clients may send any number. */
  sendIntervalMs: 20,
  receiveIntervalMs: 20,
}

/** Notifies all processes that visible content has changed. A lost notice delays an update by seconds. */
export function openNotices({ pool, log, ...overrides }: { pool: pg.Pool; log: Log } & Partial<typeof noticeTimes>) {
  const times = { ...noticeTimes, ...overrides }
  const self = randomUUID()
  const listeners: Listener[] = []
  const stopping = new AbortController()
  const { signal } = stopping
  const incoming = createThrottle({ intervalMs: times.receiveIntervalMs, signal }, () => {
    for (const listener of listeners) listener()
  })
  const outgoing = createThrottle({ intervalMs: times.sendIntervalMs, signal }, () =>
    pool
      .query({
        name: 'notify-change',
        text: 'select pg_notify($1, $2)',
        values: [channel, JSON.stringify({ from: self })],
      })
      .catch((err) => log.debug({ err }, 'could not notify other processes of a change')),
  )
  const listening = keepListening({
    pool,
    channel,
    log,
    signal,
    times,
    onConnected: incoming.trigger,
    onNotice(payload) {
      const notice = parseNotice(payload)
      if (notice && notice.from !== self) incoming.trigger()
    },
  })

  return {
    notify: outgoing.trigger,
    /** Called for every change in another process, and when notices may have been missed. */
    subscribe: (listener: Listener) => void listeners.push(listener),
    async stop() {
      stopping.abort()
      await Promise.all([listening, outgoing.whenIdle(), incoming.whenIdle()])
    },
  }
}

/** Calls `action` immediately, then at most once per interval for all later notices together. */
function createThrottle({ intervalMs, signal }: { intervalMs: number; signal: AbortSignal }, action: () => unknown) {
  let isPending = false
  let running: Promise<void> | undefined
  async function runPending() {
    while (isPending) {
      isPending = false
      await action()
      await pause(intervalMs, undefined, { signal }).catch(() => undefined)
    }
    running = undefined
  }
  return {
    trigger() {
      isPending = true
      running ??= runPending()
    },
    whenIdle: () => running,
  }
}

const noticeSchema = z.object({ from: z.string().max(64) })

const maxPayloadLength = 200

function parseNotice(payload: string) {
  if (payload.length > maxPayloadLength) return undefined
  try {
    return noticeSchema.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

const externalNotice = JSON.stringify({ from: 'elsewhere' })

export const notifyNow = (pool: pg.Pool) => pool.query('select pg_notify($1, $2)', [channel, externalNotice])

export const notifyOnCommit = (tx: Tx) => sql`select pg_notify(${channel}, ${externalNotice})`.execute(tx)

type ListenOptions = {
  pool: pg.Pool
  channel: string
  onNotice(payload: string): void
  /** Called at the start and after each reconnect: notices may have been missed. */
  onConnected(): void
  log: { debug(details: object, message: string): void }
  signal: AbortSignal
  times: typeof noticeTimes
}

/** Listens until the signal aborts, reconnecting as needed. Occupies one direct connection of the pool. */
export async function keepListening(options: ListenOptions) {
  const { signal, log, times } = options
  for (let delayMs = times.minReconnectMs; !signal.aborted; delayMs = Math.min(2 * delayMs, times.maxReconnectMs)) {
    const onListening = () => {
      delayMs = times.minReconnectMs
      options.onConnected()
    }
    await listenOnce(options, onListening).catch((err) =>
      log.debug({ err }, 'lost the connection for notifications from other processes; reconnecting'),
    )
    await pause(delayMs, undefined, { signal }).catch(() => undefined)
  }
}

async function listenOnce({ pool, channel, onNotice, signal, times }: ListenOptions, onListening: () => void) {
  const client = await pool.connect()
  const ended = Promise.withResolvers<void>()
  const end = () => ended.resolve()
  client.once('end', end).once('error', end)
  client.on('notification', ({ payload = '' }) => onNotice(payload))
  signal.addEventListener('abort', end, { once: true })
  const stopping = new AbortController()
  // Repeating LISTEN has no effect, so it serves as a health check of the connection.
  const listen = () => respondInTime(client.query(`listen ${channel}`), times)
  const keepChecking = async () => {
    await listen()
    onListening()
    for (;;) {
      await pause(times.pingIntervalMs, undefined, { signal: stopping.signal, ref: false })
      await listen()
    }
  }
  try {
    if (signal.aborted) end()
    await Promise.race([keepChecking(), ended.promise])
  } finally {
    stopping.abort()
    signal.removeEventListener('abort', end)
    client.release(true)
  }
}

async function respondInTime(query: Promise<unknown>, { pingTimeoutMs }: typeof noticeTimes) {
  const timedOut = Promise.withResolvers<never>()
  const timer = setTimeout(() => timedOut.reject(new Error('The database does not respond.')), pingTimeoutMs)
  await Promise.race([query, timedOut.promise]).finally(() => clearTimeout(timer))
}
