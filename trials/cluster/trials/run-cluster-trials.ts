import { gatherCrowd } from '#trials/cluster/people/crowd.ts'
import { Meter } from '#trials/cluster/people/meter.ts'
import type { Options } from '../../options.ts'
import type { Cluster } from '../cluster.ts'
import { makeClusterFolder } from '../lifeline.ts'
import { openCluster } from '../open-cluster.ts'
import { resultOf, runTrial } from './run-trial.ts'
import type { Stage, Trial, Verdict } from './trial.ts'
import { trials } from './trials.ts'

type Wishes = { say: (line: string) => void }

/** People come all at once, and act quickly. */
const forPeople = { RATE_LIMITS: 'off', SIGN_UP_PROOF: 'off', LOG_LEVEL: 'warn' }

/** Runs the trials of these names, or all. */
export async function runClusterTrials({ names, say }: Wishes & Pick<Options, 'names'>) {
  const chosen = trials.filter(({ name }) => names.length === 0 || names.includes(name))
  return (await runTrials(chosen, { say })).map(resultOf)
}

/** Those that can be made on the same cluster, one after the other. */
export async function runTrials(trials: Trial[], wishes: Wishes): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  for (const [stage, some] of Map.groupBy(trials, (trial) => trial.stage ?? 'usual'))
    verdicts.push(...(await onStage(stage, some, wishes).catch((error: Error) => notTried(some, error))))
  return verdicts
}

/** Where it cannot be tried, its goal is not reached either. */
const notTried = (trials: Trial[], { message }: Error): Verdict[] =>
  trials.map(({ name }) => ({
    ...{ name, figures: new Meter().read(), lost: [], wrong: [] },
    missed: [`it could not be tried: ${message}`],
  }))

async function onStage(stage: Stage, trials: Trial[], { say }: Wishes) {
  const folder = makeClusterFolder()
  const cluster = await openCluster({ folder, say, pgbouncer: stage === 'pgbouncer', settings: forPeople })
  try {
    return await oneAfterTheOther(trials, { cluster, say })
  } finally {
    await cluster.stop()
  }
}

type Place = { cluster: Cluster; say: Wishes['say'] }

async function oneAfterTheOther(trials: Trial[], { cluster, say }: Place) {
  const crowd = await gatherCrowd(cluster)
  const verdicts: Verdict[] = []
  for (const trial of trials) {
    say(`${trial.name}: ${trial.sentence} …`)
    verdicts.push(await runTrial(trial, cluster, crowd))
  }
  return verdicts
}
