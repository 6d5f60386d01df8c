import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ensureBuilt } from '#server/pages/build.ts'
import type { Cluster, Database, Part } from './cluster.ts'
import { databaseCount, type Ground, layGround, settle } from './ground.ts'
import { tieToLife } from './lifeline.ts'
import { ensurePackages } from './packages.ts'
import { type Balancer, openBalancer } from './parts/balancer.ts'
import { openBouncer } from './parts/bouncer.ts'
import { openDatabase } from './parts/database.ts'
import { openEtcd } from './parts/etcd.ts'
import { openSite } from './parts/site.ts'
import { openStore } from './parts/store.ts'

export type Opening = {
  /** An empty folder, which is deleted with the cluster. */
  folder: string
  say: (line: string) => void
  sites?: number
  pgbouncer?: boolean
  /** Additional settings of every site. */
  settings?: Record<string, string>
}

/** Starts all parts in the order of their dependencies and reports it. All of them end with this process. */
export async function openCluster(opening: Opening): Promise<Cluster> {
  const lifeline = tieToLife(opening.folder)
  try {
    ensurePackages(opening.say)
    const ground = await layGround(opening.folder, opening.sites ?? 3)
    const below = await startBelow(ground, opening)
    const sites = await startSites(ground, below.balancer, opening)
    const stop = async () => {
      for (const { close } of [below.store, ...sites]) close()
      await lifeline.release()
    }
    return { ...below, sites, url: `http://127.0.0.1:${ground.ports.balancer}`, stop }
  } catch (error) {
    await lifeline.release()
    throw error
  }
}

/** The parts that the sites depend on. */
async function startBelow(ground: Ground, { say, pgbouncer }: Opening) {
  const start = saying(say)
  const etcd = await start(openEtcd(ground))
  const databases = Array.from({ length: databaseCount }, (_, at) => openDatabase(ground, at))
  const store = await openStore(ground)
  const balancer = openBalancer(ground)
  await Promise.all([startDatabases(databases, start), start(store), start(balancer)])
  const primary = () => primaryOf(databases)
  await prepareDatabase(await primary(), ground)
  const bouncer = pgbouncer && (await start(openBouncer(ground)))
  const database = async () => connectTo(await primary())
  return { etcd, databases, store, balancer, ...(bouncer && { bouncer }), primary, database }
}

async function startSites(ground: Ground, balancer: Balancer, opening: Opening) {
  const { settings = {}, pgbouncer = false } = opening
  const wishes = { hasBouncer: pgbouncer, settings }
  const sites = await Promise.all(ground.ports.sites.map((_, at) => openSite(ground, balancer, at, wishes)))
  // Before the sites start, because each of them would build the pages.
  await ensureBuilt()
  return Promise.all(sites.map(saying(opening.say)))
}

function saying(say: (line: string) => void) {
  return async <Started extends Part>(part: Started) => {
    const began = performance.now()
    await part.start()
    say(`${part.name.padEnd(12)} ${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s`)
    return part
  }
}

/** The first node creates the cluster and becomes the primary. The others copy it. */
async function startDatabases([first, ...others]: Database[], start: ReturnType<typeof saying>) {
  if (first) await start(first)
  await Promise.all(others.map(start))
}

const electedWithin = 60_000

async function primaryOf(databases: Database[]) {
  for (const start = performance.now(); performance.now() - start < electedWithin; await sleep(50)) {
    const answers = await Promise.all(databases.map((each) => each.isPrimary()))
    const found = databases[answers.indexOf(true)]
    if (found) return found
  }
  throw new Error('No database takes writes, and Patroni has not chosen another within a minute.')
}

async function connectTo({ url }: Database) {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Creates the sites' role and database as an operator would, one statement at a time, as CREATE DATABASE requires. */
async function prepareDatabase(primary: Database, { passwords }: Ground) {
  const statements = settle('prepare.sql', { 'replace-site-password': passwords.site }).split(';\n')
  const client = new pg.Client(primary.url.replace(/foldout$/, 'postgres'))
  await client.connect()
  for (const statement of statements.filter((each) => each.trim() !== '')) await client.query(statement)
  await client.end()
}
