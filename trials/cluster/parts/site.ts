import { join } from 'node:path'
import { openDoor } from '#tests/support/door.ts'
import { npmStart } from '#tests/support/npm-start.ts'
import type { Site } from '../cluster.ts'
import type { Ground } from '../ground.ts'
import { answersWell } from '../http-answer.ts'
import { makeFolder, openProgram } from '../program.ts'
import type { Balancer } from './balancer.ts'
import { restartBehind } from './restart-behind.ts'
import { storeSettings } from './store.ts'

type Wishes = { hasBouncer: boolean; settings: Record<string, string>; checkout: string; readiness: string }

/** One node of the site with a folder of its own, in which nothing lies that another node could need. */
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
      command: () => [process.execPath, ...npmStart().flags, join(site.checkout, 'server/main.ts')],
      isReady: () => answersWell(`${url}${wishes.readiness}`),
    }),
    ...{ url, databaseDoor, settings, close },
    checkout: wishes.checkout,
    restart: () => restartBehind(balancer, site),
  }
  return site
}

/** Where it writes, past pgbouncer, and where it reads. */
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
