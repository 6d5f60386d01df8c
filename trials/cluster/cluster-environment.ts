import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { chooseServiceUser, type ServiceUser } from '#server/db/embedded/service-user.ts'

/** What all parts share: the folder, ports and passwords of this cluster. */
export type ClusterEnvironment = {
  folder: string
  /** The user for PostgreSQL and pgbouncer, which refuse to run as root. */
  user: ServiceUser | undefined
  ports: Awaited<ReturnType<typeof choosePorts>>
  passwords: ReturnType<typeof choosePasswords>
}

export const databaseCount = 3

export async function createEnvironment(folder: string, sites: number): Promise<ClusterEnvironment> {
  return {
    folder,
    user: chooseServiceUser(folder),
    ports: await choosePorts(sites),
    passwords: choosePasswords(),
  }
}

async function choosePorts(sites: number) {
  const freePortList = await freePorts(9 + 2 * databaseCount + sites * 4)
  const takePort = () => freePortList.pop() ?? 0
  const takePorts = (count: number) => Array.from({ length: count }, takePort)
  return {
    etcd: takePort(),
    etcdPeers: takePort(),
    balancer: takePort(),
    balancerAdmin: takePort(),
    primary: takePort(),
    replicas: takePort(),
    bouncer: takePort(),
    store: takePort(),
    storeDoor: takePort(),
    postgres: takePorts(databaseCount),
    patroni: takePorts(databaseCount),
    sites: takePorts(sites),
    /** Proxies of each site: to the database for writes, to the primary without pgbouncer, and to the replicas. */
    proxies: Array.from({ length: sites }, () => takePorts(3)),
  }
}

function choosePasswords() {
  const next = () => randomBytes(16).toString('hex')
  return { superuser: next(), replicator: next(), rewind: next(), rest: next(), site: next(), secret: next() }
}

/** These ports are below the range of outgoing connections, so that a killed part finds its port free when it restarts. */
const [minPort, maxPort] = [15_000, 32_000]

async function freePorts(count: number): Promise<number[]> {
  const freePortSet = new Set<number>()
  while (freePortSet.size < count) {
    const port = minPort + Math.floor(Math.random() * (maxPort - minPort))
    if (await isFree(port)) freePortSet.add(port)
  }
  return [...freePortSet]
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

const templateFolder = resolve(import.meta.dirname, '../../packaging/cluster')

/**
 * A file of packaging/cluster with addresses, folders and passwords replaced, as an operator would. Throws if the file does
 * not contain one of the replaced texts.
 */
export function fillTemplate(name: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`packaging/cluster/${name} does not say ${from}`)
      return text.replaceAll(from, to)
    },
    readFileSync(resolve(templateFolder, name), 'utf8'),
  )
}
