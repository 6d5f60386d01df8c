import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { giveTo } from '#server/db/embedded/service-user.ts'
import type { Part } from '../cluster.ts'
import { type Ground, settle } from '../ground.ts'
import { haproxy } from '../packages.ts'
import { makeFolder, openProgram } from '../program.ts'

export type Balancer = Part & {
  /** Sends a command to HAProxy's runtime API. */
  tell(command: string): Promise<string>
}

/** HAProxy in front of the sites and the database. */
export function openBalancer(ground: Ground): Balancer {
  const { folder: cluster, user, ports } = ground
  const folder = makeFolder(cluster, 'balancer', user)
  const settings = join(folder, 'haproxy.cfg')
  writeFileSync(settings, settingsOf(ground))
  giveTo(user, settings)
  const tell = (command: string) => ask(ports.balancerAdmin, command)
  const program = openProgram({
    ...{ name: 'balancer', folder, user },
    command: () => [haproxy, '-db', '-f', settings],
    isReady: async () => (await tell('show info')).includes('Version'),
  })
  return { ...program, tell }
}

async function ask(port: number, command: string) {
  const socket = connect(port, '127.0.0.1')
  socket.setTimeout(2_000, () => socket.destroy(new Error('HAProxy does not answer')))
  socket.end(`${command}\n`)
  return text(socket)
}

const settingsOf = ({ ports }: Ground) =>
  settle('haproxy.cfg', {
    '    log /dev/log local0\n': '    log stdout format raw local0 notice\n',
    'maxconn 20000': 'maxconn 4000',
    '    user haproxy\n    group haproxy\n': '',
    'stats socket /run/haproxy/admin.sock mode 660': `stats socket ipv4@127.0.0.1:${ports.balancerAdmin}`,
    'bind :80\n': `bind 127.0.0.1:${ports.balancer}\n`,
    '    bind :443 ssl crt /etc/haproxy/zines.example.org.pem alpn h2,http/1.1\n': '',
    '    http-request redirect scheme https code 301 unless { ssl_fc }\n': '',
    'bind 10.0.0.10:5432': `bind 127.0.0.1:${ports.primary}`,
    'bind 10.0.0.10:5433': `bind 127.0.0.1:${ports.replicas}`,
    ...fitted(ports.postgres, (at) => [
      `10.0.0.2${at + 1}:5432 port 8008`,
      `127.0.0.1:${ports.postgres[at]} port ${ports.patroni[at]}`,
    ]),
    ...fitted([1, 2, 3], (at) => [`10.0.0.1${at + 1}:3000`, `127.0.0.1:${ports.sites[at] ?? nobody}`]),
  })

/** A port without a server, for sites beyond the chosen number. */
const nobody = 9

const fitted = (places: number[], one: (at: number) => [string, string]) =>
  Object.fromEntries(places.map((_, at) => one(at)))
