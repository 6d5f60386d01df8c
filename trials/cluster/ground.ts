import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { chooseServiceUser, type ServiceUser } from '#server/db/embedded/service-user.ts'

/** What all parts share: the folder, ports and passwords of this cluster. */
export type Ground = {
  folder: string
  /** The user for PostgreSQL and pgbouncer, which refuse to run as root. */
  user: ServiceUser | undefined
  ports: Awaited<ReturnType<typeof choosePorts>>
  passwords: ReturnType<typeof choosePasswords>
}

export const databaseCount = 3

export async function layGround(folder: string, sites: number): Promise<Ground> {
  return {
    folder,
    user: chooseServiceUser(folder),
    ports: await choosePorts(sites),
    passwords: choosePasswords(),
  }
}

async function choosePorts(sites: number) {
  const free = await freePorts(9 + 2 * databaseCount + sites * 4)
  const next = () => free.pop() ?? 0
  const several = (count: number) => Array.from({ length: count }, next)
  return {
    etcd: next(),
    etcdPeers: next(),
    balancer: next(),
    balancerAdmin: next(),
    primary: next(),
    replicas: next(),
    bouncer: next(),
    store: next(),
    storeDoor: next(),
    postgres: several(databaseCount),
    patroni: several(databaseCount),
    sites: several(sites),
    /** Proxies of each site: to the database for writes, to the primary without pgbouncer, and to the replicas. */
    doors: Array.from({ length: sites }, () => several(3)),
  }
}

function choosePasswords() {
  const next = () => randomBytes(16).toString('hex')
  return { superuser: next(), replicator: next(), rewind: next(), rest: next(), site: next(), secret: next() }
}

/** Below the range of outgoing connections, so that a killed part finds its port free when it restarts. */
const [lowest, highest] = [15_000, 32_000]

async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < count) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (await isFree(port)) found.add(port)
  }
  return [...found]
}

async function isFree(port: number) {
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}

const shipped = resolve(import.meta.dirname, '../../packaging/cluster')

/**
 * A file of packaging/cluster with addresses, folders and passwords replaced, as an operator would. Throws if the file does
 * not contain one of the replaced texts.
 */
export function settle(name: string, fitted: Record<string, string>): string {
  return Object.entries(fitted).reduce(
    (text, [words, others]) => {
      if (!text.includes(words)) throw new Error(`packaging/cluster/${name} does not say ${words}`)
      return text.replaceAll(words, others)
    },
    readFileSync(resolve(shipped, name), 'utf8'),
  )
}
