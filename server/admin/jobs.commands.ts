import { msg, plural } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import { z } from 'zod'
import { say } from '#contract/in-english.ts'
import { recordAction } from '#server/audit/audit.queries.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { type Jobs, jobsWithPayload } from '#server/db/jobs.ts'
import { withEarlierNames } from '#server/earlier-jobs.ts'
import { apiError } from '#server/http/errors.ts'
import { type CommandResult, command, flag, limit, oneOfValues, optionally, type Site, toPage } from './command.ts'
import { shortAddress, withoutAddresses } from './print-result.ts'

const jobStates = ['waiting', 'running', 'failed'] as const
type JobState = (typeof jobStates)[number]

const mailJobs = withEarlierNames([
  'send-account-mail',
  'send-digest',
  'send-moderation-email',
  'send-operator-link',
  'send-reply-email',
  'notify-pending-members',
] satisfies (keyof Jobs)[])
const state = {
  description: msg`only entries in this state`,
  value: jobStates.join('|'),
  shape: oneOfValues(jobStates).optional(),
}
const after = optionally({
  description: msg`continue after this ID, which the previous list ended with`,
  value: 'ID',
  shape: z.string().regex(/^\d{1,18}$/, say(msg`must be the ID from the end of a list`)),
})

const jobKinds = {
  job: {
    jobs: undefined,
    act: 'job retried',
    list: msg`Lists background jobs.`,
    id: msg`the id of a job`,
    retry: msg`Retries a failed job now, or all of them.`,
    idNeeded: msg`Name the id of a job, or use --all for all that failed.`,
    noneFailed: msg`No job has failed.`,
    outcomes: {
      absent: (id: string) => msg`No job ${{ id }}.`,
      done: (id: string) => msg`The job ${{ id }} is being retried.`,
      already: (id: string) => msg`The job ${{ id }} is about to run.`,
      running: (id: string) => msg`The job ${{ id }} is running.`,
      'not retried': (id: string) => msg`The job ${{ id }} has not failed; it is scheduled.`,
    },
  },
  mail: {
    jobs: mailJobs,
    act: 'mail retried',
    list: msg`Lists email that is queued or failed.`,
    id: msg`the id of a mail`,
    retry: msg`Retries a failed mail now, or all of them.`,
    idNeeded: msg`Name the id of a mail, or use --all for all that failed.`,
    noneFailed: msg`No mail has failed.`,
    outcomes: {
      absent: (id: string) => msg`No mail ${{ id }}.`,
      done: (id: string) => msg`The mail ${{ id }} is being retried.`,
      already: (id: string) => msg`The mail ${{ id }} is about to run.`,
      running: (id: string) => msg`The mail ${{ id }} is running.`,
      'not retried': (id: string) => msg`The mail ${{ id }} has not failed; it is scheduled.`,
    },
  },
} as const
type JobKind = (typeof jobKinds)[keyof typeof jobKinds]

const list = (jobKind: JobKind, commandName: string) =>
  command({
    name: commandName,
    summary: jobKind.list,
    options: { limit, state, after },
    run: async ({ db, config }, input) => {
      const jobs = await listJobs(db, {
        ...input,
        ...(jobKind.jobs && { jobs: jobKind.jobs }),
        limit: input.limit + 1,
      })
      const { page, next } = toPage(jobs, input.limit, (last) => last.id)
      const rows = page.map((job) => (jobKind.jobs ? mailRow(job, config.reportsTo) : jobRow(job)))
      return { rows, next }
    },
  })

const jobRow = ({ id, job, state, tries, maxTries, nextTry, since, error }: Job) => ({
  id,
  job,
  state,
  tries: `${tries} of ${maxTries}`,
  nextTry: state === 'waiting' ? nextTry : null,
  since,
  error: error && withoutAddresses(error.split('\n', 1)[0] ?? ''),
})

/** Moderation emails go to the address in the settings, account mails and digests to the account. */
const mailRow = (job: Job, reportsTo: string | undefined) => {
  const { job: _name, id, ...row } = jobRow(job)
  const isToMember = job.job === 'send-account-mail' || job.job === 'send-digest'
  const to = isToMember ? job.to : reportsTo
  return { id, about: job.about ?? job.job, member: job.member, to: to ? shortAddress(to) : null, ...row }
}

const retry = (jobKind: JobKind, commandName: string) => {
  const idParameter = { description: jobKind.id, shape: z.string().min(1).optional() }
  return command({
    name: commandName,
    summary: jobKind.retry,
    positionals: { id: idParameter },
    options: { all: flag(msg`all that failed`) },
    run: async (site, { id, all }) => {
      if (all === (id !== undefined)) throw apiError('invalid_request', jobKind.idNeeded)
      return id === undefined ? retryAll(site, jobKind) : retryOne(site, jobKind, id)
    },
  })
}

async function retryOne({ db, actor }: Site, jobKind: JobKind, id: string): Promise<CommandResult> {
  const outcome = await db.transaction().execute(async (tx) => {
    const retried = /^\d{1,18}$/.test(id) ? await retryJob(tx, id, jobKind.jobs) : 'absent'
    if (retried === 'done') await recordAction(tx, { actor, act: jobKind.act, subject: `job ${id}` })
    return retried
  })
  const says = jobKind.outcomes[outcome](id)
  if (outcome === 'absent') throw apiError('not_found', says)
  if (outcome === 'not retried') throw apiError('invalid_request', says)
  return { outcome: outcome === 'done' ? 'done' : 'already', says }
}

