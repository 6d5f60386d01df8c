import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ensureBuilt } from '#server/pages/build.ts'
import type { Cluster, Database, Part } from './cluster.ts'
import { type ClusterEnvironment, createEnvironment, databaseCount, fillTemplate } from './cluster-environment.ts'
import { ensurePackages } from './packages.ts'
import { type Balancer, openBalancer } from './parts/balancer.ts'
import { openDatabase } from './parts/database.ts'
import { openEtcd } from './parts/etcd.ts'
import { openBouncer } from './parts/pgbouncer.ts'
import { openSite } from './parts/site.ts'
import { openStore } from './parts/store.ts'
import { startWatchdog } from './watchdog.ts'

export type ClusterOptions = {
  /** An empty folder, which is deleted with the cluster. */
  folder: string
  log: (line: string) => void
  sites?: number
  pgbouncer?: boolean
  /** Additional settings of every site. */
  settings?: Record<string, string>
}

/** Starts all parts in the order of their dependencies and reports it. All of them end with this process. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const watchdog = startWatchdog(options.folder)
  try {
    ensurePackages(options.log)
    const environment = await createEnvironment(options.folder, options.sites ?? 3)
    const backend = await startBackend(environment, options)
    const sites = await startSites(environment, backend.balancer, options)
    const stop = async () => {
      for (const { close } of [backend.store, ...sites]) close()
      await watchdog.release()
    }
    return { ...backend, sites, url: `http://127.0.0.1:${environment.ports.balancer}`, stop }
  } catch (error) {
    await watchdog.release()
    throw error
  }
}

/** The parts that the sites depend on. */
async function startBackend(environment: ClusterEnvironment, { log, pgbouncer }: ClusterOptions) {
  const startPart = startAndLog(log)
  const etcd = await startPart(openEtcd(environment))
  const databases = Array.from({ length: databaseCount }, (_, index) => openDatabase(environment, index))
  const store = await openStore(environment)
  const balancer = openBalancer(environment)
  await Promise.all([startDatabases(databases, startPart), startPart(store), startPart(balancer)])
  const primary = () => primaryOf(databases)
  await prepareDatabase(await primary(), environment)
  const bouncer = pgbouncer && (await startPart(openBouncer(environment)))
  const database = async () => connectTo(await primary())
  return { etcd, databases, store, balancer, ...(bouncer && { bouncer }), primary, database }
}

async function startSites(environment: ClusterEnvironment, balancer: Balancer, options: ClusterOptions) {
  const { settings = {}, pgbouncer = false } = options
  const siteOptions = { hasBouncer: pgbouncer, settings }
  const sites = await Promise.all(
    environment.ports.sites.map((_, index) => openSite(environment, balancer, index, siteOptions)),
  )
  // Before the sites start, because each of them would build the pages.
  await ensureBuilt()
  return Promise.all(sites.map(startAndLog(options.log)))
}

function startAndLog(log: (line: string) => void) {
  return async <StartedPart extends Part>(part: StartedPart) => {
    const startedAt = performance.now()
    await part.start()
    log(`${part.name.padEnd(12)} ${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s`)
    return part
  }
}

/** The first node creates the cluster and becomes the primary. The others copy it. */
async function startDatabases([first, ...others]: Database[], start: ReturnType<typeof startAndLog>) {
  if (first) await start(first)
  await Promise.all(others.map(start))
}

const electionTimeoutMs = 60_000

async function primaryOf(databases: Database[]) {
  for (const start = performance.now(); performance.now() - start < electionTimeoutMs; await sleep(50)) {
    const roles = await Promise.all(databases.map((each) => each.isPrimary()))
    const primary = databases[roles.indexOf(true)]
    if (primary) return primary
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
async function prepareDatabase(primary: Database, { passwords }: ClusterEnvironment) {
  const statements = fillTemplate('prepare.sql', { 'replace-site-password': passwords.site }).split(';\n')
  const client = new pg.Client(primary.url.replace(/foldout$/, 'postgres'))
  await client.connect()
  for (const statement of statements.filter((each) => each.trim() !== '')) await client.query(statement)
  await client.end()
}
