import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { changeOwner } from '#server/db/embedded/service-user.ts'
import type { Part } from '../cluster.ts'
import { type ClusterEnvironment, fillTemplate } from '../cluster-environment.ts'
import { haproxy } from '../packages.ts'
import { makeFolder, openProgram } from '../program.ts'

export type Balancer = Part & {
  /** Sends a command to HAProxy's runtime API. */
  sendCommand(command: string): Promise<string>
}

/** HAProxy in front of the sites and the database. */
export function openBalancer(environment: ClusterEnvironment): Balancer {
  const { folder: cluster, user, ports } = environment
  const folder = makeFolder(cluster, 'balancer', user)
  const settings = join(folder, 'haproxy.cfg')
  writeFileSync(settings, haproxyConfig(environment))
  changeOwner(user, settings)
  const sendCommand = (command: string) => queryRuntimeApi(ports.balancerAdmin, command)
  const program = openProgram({
    name: 'balancer',
    folder,
    user,
    command: () => [haproxy, '-db', '-f', settings],
    isReady: async () => (await sendCommand('show info')).includes('Version'),
  })
  return { ...program, sendCommand }
}

async function queryRuntimeApi(port: number, command: string) {
  const socket = connect(port, '127.0.0.1')
  socket.setTimeout(2_000, () => socket.destroy(new Error('HAProxy does not answer')))
  socket.end(`${command}\n`)
  return text(socket)
}

const haproxyConfig = ({ ports }: ClusterEnvironment) =>
  fillTemplate('haproxy.cfg', {
    '    log /dev/log local0\n': '    log stdout format raw local0 notice\n',
    'maxconn 20000': 'maxconn 4000',
    '    user haproxy\n    group haproxy\n': '',
    'stats socket /run/haproxy/admin.sock mode 660': `stats socket ipv4@127.0.0.1:${ports.balancerAdmin}`,
    'bind :80\n': `bind 127.0.0.1:${ports.balancer}\n`,
    '    bind :443 ssl crt /etc/haproxy/zines.example.org.pem alpn h2,http/1.1\n': '',
    '    http-request redirect scheme https code 301 unless { ssl_fc }\n': '',
    'bind 10.0.0.10:5432': `bind 127.0.0.1:${ports.primary}`,
    'bind 10.0.0.10:5433': `bind 127.0.0.1:${ports.replicas}`,
    ...replacementsFor(ports.postgres, (at) => [
      `10.0.0.2${at + 1}:5432 port 8008`,
      `127.0.0.1:${ports.postgres[at]} port ${ports.patroni[at]}`,
    ]),
    ...replacementsFor([1, 2, 3], (at) => [`10.0.0.1${at + 1}:3000`, `127.0.0.1:${ports.sites[at] ?? unusedPort}`]),
  })

/** A port without a server, for sites beyond the chosen number. */
const unusedPort = 9

const replacementsFor = (ports: number[], replacement: (at: number) => [string, string]) =>
  Object.fromEntries(ports.map((_, at) => replacement(at)))
