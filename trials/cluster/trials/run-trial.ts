import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Crowd } from '#trials/cluster/people/crowd.ts'
import { readFacts } from '#trials/crash/facts.ts'
import { rowFaults } from '#trials/crash/wholeness.ts'
import type { Result } from '../../report.ts'
import type { Cluster } from '../cluster.ts'
import type { SideFigures } from '../people/meter.ts'
import type { Trial, Verdict } from './trial.ts'

/** So long people are there before something happens. */
const before = 3_000

/** Lets something happen while people use the site, waits until everybody has an answer, and looks what is there. */
export async function runTrial(trial: Trial, cluster: Cluster, crowd: Crowd): Promise<Verdict> {
  crowd.meter.begin()
  crowd.come()
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

/** Holds what is there against what was acknowledged. */
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

export const resultOf = ({ name, figures, lost, wrong, missed }: Verdict): Result => ({
  name,
  figures: {
    ...sideFigures('reads', figures.visitors),
    ...sideFigures('writes', figures.members),
    lost: lost.length,
    counters: wrong.length === 0 ? 'exact' : 'WRONG',
  },
  faults: [...missed, ...lost, ...wrong],
  notes: mostFrequent([...figures.visitors.failures, ...figures.members.failures]),
})

const sideFigures = (what: string, { requests, failures, late, gap }: SideFigures) => ({
  [what]: requests,
  [`${what} failed`]: failures.length,
  [`${what} late`]: late.length,
  [`${what} gap s`]: (gap / 1000).toFixed(1),
})

const mostKinds = 4

/** Failures with how often each happened. */
function mostFrequent(failures: string[]) {
  const kinds = [...Map.groupBy(failures, (failure) => failure)].map(
    ([what, all]) => [all.length, what] as const,
  )
  const most = kinds.toSorted(([one], [other]) => other - one).slice(0, mostKinds)
  return most.map(([count, what]) => `${count} × ${what}`)
}
