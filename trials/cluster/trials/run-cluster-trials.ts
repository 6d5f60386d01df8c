import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { rowProblems } from '#tests/support/integrity-check.ts'
import { type ClusterLoad, startClusterLoad } from '#trials/cluster/load/cluster-load.ts'
import { type Figures, Meter, type SideFigures } from '#trials/cluster/load/meter.ts'
import { readFacts } from '#trials/crash/facts.ts'
import type { Options } from '../../options.ts'
import type { Result } from '../../report.ts'
import type { Cluster } from '../cluster.ts'
import { openCluster } from '../open-cluster.ts'
import { makeClusterFolder } from '../watchdog.ts'
import { type Stage, type Trial, trials } from './trials.ts'

type TrialResult = {
  name: string
  figures: Figures
  lostWrites: string[]
  integrityProblems: string[]
  missedGoals: string[]
}

type TrialOptions = { log: (line: string) => void }

/** All members sign up at once and act faster than people. */
const loadSettings = { RATE_LIMITS: 'off', SIGN_UP_PROOF: 'off', LOG_LEVEL: 'warn' }

export async function runClusterTrials({ names, log }: TrialOptions & Pick<Options, 'names'>) {
  const chosen = trials.filter(({ name }) => names.length === 0 || names.includes(name))
  return (await runTrials(chosen, { log })).map(resultOf)
}

/** Runs trials one after the other. Those with the same stage share a cluster. */
export async function runTrials(trials: Trial[], options: TrialOptions): Promise<TrialResult[]> {
  const verdicts: TrialResult[] = []
  for (const [stage, some] of Map.groupBy(trials, (trial) => trial.stage ?? 'usual'))
    verdicts.push(...(await runStage(stage, some, options).catch((error: Error) => toFailedResults(some, error))))
  return verdicts
}

/** A trial that could not run has not reached its goal. */
const toFailedResults = (trials: Trial[], { message }: Error): TrialResult[] =>
  trials.map(({ name }) => ({
    name,
    figures: new Meter().read(),
    lostWrites: [],
    integrityProblems: [],
    missedGoals: [`it could not be tried: ${message}`],
  }))

async function runStage(stage: Stage, trials: Trial[], { log }: TrialOptions) {
  const folder = makeClusterFolder()
  const cluster = await openCluster({ folder, log, pgbouncer: stage === 'pgbouncer', settings: loadSettings })
  try {
    const load = await startClusterLoad(cluster)
    const verdicts: TrialResult[] = []
    for (const trial of trials) {
      log(`${trial.name}: ${trial.description}…`)
      verdicts.push(await runTrial(trial, cluster, load))
    }
    return verdicts
  } finally {
    await cluster.stop()
  }
}

/** Milliseconds of load before the event. */
const warmUpMs = 3_000

/** Causes an event under load, waits until all requests have finished, and checks the data. */
async function runTrial(trial: Trial, cluster: Cluster, load: ClusterLoad): Promise<TrialResult> {
  load.meter.reset()
  load.begin()
  await sleep(warmUpMs)
  const observed = await runAndObserve(trial, cluster, load)
  const figures = load.meter.read()
  await load.stop()
  const missedGoals = [...observed, ...trial.goal(figures)]
  return { name: trial.name, figures, ...(await compareWithLog(cluster, load)), missedGoals }
}

async function runAndObserve(trial: Trial, cluster: Cluster, load: ClusterLoad) {
  try {
    return (await trial.run(cluster, load)) ?? []
  } catch (error) {
    return [`it could not be carried out: ${(error as Error).message}`]
  }
}

/** Compares the data with the acknowledged writes. */
async function compareWithLog(cluster: Cluster, { writeLog }: ClusterLoad) {
  const { url } = await cluster.primary()
  const database = new pg.Pool({ connectionString: url, max: 2 })
  database.on('error', () => undefined)
  try {
    return {
      lostWrites: writeLog.reconcile(await readFacts(database)),
      integrityProblems: await rowProblems(database),
    }
  } finally {
    await database.end()
  }
}

const resultOf = ({ name, figures, lostWrites, integrityProblems, missedGoals }: TrialResult): Result => ({
  name,
  figures: {
    ...sideFigures('reads', figures.visitors),
    ...sideFigures('writes', figures.members),
    lost: lostWrites.length,
    counters: integrityProblems.length === 0 ? 'exact' : 'WRONG',
  },
  problems: [...missedGoals, ...lostWrites, ...integrityProblems],
})

const sideFigures = (what: string, { requests, failures, late, longestOutageMs }: SideFigures) => ({
  [what]: requests,
  [`${what} failed`]: failures.length,
  [`${what} late`]: late.length,
  [`${what} gap s`]: (longestOutageMs / 1000).toFixed(1),
})
