import type pg from 'pg'

const keyOf = (holder: string) => `hashtextextended(${holder}, 8)`

/**
 * Who holds jobs holds a lock as well, on a connection that lives as long as the process does: whether it is there, others see
 * by that.
 */
export async function sayWhoHolds(client: pg.ClientBase, holder: string) {
  const lock = client.query(`select pg_advisory_lock_shared(${keyOf('$1')})`, [holder])
  // Who listens on this connection opens another when it breaks.
  await lock.catch(() => undefined)
}

/** What a process that was killed held would stay locked for hours, as if it were still at work. */
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

/**
 * Where several processes are at work: gives back what one held that is gone, killed, or cut off for so long. A connection that is opened anew is missed for a moment, and nothing is taken for that.
 */
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
  // Nobody is known to be gone while the database does not answer.
  const timer = setInterval(() => void look().catch(() => gone.clear()), lookForGone).unref()
  return { stop: () => clearInterval(timer) }
}
