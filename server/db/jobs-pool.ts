import type pg from 'pg'
import { gaveUp, isLostConnection } from './lost-connection.ts'

/**
 * The pool as graphile-worker is given it. It writes down the end of a job without waiting for it: where the connection
 * had just broken, the error was nobody's and ended the process, and the job would have stayed locked for hours. Errors
 * that it knows as passing it tries again for minutes; so a connection that broke, or cannot be had while others have
 * them all, is told to it as one that timed out. Once it is given up nothing is asked any more: the error would be
 * nobody's as well.
 */
export const poolForJobs = (pool: pg.Pool, { onListening, signal }: Wishes): pg.Pool =>
  replacing(pool, 'connect', (listener?: Listener) => {
    if (signal.aborted) return Promise.withResolvers<never>().promise
    // The one that listens sees to a broken connection by itself.
    return listener ? listen(pool, listener, onListening) : connectForJobs(pool)
  })

type Wishes = {
  /** What to ask at first on the connection that lives as long as jobs are taken. */
  onListening: (client: pg.PoolClient) => Promise<void>
  /** When it is given up. */
  signal: AbortSignal
}
type Listener = Parameters<pg.Pool['connect']>[0]

function listen(pool: pg.Pool, listener: Listener, onListening: Wishes['onListening']) {
  pool.connect(async (error, client, release) => {
    if (client) await onListening(client)
    listener(error, client, () => release(true))
  })
}

async function connectForJobs(pool: pg.Pool) {
  const client = await pool.connect().catch(asPassing)
  return replacing(client, 'query', (text: string | pg.QueryConfig, values?: unknown[]) =>
    client.query(text, values).catch(asPassing),
  )
}

/** The same object but for one method. */
const replacing = <Whole extends object>(whole: Whole, name: keyof Whole, method: unknown) =>
  new Proxy(whole, {
    get(_, asked) {
      if (asked === name) return method
      const value = Reflect.get(whole, asked)
      return typeof value === 'function' ? value.bind(whole) : value
    },
  })

function asPassing(error: Error & { code?: string }): never {
  if (!isLostConnection(error) && !gaveUp(error)) throw error
  throw Object.assign(new Error(error.message, { cause: error }), { code: 'ETIMEDOUT' })
}
