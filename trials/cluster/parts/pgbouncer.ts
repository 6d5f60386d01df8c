import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changeOwner } from '#server/db/embedded/service-user.ts'
import { type ClusterEnvironment, fillTemplate } from '../cluster-environment.ts'
import { pgbouncer } from '../packages.ts'
import { isAcceptingConnections, makeFolder, openProgram } from '../program.ts'

/** pgbouncer in transaction mode between the sites and the primary. */
export function openBouncer({ folder: cluster, user, ports, passwords }: ClusterEnvironment) {
  const folder = makeFolder(cluster, 'bouncer', user)
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')]
  writeFileSync(users, `"foldout" "${passwords.site}"\n`, { mode: 0o600 })
  writeFileSync(
    settings,
    fillTemplate('pgbouncer.ini', {
      'host=10.0.0.10 port=5432': `host=127.0.0.1 port=${ports.primary}`,
      'listen_addr = 10.0.0.10': 'listen_addr = 127.0.0.1',
      'listen_port = 6432': `listen_port = ${ports.bouncer}`,
      '/etc/pgbouncer/userlist.txt': users,
      // The log is already in pgbouncer's folder.
      'logfile = /var/log/postgresql/pgbouncer.log\n': '',
      '/var/run/postgresql/pgbouncer.pid': join(folder, 'pid'),
    }),
  )
  for (const path of [settings, users]) changeOwner(user, path)
  return openProgram({
    name: 'bouncer',
    folder,
    user,
    command: () => [pgbouncer, settings],
    isReady: () => isAcceptingConnections(ports.bouncer),
  })
}
