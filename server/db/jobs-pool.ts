import type pg from 'pg'
import { isLostConnection } from './lost-connection.ts'

/**
 * The pool as graphile-worker is given it. It writes down the end of a job without waiting for it: where the connection
 * had just broken, the error was nobody's and ended the process, and the job would have stayed locked for hours. Errors
 * that it knows as passing it tries again for minutes; so a connection that broke is told to it as one that timed out.
 */
export const poolForJobs = (pool: pg.Pool): pg.Pool =>
  replacing(pool, 'connect', (listener?: Listener) =>
    // The one that listens sees to a broken connection by itself.
    listener ? pool.connect(listener) : connectForJobs(pool),
  )

type Listener = Parameters<pg.Pool['connect']>[0]

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

function asPassing(error: Error): never {
  if (!isLostConnection(error)) throw error
  throw Object.assign(new Error(error.message, { cause: error }), { code: 'ETIMEDOUT' })
}
