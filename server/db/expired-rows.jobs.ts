import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { importDays } from '#contract/limits.ts'
import type { Db } from './connection.ts'
import { addToCounts } from './member-counts.ts'

/** Hourly. Expired rows have no effect; this keeps tables small. Retention limits: docs/architecture.md. */
export const expiredRowsCrontab = '41 * * * * sweep-expired ?jobKey=sweep-expired'

export const expiredRowsJobs = ({ db }: { db: Db }): TaskList => ({
  'sweep-expired': () => sweepExpired(db),
})

export async function sweepExpired(db: Db) {
  const now = sql<Date>`now()`
  await db.deleteFrom('mail_links').where('expires_at', '<=', now).execute()
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('announcements').where('until', '<=', now).execute()
  await db.deleteFrom('invites').where('expires_at', '<', daysAgo(30)).execute()
  await db.deleteFrom('verifications').where('expires_at', '<=', now).execute()
  await db.deleteFrom('used_codes').where('used_at', '<', sql<Date>`now() - interval '5 minutes'`).execute()
  await db.deleteFrom('rate_limit_points').where('expire', '<=', Date.now()).execute()
  await db.deleteFrom('imports').where('created_at', '<', daysAgo(importDays)).execute()
  await db.deleteFrom('known_devices').where('seen_at', '<', daysAgo(deviceDays)).execute()
  await sweepRemovedSessions(db)
  await sql`delete from jwks where expires_at < ${daysAgo(30)}`.execute(db)
  await sql`delete from search_index_runs where completed_at < (select max(completed_at) from search_index_runs)`.execute(
    db,
  )
  await deleteFailedJobs(db)
}

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days})`

const deviceDays = 400

/** How long removed sessions are retained, so that an outdated browser does not upload them again. */
const removedSessionDays = 365

/** Removed sessions count until they are deleted here. */
async function sweepRemovedSessions(db: Db) {
  await sql`
    with deleted as (delete from focus_sessions where removed_at < ${daysAgo(removedSessionDays)} returning project_id),
    deleted_counts as (select project_id, count(*)::integer as sessions from deleted group by project_id),
    updated as (
      update projects set session_count = session_count - sessions from deleted_counts where id = project_id
      returning user_id, sessions
    )
    ${sql.raw(addToCounts('select user_id, 0, -sum(sessions)::integer, 0 from updated group by user_id'))}`.execute(db)
}

/** The payload of a failed email contains an address, and is useless a month later. */
async function deleteFailedJobs(db: Db) {
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where attempts >= max_attempts and updated_at < now() - interval '30 days' having count(*) > 0`.execute(db)
}
