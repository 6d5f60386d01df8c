import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveTo } from '#server/db/embedded/service-user.ts'
import type { Database } from '../cluster.ts'
import { type Ground, settle } from '../ground.ts'
import { patroni, postgresPrograms } from '../packages.ts'
import { answersWell, makeFolder, openProgram } from '../program.ts'

/** One PostgreSQL with its Patroni. `at` counts from 0. */
export function openDatabase(ground: Ground, at: number): Database {
  const { folder: cluster, user, ports, passwords } = ground
  const name = `database-${at + 1}`
  const folder = makeFolder(cluster, name, user)
  const settings = join(folder, 'patroni.yml')
  writeFileSync(settings, settingsOf(ground, { name, folder, at }), { mode: 0o600 })
  giveTo(user, settings)
  const rest = `http://127.0.0.1:${ports.patroni[at]}`
  const program = openProgram({
    ...{ name, folder, user },
    command: () => [patroni, settings],
    // It runs as a primary, or as a replica that follows the primary.
    isReady: () => answersWell(`${rest}/readiness`),
    patience: 120_000,
  })
  return {
    ...program,
    url: `postgres://postgres:${passwords.superuser}@127.0.0.1:${ports.postgres[at]}/foldout`,
    isPrimary: () => answersWell(`${rest}/primary`).catch(() => false),
  }
}

type Node = { name: string; folder: string; at: number }

const settingsOf = ({ ports, passwords }: Ground, { name, folder, at }: Node) =>
  settle('patroni.yml', {
    'name: database-1': `name: ${name}`,
    '10.0.1.31:2379,10.0.1.32:2379,10.0.1.33:2379': `127.0.0.1:${ports.etcd}`,
    '10.0.0.21:8008': `127.0.0.1:${ports.patroni[at]}`,
    '10.0.0.21:5432': `127.0.0.1:${ports.postgres[at]}`,
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
