import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connection.ts'

export const jobStates = ['waiting', 'at work', 'given up'] as const
type JobState = (typeof jobStates)[number]

export type Job = {
  id: string
  job: string
  state: JobState
  tries: number
  most: number
  nextTry: Date
  since: Date
  error: string | null
  /** Of a mail: what it is about, where it goes, and whose account it is about. */
  about: string | null
  to: string | null
  member: string | null
}

/** Which jobs: of these names, or of all; in this state, or in any; with ids above one. */
type Wanted = {
  jobs?: readonly string[]
  state?: JobState | undefined
  after?: string | undefined
  limit: number
}

/** As long as graphile-worker takes whoever holds a job for alive. */
const isHeld = sql`j.locked_at > now() - interval '4 hours'`
const stateOf = sql<JobState>`
  case when ${isHeld} then 'at work' when j.attempts >= j.max_attempts then 'given up' else 'waiting' end`

/** Of graphile-worker's own tables one is read: only there it stands what a mail is about. */
const found = sql`
  select j.id, j.task_identifier as job, ${stateOf} as state, j.attempts as tries, j.max_attempts as most,
    j.run_at as "nextTry", j.created_at as since, j.last_error as error, p.payload -> 'mail' as mail
  from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)`

export async function listJobs(db: Db, { jobs, state, after = '0', limit }: Wanted): Promise<Job[]> {
  const { rows } = await sql<Job>`
    select f.id::text, job, state, tries, most, "nextTry", since, error, mail ->> 'kind' as about,
      coalesce(mail ->> 'email', u.email) as to, coalesce(u.username, mail ->> 'username') as member
    from (${found}) f left join users u on u.id = (mail ->> 'userId')::uuid
    where f.id > ${after}::bigint
      and (${jobs ?? null}::text[] is null or job = any(${jobs ?? null}::text[]))
      and (${state ?? null}::text is null or state = ${state ?? null})
    order by f.id limit ${limit}`.execute(db)
  return rows
}

export type Retried = 'done' | 'already' | 'at work' | 'not tried' | 'absent'

/**
 * Lets a job that failed be tried at once, and as often again as one that is new. By the clock, since whoever was quicker
 * may have begun later than this transaction.
 */
export async function retryJob(tx: Tx, id: string, jobs?: readonly string[]): Promise<Retried> {
  await sql`select from graphile_worker._private_jobs where id = ${id}::bigint for update`.execute(tx)
  const { rows } = await sql<{ state: JobState; job: string; isDue: boolean; tries: number }>`
    select task_identifier as job, ${stateOf} as state, run_at <= clock_timestamp() as "isDue", attempts as tries
    from graphile_worker.jobs j where id = ${id}::bigint`.execute(tx)
  const [row] = rows
  if (!row || (jobs && !jobs.includes(row.job))) return 'absent'
  if (row.state === 'at work') return 'at work'
  if (row.state === 'waiting' && row.isDue) return 'already'
  if (row.tries === 0) return 'not tried'
  await sql`select graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`.execute(
    tx,
  )
  return 'done'
}

/** The same for all that failed; answers how many. What waits for its time is left alone. */
export async function retryFailed(tx: Tx, jobs?: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with failed as materialized (
      select id from graphile_worker.jobs j
      where attempts > 0 and (attempts >= max_attempts or run_at > clock_timestamp()) and (${isHeld}) is not true
        and (${jobs ?? null}::text[] is null or task_identifier = any(${jobs ?? null}::text[]))
    ),
    again as materialized (
      select id from graphile_worker._private_jobs where id in (select id from failed) for update skip locked
    )
    select count(*)::int from graphile_worker.reschedule_jobs(
      (select coalesce(array_agg(id), '{}') from again), run_at => now(), attempts => 0)`.execute(tx)
  return rows[0]?.count ?? 0
}