const retryAll = ({ db, actor }: Site, jobKind: JobKind) =>
  db.transaction().execute(async (tx): Promise<CommandResult> => {
    const count = await retryFailed(tx, jobKind.jobs)
    if (count === 0) return { outcome: 'already', says: jobKind.noneFailed }
    await recordAction(tx, { actor, act: jobKind.act, detail: { count } })
    return { outcome: 'done', says: retriedText(count) }
  })

const retriedText = (count: number) => msg`${plural({ count }, { one: '# being retried.', other: '# being retried.' })}`

type Job = {
  id: string
  job: string
  state: JobState
  tries: number
  maxTries: number
  nextTry: Date
  since: Date
  error: string | null
  /** These three are set for mails: subject, recipient and account. */
  about: string | null
  to: string | null
  member: string | null
}

/** Jobs with these names, in this state, with ids above the given one. Undefined selects all. */
type JobFilter = {
  jobs?: readonly string[]
  state?: JobState | undefined
  after?: string | undefined
  limit: number
}

/** graphile-worker considers a job with an older lock abandoned. */
const isLocked = sql`j.locked_at > now() - interval '4 hours'`
const stateSql = sql<JobState>`
  case when ${isLocked} then 'running' when j.attempts >= j.max_attempts then 'failed' else 'waiting' end`

const jobsSql = sql`
  select j.id, j.task_identifier as job, ${stateSql} as state, j.attempts as tries, j.max_attempts as "maxTries",
    j.run_at as "nextTry", j.created_at as since, j.last_error as error, coalesce(j.payload -> 'mail', j.payload) as mail
  from ${sql.raw(jobsWithPayload)} j`

async function listJobs(db: Db, { jobs, state, after = '0', limit }: JobFilter): Promise<Job[]> {
  const { rows } = await sql<Job>`
    select f.id::text, job, state, tries, "maxTries", "nextTry", since, error, mail ->> 'kind' as about,
      coalesce(mail ->> 'email', u.email) as to, coalesce(u.username, mail ->> 'username') as member
    from (${jobsSql}) f left join users u on u.id = (mail ->> 'userId')::uuid
    where f.id > ${after}::bigint
      and (${jobs ?? null}::text[] is null or job = any(${jobs ?? null}::text[]))
      and (${state ?? null}::text is null or state = ${state ?? null})
    order by f.id limit ${limit}`.execute(db)
  return rows
}

/** How many jobs and emails were given up. */
export async function countFailedJobs(db: Db) {
  const { rows } = await sql<{ jobs: number; mail: number }>`
    select count(*) filter (where job <> all(${mailJobs}::text[]))::int as jobs,
      count(*) filter (where job = any(${mailJobs}::text[]))::int as mail
    from (${jobsSql}) f where state = 'failed'`.execute(db)
  return rows[0] ?? { jobs: 0, mail: 0 }
}

type Retried = 'done' | 'already' | 'running' | 'not retried' | 'absent'

/** Retries a failed job now, with all its attempts. Uses the clock, as this transaction may have begun earlier. */
async function retryJob(tx: Tx, id: string, jobs?: readonly string[]): Promise<Retried> {
  await lockRetries(tx)
  const { rows } = await sql<{ state: JobState; job: string; isDue: boolean; tries: number }>`
    select task_identifier as job, ${stateSql} as state, run_at <= clock_timestamp() as "isDue", attempts as tries
    from graphile_worker.jobs j where id = ${id}::bigint`.execute(tx)
  const [row] = rows
  if (!row || (jobs && !jobs.includes(row.job))) return 'absent'
  if (row.state === 'running') return 'running'
  if (row.state === 'waiting' && row.isDue) return 'already'
  if (row.tries === 0) return 'not retried'
  const { rows: retried } = await sql`
    select from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`.execute(tx)
  return retried.length > 0 ? 'done' : 'running'
}

/** Operators who retry at the same time wait for each other, so that the second one sees what the first did. */
const lockRetries = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('retry jobs', 7))`.execute(tx)

/** Retries all failed jobs and returns the count. Scheduled jobs are unchanged. */
async function retryFailed(tx: Tx, jobs?: readonly string[]): Promise<number> {
  await lockRetries(tx)
  const { rows } = await sql<{ count: number }>`
    with failed as materialized (
      select id from graphile_worker.jobs j
      where attempts > 0 and (attempts >= max_attempts or run_at > clock_timestamp()) and (${isLocked}) is not true
        and (${jobs ?? null}::text[] is null or task_identifier = any(${jobs ?? null}::text[]))
    )
    select count(*)::int from graphile_worker.reschedule_jobs(
      (select coalesce(array_agg(id), '{}') from failed), run_at => now(), attempts => 0)`.execute(tx)
  return rows[0]?.count ?? 0
}

export const jobCommands = [
  list(jobKinds.mail, 'mail list'),
  retry(jobKinds.mail, 'mail retry'),
  list(jobKinds.job, 'jobs list'),
  retry(jobKinds.job, 'jobs retry'),
]
