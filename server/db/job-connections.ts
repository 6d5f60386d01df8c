import type pg from 'pg'
import { isLostConnection, isTransientError } from './lost-connection.ts'

/** Reports broken connections to graphile-worker as timeouts, which it retries. Unhandled errors would end the process. */
export const poolForJobs = (pool: pg.Pool, { onListening, signal }: JobPoolOptions): pg.Pool =>
  withReplacedMethod(pool, 'connect', (listener?: Listener) => {
    if (signal.aborted) return Promise.withResolvers<never>().promise
    // The listening connection handles its own failures.
    return listener ? connectListener(pool, listener, onListening) : connectForJobs(pool)
  })

type JobPoolOptions = {
  /** Called first on the connection that listens for jobs. */
  onListening: (client: pg.PoolClient) => Promise<void>
  signal: AbortSignal
}
type Listener = Parameters<pg.Pool['connect']>[0]

function connectListener(pool: pg.Pool, listener: Listener, onListening: JobPoolOptions['onListening']) {
  pool.connect(async (error, client, release) => {
    if (client) await onListening(client)
    listener(error, client, () => release(true))
  })
}

async function connectForJobs(pool: pg.Pool) {
  const client = await pool.connect().catch(throwRetryable)
  return withReplacedMethod(client, 'query', (text: string | pg.QueryConfig, values?: unknown[]) =>
    client.query(text, values).catch(throwRetryable),
  )
}

const withReplacedMethod = <Target extends object>(object: Target, name: keyof Target, method: unknown) =>
  new Proxy(object, {
    get(_, property) {
      if (property === name) return method
      const value = Reflect.get(object, property)
      return typeof value === 'function' ? value.bind(object) : value
    },
  })

function throwRetryable(error: Error & { code?: string }): never {
  if (!isLostConnection(error) && !isTransientError(error)) throw error
  throw Object.assign(new Error(error.message, { cause: error }), { code: 'ETIMEDOUT' })
}

const holderKey = (holder: string) => `hashtextextended(${holder}, 8)`

/** A process with jobs also holds this lock, so that other processes can see whether it is alive. */
export async function lockHolder(client: pg.ClientBase, holder: string) {
  const lock = client.query(`select pg_advisory_lock_shared(${holderKey('$1')})`, [holder])
  // When this connection breaks, its listener opens another.
  await lock.catch(() => undefined)
}

/** Jobs of a killed process would stay locked for hours, as if they were still running. */
export async function unlockAllJobs(pool: pg.Pool) {
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
     from graphile_worker.jobs where locked_by is not null having count(*) > 0`,
  )
}

const deadHoldersQuery = `
  select distinct locked_by as holder from graphile_worker.jobs
  where locked_by is not null and ${holderKey('locked_by')} not in (
    select classid::bigint << 32 | objid::bigint from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database()))`

type AbandonedTimes = { checkIntervalMs: number; abandonedAfterMs: number }

/** Unlocks the jobs of processes that have been missing for a while. A reconnect takes less time than that. */
export function watchAbandonedJobs(pool: pg.Pool, { checkIntervalMs, abandonedAfterMs }: AbandonedTimes) {
  const missingSince = new Map<string, number>()
  async function check() {
    const { rows } = await pool.query<{ holder: string }>(deadHoldersQuery)
    const now = performance.now()
    const missing = new Set(rows.map(({ holder }) => holder))
    for (const holder of missingSince.keys()) if (!missing.has(holder)) missingSince.delete(holder)
    for (const holder of missing) if (!missingSince.has(holder)) missingSince.set(holder, now)
    const abandoned = [...missingSince].filter(([, since]) => now - since >= abandonedAfterMs).map(([holder]) => holder)
    if (abandoned.length > 0) await pool.query('select graphile_worker.force_unlock_workers($1)', [abandoned])
  }
  // While the database is unreachable, no process can be declared missing.
  const timer = setInterval(() => void check().catch(() => missingSince.clear()), checkIntervalMs).unref()
  return { stop: () => clearInterval(timer) }
}
