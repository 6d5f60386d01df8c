import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { npmStart } from '#tests/support/npm-start.ts'
import { startTcpProxy } from '#tests/support/tcp-proxy.ts'
import type { Part, Site } from '../cluster.ts'
import type { ClusterEnvironment } from '../cluster-environment.ts'
import { isHealthy, makeFolder, openProgram } from '../program.ts'
import type { Balancer } from './balancer.ts'
import { storeSettings } from './store.ts'

type SiteOptions = { hasBouncer: boolean; settings: Record<string, string> }

const main = join(import.meta.dirname, '../../../server/main.ts')

/** One node of the site with its own folder, which contains nothing that other nodes need. */
export async function openSite(
  environment: ClusterEnvironment,
  balancer: Balancer,
  index: number,
  options: SiteOptions,
) {
  const { ports } = environment
  const name = `site-${index + 1}`
  const folder = makeFolder(environment.folder, name, undefined)
  const url = `http://127.0.0.1:${ports.sites[index]}`
  const { close, ...databaseProxy } = await startTcpProxy(...databaseRoutes(environment, index, options.hasBouncer))
  const settings: Record<string, string> = siteSettings(environment, { folder, index }, options)
  const site: Site & { close(): void } = {
    ...openProgram({
      name,
      folder,
      env: settings,
      command: () => [process.execPath, ...npmStart().flags, main],
      isReady: () => isHealthy(`${url}/readyz/reading`),
    }),
    url,
    databaseProxy,
    settings,
    close,
    restart: () => restartBehindBalancer(balancer, site),
  }
  return site
}

/** Targets of a node's proxies: for writes, for direct connections without pgbouncer, and for reads. */
function databaseRoutes({ ports }: ClusterEnvironment, index: number, hasBouncer: boolean) {
  const targets = [hasBouncer ? ports.bouncer : ports.primary, ports.primary, ports.replicas]
  return (ports.proxies[index] ?? []).map((from, route) => ({ from, to: targets[route] ?? 0 }))
}

type Node = { folder: string; index: number }

function siteSettings(environment: ClusterEnvironment, { folder, index }: Node, { settings }: SiteOptions) {
  const { ports, passwords } = environment
  const [pooled = '', direct = '', reads = ''] = (ports.proxies[index] ?? []).map(
    (port) => `postgres://foldout:${passwords.site}@127.0.0.1:${port}/foldout`,
  )
  return {
    ...npmStart().env,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    PORT: String(ports.sites[index]),
    PUBLIC_URL: `http://127.0.0.1:${ports.balancer}`,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: pooled,
    DATABASE_DIRECT_URL: direct,
    DATABASE_READ_URL: reads,
    ...storeSettings(environment),
    SECRET: passwords.secret,
    TRUST_PROXY: 'true',
    ...settings,
  }
}

/** The site itself ends requests that are still running after this time. */
const drainTimeoutMs = 10_000
const healthTimeoutMs = 10_000

/** Restarts a node behind HAProxy without failed requests, as docs/operations.md describes. */
async function restartBehindBalancer(balancer: Balancer, node: Part) {
  const rowsMatch = (matches: (row: Row) => boolean) => async () =>
    (await readStats(balancer, node.name)).every(matches)
  await balancer.sendCommand(`set server sites/${node.name} state drain`)
  await waitUntil(
    rowsMatch(({ scur }) => scur === '0'),
    drainTimeoutMs,
  )
  await node.stop()
  await node.start()
  await balancer.sendCommand(`set server sites/${node.name} state ready`)
  await waitUntil(
    rowsMatch(({ status }) => status?.startsWith('UP') || status === 'no check'),
    healthTimeoutMs,
  )
}

async function waitUntil(condition: () => Promise<boolean>, timeoutMs: number) {
  for (const start = performance.now(); performance.now() - start < timeoutMs; await sleep(50))
    if (await condition()) return
}

type Row = Record<string, string | undefined>

/** A node's rows in HAProxy's statistics, for reads and for writes. */
async function readStats(balancer: Balancer, node: string): Promise<Row[]> {
  const [header = '', ...rows] = (await balancer.sendCommand('show stat')).replace('# ', '').trim().split('\n')
  const names = header.split(',')
  return rows
    .map((line) => Object.fromEntries(line.split(',').map((value, at) => [names[at], value])))
    .filter(({ svname }) => svname === node)
}
