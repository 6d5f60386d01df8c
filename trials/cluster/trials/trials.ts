import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { ClusterLoad } from '#trials/cluster/load/cluster-load.ts'
import type { Audience, Figures } from '#trials/cluster/load/meter.ts'
import type { Call } from '#trials/site/client.ts'
import { testPicture, uploadMedia } from '#trials/site/publish.ts'
import type { Cluster } from '../cluster.ts'

/** A failure or a planned operation under load. */
export type Trial = {
  name: string
  description: string
  /** Resolves when everything works again. May return observed faults. */
  run(cluster: Cluster, load: ClusterLoad): Promise<string[] | undefined>
  goal: Goal
  /** The kind of cluster that the trial needs, if not the usual one. */
  stage?: Stage
}

export type Stage = 'usual' | 'pgbouncer'

/** Returns the missed goals as sentences. In all trials, no acknowledged write may be lost, and every counter must be exact. */
type Goal = (figures: Figures) => string[]

/** At most this share of a side's requests may fail. */
const maxFailureShare =
  (share: number, ...sides: Audience[]): Goal =>
  (figures) =>
    sides.flatMap((side) => {
      const { requests, failures } = figures[side]
      return failures.length <= requests * share
        ? []
        : [`${failures.length} of ${requests} requests of ${side} failed, such as ${failures[0]}`]
    })

/** At most this many requests may fail, one for each that was running at the time. */
const maxFailures =
  (max: number, side: Audience): Goal =>
  (figures) => {
    const { failures } = figures[side]
    return failures.length <= max ? [] : [`${failures.length} requests of ${side} failed, such as ${failures.at(-1)}`]
  }

const recoversWithin =
  (seconds: number, ...sides: Audience[]): Goal =>
  (figures) =>
    sides.flatMap((side) =>
      figures[side].longestOutageMs <= seconds * 1000
        ? []
        : [`no request of ${side} was answered for ${(figures[side].longestOutageMs / 1000).toFixed(1)} s`],
    )

const allGoals =
  (...goals: Goal[]): Goal =>
  (figures: Figures) =>
    goals.flatMap((goal) => goal(figures))

const undisturbed: Trial = {
  name: 'nothing',
  description: 'nothing goes wrong',
  async run() {
    await sleep(10_000)
  },
  goal: allGoals(maxFailureShare(0, 'visitors', 'members'), recoversWithin(5, 'visitors', 'members')),
}

/** Each writer has one request in flight. */
const writers = 4

const killSite: Trial = {
  name: 'kill-site',
  description: 'kill -9 one node of the site',
  async run({ sites: [site] }) {
    await site?.kill()
    await sleep(6_000)
    await site?.start()
    await sleep(3_000)
  },
  goal: allGoals(maxFailureShare(0, 'visitors'), maxFailures(writers, 'members')),
}

const killPrimary: Trial = {
  name: 'kill-primary',
  description: 'kill -9 the primary and its Patroni',
  async run(cluster) {
    const killed = await cluster.primary()
    await killed.kill()
    await cluster.primary()
    await sleep(8_000)
    await killed.start()
    await sleep(3_000)
  },
  goal: allGoals(maxFailureShare(0.01, 'visitors'), recoversWithin(20, 'members')),
}

/** Freezes the synchronous replica, for which commits wait. Freezing the other replica would block no request. */
const freezeReplica: Trial = {
  name: 'freeze-replica',
  description: 'SIGSTOP to the replica that commits wait for, for 20 s',
  async run(cluster) {
    const replica = await synchronousReplica(cluster)
    replica.freeze()
    await sleep(20_000)
    replica.thaw()
    await sleep(3_000)
  },
  goal: allGoals(maxFailureShare(0.01, 'visitors'), recoversWithin(20, 'members')),
}

async function synchronousReplica(cluster: Cluster) {
  const database = await cluster.database()
  const { rows } = await database.query<{ name: string }>(
    `select application_name as name from pg_stat_replication where sync_state in ('sync', 'quorum')`,
  )
  await database.end()
  const replica = cluster.databases.find(({ name }) => name === rows[0]?.name)
  if (!replica) throw new Error('no replica is synchronous')
  return replica
}

const cutSite: Trial = {
  name: 'cut-site',
  description: 'a cut cable between one node and every database, for 15 s',
  async run({ sites: [site] }) {
    site?.databaseProxy.blackhole()
    await sleep(15_000)
    await site?.databaseProxy.accept()
    await sleep(3_000)
  },
  goal: allGoals(maxFailureShare(0.01, 'visitors'), recoversWithin(5, 'visitors', 'members')),
}

/** Uploads a picture and checks that the site serves it. */
async function uploadAndShow(call: Call) {
  const url = await uploadMedia(call, await testPicture(4_001))
  const { status, bytes } = await call('GET', url)
  return status === 200 && bytes.length > 0 ? [] : [`a picture was answered with ${status} after that`]
}

const closeStore: Trial = {
  name: 'close-store',
  description: 'the store of media is gone for 20 s',
  async run({ store }, { addMember }) {
    const { call } = (await addMember()).member.client
    store.proxy.refuse()
    await sleep(20_000)
    await store.proxy.accept()
    await sleep(3_000)
    return uploadAndShow(call)
  },
  // Only pictures and uploads need the store. They may fail, but must work again afterwards. All other requests succeed.
  goal: (figures) =>
    allGoals(
      maxFailureShare(0, 'visitors', 'members'),
      recoversWithin(5, 'visitors', 'members'),
    )({ visitors: withoutMedia(figures, 'visitors'), members: withoutMedia(figures, 'members') }),
}

const withoutMedia = (figures: Figures, side: Audience) => ({
  ...figures[side],
  failures: figures[side].failures.filter((failure) => !/^\w+ \/(media|api\/uploads)/.test(failure)),
})

const restartAll: Trial = {
  name: 'restart-all',
  description: 'restart all nodes of the site, one after the other',
  async run({ sites }) {
    for (const site of sites) await site.restart()
  },
  goal: maxFailureShare(0, 'visitors', 'members'),
}

/** All of pgbouncer's server connections: default_pool_size in packaging/cluster/pgbouncer.ini. */
const poolSize = 40

const fillPool: Trial = {
  name: 'fill-pool',
  description: 'another client holds all 40 connections of pgbouncer for 12 s',
  stage: 'pgbouncer',
  async run(cluster) {
    const clients = await occupyPool(cluster)
    await sleep(12_000)
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
    await sleep(5_000)
  },
  goal: allGoals(maxFailureShare(0.01, 'visitors'), recoversWithin(20, 'members')),
}

/** Occupies all connections with open transactions. */
function occupyPool({ sites: [site] }: Cluster) {
  const connectionString = site?.settings.DATABASE_URL?.split('?', 1)[0]
  return Promise.all(
    Array.from({ length: poolSize }, async () => {
      const client = new pg.Client({ connectionString })
      client.on('error', () => undefined)
      await client.connect()
      await client.query('begin')
      return client
    }),
  )
}

/** In the order of execution. */
export const trials: Trial[] = [
  undisturbed,
  killSite,
  killPrimary,
  freezeReplica,
  cutSite,
  closeStore,
  restartAll,
  fillPool,
]

/** The trials that run in the tests. */
export const shortTrials: Trial[] = [killSite, restartAll]
