import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { readFacts } from '../../siege/kills/facts.ts'
import { rowFaults } from '../../siege/kills/wholeness.ts'
import type { Cluster } from '../cluster.ts'
import type { Crowd } from '../people/crowd.ts'
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
