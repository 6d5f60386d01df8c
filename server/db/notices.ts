import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import type { Tx } from './connection.ts'
import { keepListening, listeningTimes } from './listening.ts'

type Listener = () => void
type Log = { debug(details: object, message: string): void }

const channel = 'foldout_changes'
/**
 * A process tells no more often than each so many milliseconds, however much happens there, and acts on what it hears no
 * more often: whoever may connect to the database can send anything, however often.
 */
const times = { ...listeningTimes, tellEvery: 20, hearEvery: 20 }

/**
 * Processes with one database tell each other through it what visitors see anew
 * (docs/decisions/0045-changes-are-told-through-the-database.md). It is a hint, after the commit: one that is lost costs the
 * seconds that pages are kept for.
 */
export function openNotices({ pool, log, ...given }: { pool: pg.Pool; log: Log } & Partial<typeof times>) {
  const { tellEvery, hearEvery, ...listening } = { ...times, ...given }
  const self = randomUUID()
  const listeners: Listener[] = []
  const stopping = new AbortController()
  const { signal } = stopping
  const heard = inTurn({ every: hearEvery, signal }, () => {
    for (const listener of listeners) listener()
  })
  const told = inTurn({ every: tellEvery, signal }, () =>
    pool
      .query({
        name: 'tell-change',
        text: 'select pg_notify($1, $2)',
        values: [channel, JSON.stringify({ from: self })],
      })
      .catch((err) => log.debug({ err }, 'other processes were not told of a change')),
  )
  const listens = keepListening({
    ...{ pool, channel, log, signal, times: listening },
    onBegun: heard.add,
    hear(payload) {
      const notice = read(payload)
      if (notice && notice.from !== self) heard.add()
    },
  })

  return {
    /** Tells the others, soon: to be called when a change is committed. */
    tell: told.add,
    /** Is told of every change in another process, and when some may have been missed. */
    subscribe: (listener: Listener) => void listeners.push(listener),
    async stop() {
      stopping.abort()
      await Promise.all([listens, told.done(), heard.done()])
    },
  }
}

/** Acts on a notice at once, and then at most each so many milliseconds on all that came meanwhile. */
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

/** What none of ours has sent is none. */
function read(payload: string) {
  if (payload.length > longest) return undefined
  try {
    return sent.safeParse(JSON.parse(payload)).data
  } catch {
    return undefined
  }
}

const elsewhere = JSON.stringify({ from: 'elsewhere' })

/** For a command beside the site: as `tell`, and done when it is. */
export const tellOnce = (pool: pg.Pool) => pool.query('select pg_notify($1, $2)', [channel, elsewhere])

/** Tells every process when this transaction is committed. */
export const tellOnCommit = (tx: Tx) => sql`select pg_notify(${channel}, ${elsewhere})`.execute(tx)
