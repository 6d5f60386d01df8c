import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Cluster } from '../cluster.ts'
import { all, failsAtMost, servedAgainWithin } from './goals.ts'
import type { Trial } from './trial.ts'

/** All that pgbouncer lends: default_pool_size of packaging/cluster/pgbouncer.ini. */
const lent = 40

export const fillPool: Trial = {
  name: 'fill-pool',
  sentence: 'somebody else keeps all 40 connections of pgbouncer for 12 s',
  stage: 'pgbouncer',
  async run(cluster) {
    const clients = await takeAll(cluster)
    await sleep(12_000)
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
    await sleep(5_000)
  },
  goal: all(failsAtMost(0.01, 'visitors'), servedAgainWithin(20, 'members')),
}

/** A transaction that is open keeps its connection. */
function takeAll({ sites: [site] }: Cluster) {
  const connectionString = site?.settings.DATABASE_URL?.split('?', 1)[0]
  return Promise.all(
    Array.from({ length: lent }, async () => {
      const client = new pg.Client({ connectionString })
      client.on('error', () => undefined)
      await client.connect()
      await client.query('begin')
      return client
    }),
  )
}
