import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runOnce } from 'graphile-worker'
import { workFolder } from '#server/media/ingest.ts'
import { sweepMedia } from '#server/media/media.jobs.ts'
import { rowProblems } from '../integrity-check.ts'
import type { TestApp } from '../test-app.ts'
import type { FaultCase, FaultSource } from './fault-source.ts'

/** A response of the API, or the result of a job or command, whose status is 200 or, if it failed, 0. */
export type Outcome = { status: number; text?: string }

export type Action = {
  name: string
  /** Sets up new rows for one case. Returns what is done with them, which must be safe to repeat. */
  prepare(site: TestApp): Promise<{
    run(): Promise<Outcome>
    /** Whether the action had its effect, exactly once. Called after the repetition. Returns problems. */
    check(): Promise<string[]>
  }>
  /** Takes long, so each step fails in one way only, which differs from step to step. */
  isSlow?: boolean
  /** What the repetition may be answered if the first time had its effect, besides success. */
  again?: number[]
}

export type ActionReport = { steps: number; cases: number; problems: string[] }
type Faults = { site: TestApp; source: FaultSource }

/** One decoder may wait for the next picture, in a folder of its own. */
const waitingDecoders = 1

/** The connection that listens for the changes of other processes is never returned. */
const listeningConnections = 1

/** Lists the steps of an action, then fails each in every way. `choose` can select some of these cases. */
export async function runAction(
  faults: Faults,
  action: Action,
  choose: (cases: FaultCase[]) => FaultCase[] = (cases) => cases,
): Promise<ActionReport> {
  const { steps, problems } = await runWithoutFault(faults, action)
  const cases = choose(steps.flatMap((step, index) => casesOf(faults.source.faultsOf(step), index + 1, action)))
  for (const faultCase of cases) problems.push(...(await runCase(faults, action, faultCase)))
  return { steps: steps.length, cases: cases.length, problems }
}

const casesOf = (faults: readonly string[], failAt: number, { isSlow }: Action): FaultCase[] =>
  (isSlow ? faults.slice(failAt % faults.length).slice(0, 1) : faults).map((fault) => ({ failAt, fault }))

async function runWithoutFault({ site, source }: Faults, action: Action) {
  // The first time also fills caches.
  await (await action.prepare(site)).run()
  const { run, check } = await action.prepare(site)
  const foldersBefore = await countWorkFolders(site)
  const { result, steps } = await source.during(undefined, run)
  const problems = [...(isSuccess(result) ? [] : [`without a fault: ${describe(result)}`]), ...(await check())]
  return { steps, problems: [...problems, ...(await addedFolders(site, foldersBefore)), ...(await leftovers(site))] }
}

async function runCase({ site, source }: Faults, action: Action, { failAt, fault }: FaultCase) {
  const { run, check } = await action.prepare(site)
  const foldersBefore = await countWorkFolders(site)
  const { result, failed } = await source.during({ failAt, fault }, () => run().catch(toOutcome))
  const problems: string[] = []
  if (!isSuccess(result) && ![0, ...source.refusalsOf(fault)].includes(result.status))
    problems.push(`answered ${describe(result)}`)
  const repeated = await run().catch(toOutcome)
  const isExpected = isSuccess(repeated) || action.again?.includes(repeated.status)
  if (!isExpected) problems.push(`repeated, answered ${describe(repeated)}`)
  const isRemoval = failed?.startsWith('rm media/work') ?? false
  problems.push(...(await addedFolders(site, foldersBefore, Number(isRemoval))))
  problems.push(...(await check()), ...(await leftovers(site)))
  return problems.map((problem) => `${fault} at ${failAt} (${failed?.slice(0, 80)}): ${problem}`)
}

const silentLogger = new Logger(() => () => undefined)

const toOutcome = (error: Error): Outcome => ({ status: 599, text: `${error.name}: ${error.message}` })
const isSuccess = ({ status }: Outcome) => status >= 200 && status < 300
const describe = ({ status, text = '' }: Outcome) => `${status} ${text.slice(0, 200)}`

const openWork = `
  select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'
  union all
  select from pg_locks l join pg_stat_activity a using (pid)
  where a.datname = current_database() and l.locktype = 'advisory'`

/** What must not remain once an action and its jobs have ended. */
async function leftovers(site: TestApp) {
  const isIdle = () =>
    site.pool.waitingCount === 0 && site.pool.totalCount - site.pool.idleCount <= listeningConnections
  const problems = (await isTrueSoon(isIdle)) ? [] : ['a connection was not returned']
  await runOnce({ pgPool: site.pool, taskList: site.taskList, noHandleSignals: true, logger: silentLogger })
  // Their end is written a moment later.
  const lockedJobs = 'select from graphile_worker.jobs where locked_at is not null'
  await isTrueSoon(async () => (await site.sql(lockedJobs)).length === 0)
  const failedJobs = await site.sql<{ problem: string }>(
    `select 'a job failed: ' || task_identifier || ' ' || coalesce(last_error, '') as problem
     from graphile_worker.jobs where attempts > 0`,
  )
  await site.sql(`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where attempts > 0`)
  // The server notices a lost connection a moment later.
  if (!(await isTrueSoon(async () => (await site.sql(openWork)).length === 0)))
    problems.push('a transaction is open, or an advisory lock is held')
  problems.push(...failedJobs.map(({ problem }) => problem), ...(await rowProblems(site.pool)))
  return [...problems, ...(await remainingFiles(site))]
}

const countWorkFolders = async ({ config }: TestApp) => (await readdir(workFolder(config)).catch(() => [])).length

/** `kept`: folders that could not be removed. */
async function addedFolders(site: TestApp, before: number, kept = 0) {
  const added = (await countWorkFolders(site)) - Math.max(before, waitingDecoders) - kept
  return added > 0 ? [`${added} working folders are left`] : []
}

/** Files and reservations that nothing uses, after the sweeps of a later day. */
async function remainingFiles({ media, sql }: TestApp) {
  await sweepMedia(media, new Date(Date.now() + 3 * dayMs))
  const names: string[] = []
  for await (const { name } of media.storage.list()) names.push(name)
  const rows = await sql<{ hash: string }>('select hash from media')
  const known = new Set(rows.map(({ hash }) => hash))
  const orphans = names.filter((name) => !known.has(name.slice(0, 32)))
  const reservations = await sql('select from open_uploads')
  return [
    ...(orphans.length > 0 ? [`${orphans.length} files have no row, such as ${orphans[0]}`] : []),
    ...(reservations.length > 0 ? [`${reservations.length} uploads keep their space`] : []),
  ]
}

const dayMs = 24 * 60 * 60 * 1000

async function isTrueSoon(condition: () => boolean | Promise<boolean>) {
  for (let waited = 0; waited < 3_000; waited += 20) {
    if (await condition()) return true
    await sleep(20)
  }
  return false
}
