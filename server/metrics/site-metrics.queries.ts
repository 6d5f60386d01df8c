import type pg from 'pg'

export async function readDatabaseSize(pool: pg.Pool) {
  const { rows } = await pool.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return Number(rows[0]?.bytes)
}

type Waiting = {
  jobs: { task: string; due: number; givenUp: number }[]
  oldestDueSeconds: number
  uploads: number
  uploadBytes: number
  reports: number
  signUps: number
  backupFailed: boolean
}

/** What waits for somebody: jobs, uploads, reports, sign-ups. */
export async function readWaiting(pool: pg.Pool): Promise<Waiting> {
  const { rows } = await pool.query<{ waiting: Waiting }>(`
    with jobs as (
      select task_identifier as task,
        count(*) filter (where attempts < max_attempts and run_at <= now() and locked_at is null) as due,
        count(*) filter (where attempts >= max_attempts) as "givenUp",
        min(run_at) filter (where attempts < max_attempts and run_at <= now() and locked_at is null) as oldest
      from graphile_worker.jobs group by task_identifier
    ),
    uploads as (select count(*) as number, coalesce(sum(byte_size), 0) as bytes from open_uploads)
    select json_build_object(
      'jobs', (select coalesce(json_agg(jobs), '[]') from jobs),
      'oldestDueSeconds', (select coalesce(extract(epoch from now() - min(oldest)), 0) from jobs),
      'uploads', uploads.number,
      'uploadBytes', uploads.bytes,
      'reports', (select count(*) from reports where resolved_at is null),
      'signUps', (select count(*) from users where awaiting_since is not null),
      'backupFailed', (select exists (
        select from graphile_worker.jobs where task_identifier = 'make-backup' and last_error is not null))
    ) as waiting from uploads`)
  const [row] = rows
  if (!row) throw new Error('PostgreSQL gave no row')
  return row.waiting
}
