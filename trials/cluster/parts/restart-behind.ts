import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '../cluster.ts'
import type { Balancer } from './balancer.ts'

/** What has not ended by then, the site itself ends. */
const drainsWithin = 10_000
const seenWithin = 10_000

/** Restarts a node behind HAProxy so that nobody meets it while it is gone, as docs/operations.md says it. */
export async function restartBehind(balancer: Balancer, node: Part) {
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

/** What HAProxy's table says of a node, where it reads and where it writes. */
async function rowsOf(balancer: Balancer, node: string): Promise<Row[]> {
  const [head = '', ...rows] = (await balancer.tell('show stat')).replace('# ', '').trim().split('\n')
  const names = head.split(',')
  return rows
    .map((line) => Object.fromEntries(line.split(',').map((value, at) => [names[at], value])))
    .filter(({ svname }) => svname === node)
}
