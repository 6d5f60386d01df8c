import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Debian packages, each with the program to look for. */
const programs = {
  'etcd-server': '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
}
const modules = { 'python3-psycopg2': 'psycopg2', 'python3-etcd': 'etcd' }

export const etcd = programs['etcd-server']
export const { patroni, haproxy, pgbouncer } = programs

/** The folder of PostgreSQL's programs, from the newest Debian package. */
export function postgresPrograms() {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  const [newest] = versions
    .map(Number)
    .filter((major) => major >= 15 && existsSync(`/usr/lib/postgresql/${major}/bin/initdb`))
    .sort((a, b) => b - a)
  return newest && `/usr/lib/postgresql/${newest}/bin`
}

export function missingPackages(): string[] {
  return [
    ...Object.entries(programs)
      .filter(([, path]) => !existsSync(path))
      .map(([name]) => name),
    ...(postgresPrograms() ? [] : ['postgresql']),
    ...Object.entries(modules)
      .filter(([, module]) => spawnSync('/usr/bin/python3', ['-c', `import ${module}`]).status !== 0)
      .map(([name]) => name),
  ]
}

/** Installs missing packages if that needs no confirmation. Otherwise lists the packages to install. */
export function ensurePackages(log: (line: string) => void) {
  const missing = missingPackages()
  if (missing.length === 0) return
  if (canInstall()) {
    log(`Installing ${missing.join(', ')} from Debian's packages`)
    installWithoutStarting(missing)
  }
  if (missingPackages().length === 0) return
  throw new Error(
    `A cluster needs what this machine has not: apt-get install --no-install-recommends ${missing.join(' ')}`,
  )
}

const canInstall = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const policy = '/usr/sbin/policy-rc.d'
const blockServiceStarts = '#!/bin/sh\n# Of npm run cluster, while it installs.\nexit 101\n'

/** Prevents Debian from starting the installed services and from creating a PostgreSQL cluster. */
function installWithoutStarting(packages: string[]) {
  // The file may also be left over from a killed run.
  const isOwnPolicy = !existsSync(policy) || readFileSync(policy, 'utf8') === blockServiceStarts
  if (isOwnPolicy) writeFileSync(policy, blockServiceStarts, { mode: 0o755 })
  try {
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const aptGet = (...options: string[]) => spawnSync('apt-get', options, { stdio: 'ignore', env: environment })
    aptGet('update')
    aptGet('install', '-y', '--no-install-recommends', ...packages)
  } finally {
    if (isOwnPolicy) rmSync(policy)
  }
}
