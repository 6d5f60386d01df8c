import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changeOwner } from '#server/db/embedded/service-user.ts'
import type { Database } from '../cluster.ts'
import { type ClusterEnvironment, fillTemplate } from '../cluster-environment.ts'
import { patroni, postgresPrograms } from '../packages.ts'
import { isHealthy, makeFolder, openProgram } from '../program.ts'

/** One PostgreSQL with its Patroni. `index` counts from 0. */
export function openDatabase(environment: ClusterEnvironment, index: number): Database {
  const { folder: cluster, user, ports, passwords } = environment
  const name = `database-${index + 1}`
  const folder = makeFolder(cluster, name, user)
  const settings = join(folder, 'patroni.yml')
  writeFileSync(settings, patroniConfig(environment, { name, folder, index }), { mode: 0o600 })
  changeOwner(user, settings)
  const patroniUrl = `http://127.0.0.1:${ports.patroni[index]}`
  const program = openProgram({
    name,
    folder,
    user,
    command: () => [patroni, settings],
    // It runs as a primary, or as a replica that follows the primary.
    isReady: () => isHealthy(`${patroniUrl}/readiness`),
    startTimeoutMs: 120_000,
  })
  return {
    ...program,
    url: `postgres://postgres:${passwords.superuser}@127.0.0.1:${ports.postgres[index]}/foldout`,
    isPrimary: () => isHealthy(`${patroniUrl}/primary`).catch(() => false),
  }
}

type Node = { name: string; folder: string; index: number }

const patroniConfig = ({ ports, passwords }: ClusterEnvironment, { name, folder, index }: Node) =>
  fillTemplate('patroni.yml', {
    'name: database-1': `name: ${name}`,
    '10.0.1.31:2379,10.0.1.32:2379,10.0.1.33:2379': `127.0.0.1:${ports.etcd}`,
    '10.0.0.21:8008': `127.0.0.1:${ports.patroni[index]}`,
    '10.0.0.21:5432': `127.0.0.1:${ports.postgres[index]}`,
    '10.0.0.0/24': '127.0.0.1/32',
    'data_dir: /var/lib/postgresql/15/foldout': `data_dir: ${join(folder, 'data')}`,
    'bin_dir: /usr/lib/postgresql/15/bin': `bin_dir: ${postgresPrograms()}`,
    '/var/lib/postgresql/patroni.pgpass': join(folder, 'pgpass'),
    'unix_socket_directories: /var/run/postgresql': `unix_socket_directories: ${folder}`,
    'replace-rest-password': passwords.rest,
    'replace-superuser-password': passwords.superuser,
    'replace-replication-password': passwords.replicator,
    'replace-rewind-password': passwords.rewind,
  })
