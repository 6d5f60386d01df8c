import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type Job, Logger, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db, Tx } from './connection.ts'
import { lockHolder, poolForJobs, unlockAllJobs, watchAbandonedJobs } from './job-connections.ts'

/** The payload of each job that is enqueued. The module of a job declares it. */
// biome-ignore lint/suspicious/noEmptyInterface: modules extend it.
export interface Jobs {}

/**
 * SQL for jobs with their payloads, and for the names of all tasks that ever had a job. These tables are private to
 * graphile-worker, but its public view has neither. Nothing else may read them.
 */
export const jobsWithPayload =
  '(select jobs.*, payload from graphile_worker.jobs join graphile_worker._private_jobs using (id))'
export const taskNames = '(select identifier from graphile_worker._private_tasks)'

type JobOptions = {
  afterSeconds?: number
  at?: Date
  key?: string | null
  queue?: string | null
  maxTries?: number | null
}

/**
 * Enqueues a job in this transaction; its module declares the payload. It replaces a job with the same `key` that has not started. Jobs of one `queue` run one
 * at a time.
 */
export async function enqueueJob<Name extends keyof Jobs>(
  tx: Tx,
  name: Name,
  payload: Jobs[Name],
  { afterSeconds = 0, at, key = null, queue = null, maxTries = null }: JobOptions = {},
) {
  const runAt = at ? sql`${at}::timestamptz` : sql`now() + make_interval(secs => ${afterSeconds})`
  await sql`select graphile_worker.add_job(
    ${name}, ${JSON.stringify(payload)}::json, run_at => ${runAt}, job_key => ${key}, queue_name => ${queue},
    max_attempts => ${maxTries})`.execute(tx)
}

/** Cancels the job with this key, unless it has started. */
export const cancelJob = (tx: Tx, key: string) => sql`select graphile_worker.remove_job(${key})`.execute(tx)

type Log = Record<'error' | 'warn' | 'debug', (details: object, message: string) => void>

/** After a stop, no job runs here or stays locked, unless the database is unreachable. */
type RunningJobs = { stop(): Promise<void> }

export const jobTimes = {
  /** How late a scheduled job may start. */
  pollMs: 1_000,
  /** How long a stop waits for running jobs, and for idle workers, which retry an unreachable database for minutes. */
  maxStopMs: 30_000,
  idleStopMs: 2_000,
  /** How often to look for missing processes, and how long one must be missing. */
  checkIntervalMs: 30_000,
  abandonedAfterMs: 120_000,
}

/** `crontab` is in graphile-worker's notation. `isAlone`: no other process can use this database. */
export async function startJobs(
  pool: pg.Pool,
  taskList: TaskList,
  crontab: string,
  log: Log,
  { isAlone = false, ...overrides }: { isAlone?: boolean } & Partial<typeof jobTimes> = {},
): Promise<RunningJobs> {
  const times = { ...jobTimes, ...overrides }
  if (isAlone) await unlockAllJobs(pool)
  const events: WorkerEvents = new EventEmitter()
  let holder = ''
  const runningJobs = new Set<string>()
  events.on('job:start', ({ job }) => void runningJobs.add(job.id))
  events.on('job:complete', ({ job }) => void runningJobs.delete(job.id))
  events.on('pool:create', ({ workerPool }) => {
    holder = workerPool.id
  })
  const stopConnections = new AbortController()
  const onListening = async (client: pg.PoolClient) => {
    if (!isAlone) await lockHolder(client, holder)
  }
  const runner = await run({
    pgPool: poolForJobs(pool, { onListening, signal: stopConnections.signal }),
    taskList,
    crontab,
    events,
    // Two for short jobs, and one each for PDFs, imports and backups.
    concurrency: 5,
    noHandleSignals: true,
    pollInterval: times.pollMs,
    logger: new Logger(() => (level, message, meta) => {
      if (meta?.failure) logFailure(log, meta as JobFailure)
      else if (level === 'error') log.error({}, message)
      else if (level === 'warning') log.warn({}, message)
      else log.debug({}, message)
    }),
  })
  const abandonedWatch = isAlone ? undefined : watchAbandonedJobs(pool, times)
  return {
    async stop() {
      abandonedWatch?.stop()
      const ended = runner.stop().then(() => waitUntilUnlocked(pool, holder))
      await waitForEnd(ended, times, () => runningJobs.size === 0)
      stopConnections.abort()
    },
  }
}

type JobFailure = { job: Job; error: Error }

/** A failed email explains itself in its message; other errors need the stack. */
function logFailure(log: Log, { job, error }: JobFailure) {
  const { id, task_identifier: name, attempts: attempt, max_attempts: maxAttempts } = job
  const { kind } = (job.payload as { mail?: { kind?: string } }).mail ?? {}
  const line = `The job ${name}${kind ? ` (${kind})` : ''} failed, attempt ${attempt} of ${maxAttempts}: ${error.message}`
  const details = { job: name, id, attempt, of: maxAttempts }
  if (error.name === 'MailError') log.warn(details, line)
  else log.error({ ...details, err: error }, line)
}

const stepMs = 50

/** Stops waiting for an unreachable database. Other processes get the jobs that stay locked. */
async function waitForEnd(ended: Promise<void>, times: typeof jobTimes, isIdle: () => boolean) {
  let hasEnded = false
  const settled = ended.finally(() => {
    hasEnded = true
  })
  settled.catch(() => undefined)
  for (let [waited, idle] = [0, 0]; waited < times.maxStopMs && idle < times.idleStopMs; waited += stepMs) {
    await Promise.race([settled, pause(stepMs)])
    if (hasEnded) return
    idle = isIdle() ? idle + stepMs : 0
  }
}

/** Waits until the completion of jobs is written. Otherwise they stay locked for hours and run twice. */
async function waitUntilUnlocked(pool: pg.Pool, holder: string) {
  const lockedJobsQuery = `select 1 from graphile_worker.jobs where locked_by = $1 limit 1`
  for (let attempt = 0; attempt < 100; attempt++) {
    const rows = await pool.query(lockedJobsQuery, [holder]).catch(() => undefined)
    if (!rows?.rowCount) return
    await pause(20)
  }
}

/** The payload of a failed email contains an address, and is useless a month later. */
export const deleteFailedJobs = (db: Db) =>
  sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
    where attempts >= max_attempts and updated_at < now() - interval '30 days' having count(*) > 0`.execute(db)
