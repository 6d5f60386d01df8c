import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Crowd, gatherCrowd } from '#trials/cluster/people/crowd.ts'
import { type Figures, Meter, type SideFigures } from '#trials/cluster/people/meter.ts'
import { readFacts } from '#trials/crash/facts.ts'
import { rowFaults } from '#trials/crash/wholeness.ts'
import type { Options } from '../../options.ts'
import type { Result } from '../../report.ts'
import type { Cluster } from '../cluster.ts'
import { makeClusterFolder } from '../lifeline.ts'
import { openCluster } from '../open-cluster.ts'
import { type Stage, type Trial, trials } from './trials.ts'

type Verdict = { name: string; figures: Figures; lost: string[]; wrong: string[]; missed: string[] }

type Wishes = { say: (line: string) => void }

/** All members sign up at once and act faster than people. */
const forPeople = { RATE_LIMITS: 'off', SIGN_UP_PROOF: 'off', LOG_LEVEL: 'warn' }

export async function runClusterTrials({ names, say }: Wishes & Pick<Options, 'names'>) {
  const chosen = trials.filter(({ name }) => names.length === 0 || names.includes(name))
  return (await runTrials(chosen, { say })).map(resultOf)
}

/** Runs trials one after the other. Those with the same stage share a cluster. */
export async function runTrials(trials: Trial[], wishes: Wishes): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const [stage, some] of Map.groupBy(trials, (trial) => trial.stage ?? 'usual'))
    verdicts.push(...(await onStage(stage, some, wishes).catch((error: Error) => notTried(some, error))))
  return verdicts
}

/** A trial that could not run has not reached its goal. */
const notTried = (trials: Trial[], { message }: Error): Verdict[] =>
  trials.map(({ name }) => ({
    ...{ name, figures: new Meter().read(), lost: [], wrong: [] },
    missed: [`it could not be tried: ${message}`],
  }))

async function onStage(stage: Stage, trials: Trial[], { say }: Wishes) {
  const folder = makeClusterFolder()
  const cluster = await openCluster({ folder, say, pgbouncer: stage === 'pgbouncer', settings: forPeople })
  try {
    const crowd = await gatherCrowd(cluster)
    const verdicts: Verdict[] = []
    for (const trial of trials) {
      say(`${trial.name}: ${trial.sentence} …`)
      verdicts.push(await runTrial(trial, cluster, crowd))
    }
    return verdicts
  } finally {
    await cluster.stop()
  }
}

/** Milliseconds of load before the event. */
const before = 3_000

/** Causes an event under load, waits until all requests have finished, and checks the data. */
async function runTrial(trial: Trial, cluster: Cluster, crowd: Crowd): Promise<Verdict> {
  crowd.meter.begin()
  crowd.begin()
  await sleep(before)
  const seen = await seenBy(trial, cluster, crowd)
  const figures = crowd.meter.read()
  await crowd.leave()
  const missed = [...seen, ...trial.goal(figures)]
  return { name: trial.name, figures, ...(await settle(cluster, crowd)), missed }
}

async function seenBy(trial: Trial, cluster: Cluster, crowd: Crowd) {
  try {
    return (await trial.run(cluster, crowd)) ?? []
  } catch (error) {
    return [`it could not be carried out: ${(error as Error).message}`]
  }
}

/** Compares the data with the acknowledged writes. */
async function settle(cluster: Cluster, { ledger }: Crowd) {
  const { url } = await cluster.primary()
  const database = new pg.Pool({ connectionString: url, max: 2 })
  database.on('error', () => undefined)
  try {
    return { lost: ledger.settle(await readFacts(database)), wrong: await rowFaults(database) }
  } finally {
    await database.end()
  }
}

const resultOf = ({ name, figures, lost, wrong, missed }: Verdict): Result => ({
  name,
  figures: {
    ...sideFigures('reads', figures.visitors),
    ...sideFigures('writes', figures.members),
    lost: lost.length,
    counters: wrong.length === 0 ? 'exact' : 'WRONG',
  },
  faults: [...missed, ...lost, ...wrong],
})

const sideFigures = (what: string, { requests, failures, late, gap }: SideFigures) => ({
  [what]: requests,
  [`${what} failed`]: failures.length,
  [`${what} late`]: late.length,
  [`${what} gap s`]: (gap / 1000).toFixed(1),
})
