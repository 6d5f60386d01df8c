import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '../cluster.ts'
import { all, failsAtMost, servedAgainWithin } from './goals.ts'
import type { Trial } from './trial.ts'

/** The one that the primary waits for before it acknowledges: freezing the other holds nobody up. */
export const freezeReplica: Trial = {
  name: 'freeze-replica',
  sentence: 'SIGSTOP to the replica that commits wait for, for 20 s',
  async run(cluster) {
    const replica = await synchronousReplica(cluster)
    replica.freeze()
    await sleep(20_000)
    replica.thaw()
    await sleep(3_000)
  },
  goal: all(failsAtMost(0.01, 'visitors'), servedAgainWithin(20, 'members')),
}

async function synchronousReplica(cluster: Cluster) {
  const database = await cluster.database()
  const { rows } = await database.query<{ name: string }>(
    `select application_name as name from pg_stat_replication where sync_state in ('sync', 'quorum')`,
  )
  await database.end()
  const found = cluster.databases.find(({ name }) => name === rows[0]?.name)
  if (!found) throw new Error('no replica is synchronous')
  return found
}
