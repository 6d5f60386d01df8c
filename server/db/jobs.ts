import { Logger, type Runner, run, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from './connection.ts'

/** What each job needs to know. A feature adds its own here and does it in its `…Jobs`. */
export type Jobs = {
  'remove-media-files': { hashes: string[] }
  'sweep-media': Record<string, never>
  'send-account-mail': { id: string; askedAt: Date; mail: object }
  'hurry-account-mail': Record<string, never>
  'sweep-expired': Record<string, never>
}

/** Promises a job: it will run once this transaction commits, and never if it does not. */
export async function enqueueJob<Name extends keyof Jobs>(tx: Tx, name: Name, payload: Jobs[Name]) {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json)`.execute(tx)
}

type Log = Record<'error' | 'warn' | 'debug', (details: object, message: string) => void>

/** `crontab` has one line per job that comes round by itself, in graphile-worker's own notation. */
export function startJobs(pool: pg.Pool, taskList: TaskList, crontab: string, log: Log): Promise<Runner> {
  return run({
    pgPool: pool,
    taskList,
    crontab,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error({}, message)
      else if (level === 'warning') log.warn({}, message)
      else log.debug({}, message)
    }),
  })
}
