import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDoor } from '#tests/support/door.ts'
import { npmStart } from '#tests/support/npm-start.ts'
import type { Part, Site } from '../cluster.ts'
import type { Ground } from '../ground.ts'
import { answersWell, makeFolder, openProgram } from '../program.ts'
import type { Balancer } from './balancer.ts'
import { storeSettings } from './store.ts'

type Wishes = { hasBouncer: boolean; settings: Record<string, string> }

const main = join(import.meta.dirname, '../../../server/main.ts')

/** One node of the site with its own folder, which contains nothing that other nodes need. */
export async function openSite(ground: Ground, balancer: Balancer, at: number, wishes: Wishes) {
  const { ports } = ground
  const name = `site-${at + 1}`
  const folder = makeFolder(ground.folder, name, undefined)
  const url = `http://127.0.0.1:${ports.sites[at]}`
  const { close, ...databaseDoor } = await openDoor(...waysToDatabase(ground, at, wishes.hasBouncer))
  const settings: Record<string, string> = environmentOf(ground, { folder, at }, wishes)
  const site: Site & { close(): void } = {
    ...openProgram({
      ...{ name, folder, env: settings },
      command: () => [process.execPath, ...npmStart().flags, main],
      isReady: () => answersWell(`${url}/readyz/reading`),
    }),
    ...{ url, databaseDoor, settings, close },
    restart: () => restartBehind(balancer, site),
  }
  return site
}

/** Targets of a node's proxies: for writes, for direct connections without pgbouncer, and for reads. */
function waysToDatabase({ ports }: Ground, at: number, hasBouncer: boolean) {
  const targets = [hasBouncer ? ports.bouncer : ports.primary, ports.primary, ports.replicas]
  return (ports.doors[at] ?? []).map((from, way) => ({ from, to: targets[way] ?? 0 }))
}

type Node = { folder: string; at: number }

function environmentOf(ground: Ground, { folder, at }: Node, { settings }: Wishes) {
  const { ports, passwords } = ground
  const [pooled = '', direct = '', reads = ''] = (ports.doors[at] ?? []).map(
    (port) => `postgres://foldout:${passwords.site}@127.0.0.1:${port}/foldout`,
  )
  return {
    ...npmStart().env,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    PORT: String(ports.sites[at]),
    PUBLIC_URL: `http://127.0.0.1:${ports.balancer}`,
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: pooled,
    DATABASE_DIRECT_URL: direct,
    DATABASE_READ_URL: reads,
    ...storeSettings(ground),
    SECRET: passwords.secret,
    TRUST_PROXY: 'true',
    ...settings,
  }
}

/** The site itself ends requests that are still running after this time. */
const drainsWithin = 10_000
const seenWithin = 10_000

/** Restarts a node behind HAProxy without failed requests, as docs/operations.md describes. */
async function restartBehind(balancer: Balancer, node: Part) {
  const is = (one: (row: Row) => boolean) => async () => (await rowsOf(balancer, node.name)).every(one)
  await balancer.tell(`set server sites/${node.name} state drain`)
  await until(
    is(({ scur }) => scur === '0'),
    drainsWithin,
  )
  await node.stop()
  await node.start()
  await balancer.tell(`set server sites/${node.name} state ready`)
  await until(
    is(({ status }) => status?.startsWith('UP') || status === 'no check'),
    seenWithin,
  )
}

async function until(isSo: () => Promise<boolean>, ms: number) {
  for (const start = performance.now(); performance.now() - start < ms; await sleep(50))
    if (await isSo()) return
}

type Row = Record<string, string | undefined>

/** A node's rows in HAProxy's statistics, for reads and for writes. */
async function rowsOf(balancer: Balancer, node: string): Promise<Row[]> {
  const [head = '', ...rows] = (await balancer.tell('show stat')).replace('# ', '').trim().split('\n')
  const names = head.split(',')
  return rows
    .map((line) => Object.fromEntries(line.split(',').map((value, at) => [names[at], value])))
    .filter(({ svname }) => svname === node)
}
