import type pg from 'pg'
import { gaveUp, isLostConnection } from './lost-connection.ts'

/** Reports broken connections to graphile-worker as timeouts, which it retries. Unhandled errors would end the process. */
export const poolForJobs = (pool: pg.Pool, { onListening, signal }: Wishes): pg.Pool =>
  replacing(pool, 'connect', (listener?: Listener) => {
    if (signal.aborted) return Promise.withResolvers<never>().promise
    // The listening connection handles its own failures.
    return listener ? listen(pool, listener, onListening) : connectForJobs(pool)
  })

type Wishes = {
  /** Called first on the connection that listens for jobs. */
  onListening: (client: pg.PoolClient) => Promise<void>
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

const keyOf = (holder: string) => `hashtextextended(${holder}, 8)`

/** A process with jobs also holds this lock, so that other processes can see whether it is alive. */
export async function sayWhoHolds(client: pg.ClientBase, holder: string) {
  const lock = client.query(`select pg_advisory_lock_shared(${keyOf('$1')})`, [holder])
  // When this connection breaks, its listener opens another.
  await lock.catch(() => undefined)
}

/** Jobs of a killed process would stay locked for hours, as if they were still running. */
export async function freeAll(pool: pg.Pool) {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
     from graphile_worker.jobs where locked_by is not null having count(*) > 0`,
  )
}

const holdersWithoutLock = `
  select distinct locked_by as holder from graphile_worker.jobs
  where locked_by is not null and ${keyOf('locked_by')} not in (
    select classid::bigint << 32 | objid::bigint from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database()))`

type Times = { lookForGone: number; goneFor: number }

/** Unlocks the jobs of processes that have been missing for a while. A reconnect takes less time than that. */
export function freeAbandoned(pool: pg.Pool, { lookForGone, goneFor }: Times) {
  const gone = new Map<string, number>()
  async function look() {
    const { rows } = await pool.query<{ holder: string }>(holdersWithoutLock)
    const now = performance.now()
    const missed = new Set(rows.map(({ holder }) => holder))
    for (const holder of gone.keys()) if (!missed.has(holder)) gone.delete(holder)
    for (const holder of missed) if (!gone.has(holder)) gone.set(holder, now)
    const long = [...gone].filter(([, since]) => now - since >= goneFor).map(([holder]) => holder)
    if (long.length > 0) await pool.query('select graphile_worker.force_unlock_workers($1)', [long])
  }
  // While the database is unreachable, no process can be declared missing.
  const timer = setInterval(() => void look().catch(() => gone.clear()), lookForGone).unref()
  return { stop: () => clearInterval(timer) }
}
