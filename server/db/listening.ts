import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

export const listeningTimes = {
  /** How long until a connection that broke is opened anew, the first time and at most. */
  reopenFirst: 200,
  reopenMost: 5_000,
  /** A cable that was cut says nothing: whoever listens asks whether anybody is there. */
  askEvery: 10_000,
  answerWithin: 2_000,
}
type Times = typeof listeningTimes

type Listening = {
  pool: pg.Pool
  channel: string
  hear(payload: string): void
  /** At the start and after each loss: what was told meanwhile has been missed. */
  onBegun(): void
  log: { debug(details: object, message: string): void }
  signal: AbortSignal
  times: Times
}

/**
 * Listens until the signal ends it, and again whenever the connection was lost. Takes one connection of the pool for good,
 * which must lead to the database itself: a pgbouncer in between passes nothing on.
 */
export async function keepListening(listening: Listening) {
  const { signal, log, times } = listening
  for (let wait = times.reopenFirst; !signal.aborted; wait = Math.min(2 * wait, times.reopenMost)) {
    const began = () => {
      wait = times.reopenFirst
      listening.onBegun()
    }
    await listenOnce(listening, began).catch((err) =>
      log.debug({ err }, 'changes of other processes are not heard for a moment'),
    )
    await pause(wait, undefined, { signal }).catch(() => undefined)
  }
}

/** Ends when the connection does. */
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
    // The line may fall silent before the answer, too.
    const listens = client.query(listen).then(began)
    await Promise.race([listens, ended.promise])
    await ended.promise
  } finally {
    clearInterval(asking)
    signal.removeEventListener('abort', end)
    client.release(true)
  }
}

/** Listening again changes nothing, and says whether anybody is there. */
async function ask(client: pg.PoolClient, listen: string, { answerWithin }: Times) {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('The database does not answer.')), answerWithin)
  await Promise.race([client.query(listen), late.promise]).finally(() => clearTimeout(timer))
}
