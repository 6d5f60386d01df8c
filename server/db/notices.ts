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
  reopenFirst: 200,
  reopenMost: 5_000,
  /** A dead connection reports nothing, so the listener checks it regularly. */
  askEvery: 10_000,
  answerWithin: 2_000,
  /** Minimum intervals between sent notices and between handled notices, because clients may send any number. */
  tellEvery: 20,
  hearEvery: 20,
}

/** Notifies all processes that visible content has changed. A lost notice delays an update by seconds. */
export function openNotices({
  pool,
  log,
  ...given
}: { pool: pg.Pool; log: Log } & Partial<typeof noticeTimes>) {
  const times = { ...noticeTimes, ...given }
  const self = randomUUID()
  const listeners: Listener[] = []
  const stopping = new AbortController()
  const { signal } = stopping
  const heard = inTurn({ every: times.hearEvery, signal }, () => {
    for (const listener of listeners) listener()
  })
  const told = inTurn({ every: times.tellEvery, signal }, () =>
    pool
      .query({
        name: 'tell-change',
        text: 'select pg_notify($1, $2)',
        values: [channel, JSON.stringify({ from: self })],
      })
      .catch((err) => log.debug({ err }, 'could not notify other processes of a change')),
  )
  const listens = keepListening({
    ...{ pool, channel, log, signal, times },
    onBegun: heard.add,
    hear(payload) {
      const notice = read(payload)
      if (notice && notice.from !== self) heard.add()
    },
  })

  return {
    tell: told.add,
    /** Called for every change in another process, and when notices may have been missed. */
    subscribe: (listener: Listener) => void listeners.push(listener),
    async stop() {
      stopping.abort()
      await Promise.all([listens, told.done(), heard.done()])
    },
  }
}

/** Calls `act` immediately, then at most once per `every` milliseconds for all later notices together. */
function inTurn({ every, signal }: { every: number; signal: AbortSignal }, act: () => unknown) {
  let isWaiting = false
  let acting: Promise<void> | undefined
  async function actOnAll() {
    while (isWaiting) {
      isWaiting = false
      await act()
      await pause(every, undefined, { signal }).catch(() => undefined)
    }
    acting = undefined
  }
  return {
    add() {
      isWaiting = true
      acting ??= actOnAll()
    },
    done: () => acting,
  }
}

const sent = z.object({ from: z.string().max(64) })

const longest = 200

function read(payload: string) {
  if (payload.length > longest) return undefined
  try {
    return sent.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

const elsewhere = JSON.stringify({ from: 'elsewhere' })

export const tellOnce = (pool: pg.Pool) => pool.query('select pg_notify($1, $2)', [channel, elsewhere])

export const tellOnCommit = (tx: Tx) => sql`select pg_notify(${channel}, ${elsewhere})`.execute(tx)

type Listening = {
  pool: pg.Pool
  channel: string
  hear(payload: string): void
  /** Called at the start and after each reconnect: notices may have been missed. */
  onBegun(): void
  log: { debug(details: object, message: string): void }
  signal: AbortSignal
  times: typeof noticeTimes
}

/** Listens until the signal aborts, reconnecting as needed. Occupies one direct connection of the pool. */
export async function keepListening(listening: Listening) {
  const { signal, log, times } = listening
  for (let wait = times.reopenFirst; !signal.aborted; wait = Math.min(2 * wait, times.reopenMost)) {
    const began = () => {
      wait = times.reopenFirst
      listening.onBegun()
    }
    await listenOnce(listening, began).catch((err) =>
      log.debug({ err }, 'lost the connection for notifications from other processes; reconnecting'),
    )
    await pause(wait, undefined, { signal }).catch(() => undefined)
  }
}

async function listenOnce({ pool, channel, hear, signal, times }: Listening, began: () => void) {
  const client = await pool.connect()
  const ended = Promise.withResolvers<void>()
  const end = () => ended.resolve()
  client.once('end', end).once('error', end)
  client.on('notification', ({ payload = '' }) => hear(payload))
  signal.addEventListener('abort', end, { once: true })
  const listen = `listen ${channel}`
  const asking = setInterval(() => void ask(client, listen, times).catch(end), times.askEvery).unref()
  try {
    if (signal.aborted) end()
    // The connection may also die before it responds.
    const listens = client.query(listen).then(began)
    await Promise.race([listens, ended.promise])
    await ended.promise
  } finally {
    clearInterval(asking)
    signal.removeEventListener('abort', end)
    client.release(true)
  }
}

/** Repeating LISTEN has no effect, so it serves as a health check of the connection. */
async function ask(client: pg.PoolClient, listen: string, { answerWithin }: typeof noticeTimes) {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('The database does not respond.')), answerWithin)
  await Promise.race([client.query(listen), late.promise]).finally(() => clearTimeout(timer))
}
