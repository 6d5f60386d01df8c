import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runOnce } from 'graphile-worker'
import { rowProblems } from '../integrity-check.ts'
import type { TestApp } from '../test-app.ts'
import { openFailingStatements, type StatementFault, statementFaults } from './failing-statements.ts'

/** A response of the API, or the result of a job or command. */
export type Outcome = { status: number; text?: string }

export type Action = {
  name: string
  /** Sets up new rows for one case. Returns what is done with them, which must be safe to repeat. */
  prepare(site: TestApp): Promise<{
    run(): Promise<Outcome>
    /** Whether the action had its effect, exactly once. Called after the repetition. Returns problems. */
    check(): Promise<string[]>
  }>
  /** What the repetition may be answered if the first time had its effect, besides success. */
  again?: number[]
}

export type FaultCase = { failAt: number; fault: StatementFault }
export type ActionReport = { statements: number; cases: number; problems: string[] }

export const openFaults = (site: TestApp) => ({ site, statements: openFailingStatements(site.pool) })

/** The connection that listens for the changes of other processes is never returned. */
const listeningConnections = 1
type Faults = ReturnType<typeof openFaults>

/** Counts the statements of an action, then fails each in every way. `choose` can select some of these cases. */
export async function runAction(
  faults: Faults,
  action: Action,
  choose: (cases: FaultCase[]) => FaultCase[] = (cases) => cases,
): Promise<ActionReport> {
  const { count, problems } = await runWithoutFault(faults, action)
  const cases = Array.from({ length: count }, (_, index) =>
    statementFaults.map((fault) => ({ failAt: index + 1, fault })),
  ).flat()
  const chosen = choose(cases)
  for (const faultCase of chosen) problems.push(...(await runCase(faults, action, faultCase)))
  return { statements: count, cases: chosen.length, problems }
}

async function runWithoutFault({ site, statements }: Faults, action: Action) {
  // The first time also fills caches.
  await (await action.prepare(site)).run()
  const { run, check } = await action.prepare(site)
  const { result, count } = await statements.during(0, undefined, run)
  const problems = [...(isSuccess(result) ? [] : [`without a fault: ${describe(result)}`]), ...(await check())]
  return { count, problems: [...problems, ...(await leftovers(site))] }
}

async function runCase({ site, statements }: Faults, action: Action, { failAt, fault }: FaultCase) {
  const { run, check } = await action.prepare(site)
  const { result, failed } = await statements.during(failAt, fault, () => run().catch(toOutcome))
  const problems: string[] = []
  if (!isSuccess(result) && !isDocumentedRefusal(result)) problems.push(`answered ${describe(result)}`)
  const repeated = await run().catch(toOutcome)
  const isExpected = isSuccess(repeated) || action.again?.includes(repeated.status)
  if (!isExpected) problems.push(`repeated, answered ${describe(repeated)}`)
  problems.push(...(await check()), ...(await leftovers(site)))
  return problems.map((problem) => `${fault} at ${failAt} (${failed?.slice(0, 80)}): ${problem}`)
}

const silentLogger = new Logger(() => () => undefined)

/** Jobs are repeated by their queue, so every error is documented for them. */
const toOutcome = (error: Error): Outcome => ({ status: 599, text: `${error.name}: ${error.message}` })
const isSuccess = ({ status }: Outcome) => status < 300
const isDocumentedRefusal = ({ status }: Outcome) => status === 503 || status === 507
const describe = ({ status, text = '' }: Outcome) => `${status} ${text.slice(0, 200)}`

/** What must not remain once an action and its jobs have ended. */
async function leftovers(site: TestApp) {
  const isIdle = () => site.pool.waitingCount === 0 && site.pool.totalCount - site.pool.idleCount <= listeningConnections
  const problems = (await isTrueSoon(isIdle)) ? [] : ['a connection was not returned']
  await runOnce({ pgPool: site.pool, taskList: site.taskList, noHandleSignals: true, logger: silentLogger })
  // Their end is written a moment later.
  const lockedJobs = 'select from graphile_worker.jobs where locked_at is not null'
  await isTrueSoon(async () => (await site.sql(lockedJobs)).length === 0)
  const open = await site.sql<{ problem: string }>(`
    select 'a transaction is open' as problem from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'
    union all
    select 'an advisory lock is held' from pg_locks l join pg_stat_activity a using (pid)
    where a.datname = current_database() and l.locktype = 'advisory'
    union all
    select 'a job failed: ' || task_identifier || ' ' || coalesce(last_error, '') from graphile_worker.jobs where attempts > 0`)
  await site.sql(`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where attempts > 0`)
  return [...problems, ...open.map(({ problem }) => problem), ...(await rowProblems(site.pool))]
}

async function isTrueSoon(condition: () => boolean | Promise<boolean>) {
  for (let waited = 0; waited < 3_000; waited += 20) {
    if (await condition()) return true
    await sleep(20)
  }
  return false
}
