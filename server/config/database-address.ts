import { z } from 'zod'

/** Where a database is, as `DATABASE_URL` says it. */
export type DatabaseAddress = {
  /** One address for each server that may be the one. */
  servers: string[]
  /** Which server takes writes has to be found out, and can change. */
  moves: boolean
  /** What is said of a pgbouncer in front, in its own words. */
  poolMode: 'session' | 'transaction' | undefined
  /** Settings for each connection, which ours are added to. */
  options: string | undefined
}

type Part = 'scheme' | 'user' | 'hosts' | 'path' | 'query'
type Host = { host: string; port: string }

const parts =
  /^(?<scheme>postgres(?:ql)?:\/\/)(?:(?<user>[^/?#]*)@)?(?<hosts>[^/?#]*)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/
const hostAndPort = /^(?<host>\[[^\]]*\]|[^:]*)(?::(?<port>\d*))?$/

/** What libpq says of servers too; of its choices, those that take no writes make no sense here. */
const writable = ['read-write', 'primary']

/** What pg is not to read there: it knows nothing of it, or would take it in place of what every connection needs. */
const readHere = ['target_session_attrs', 'pool_mode', 'options', 'application_name']

/** @throws an Error, whose message says what is wrong with it */
export function readAddress(text: string): DatabaseAddress {
  const found = parts.exec(text)?.groups as Record<Part, string | undefined> | undefined
  if (!found) throw new Error('must be an address such as postgres://user:password@host/database')
  const query = new URLSearchParams(found.query)
  const [wanted, poolMode] = [query.get('target_session_attrs'), query.get('pool_mode')]
  assertOneOf('target_session_attrs', wanted, [...writable, 'any'])
  assertOneOf('pool_mode', poolMode, ['session', 'transaction'])
  const hosts = readHosts(found.hosts ?? '', query)
  const isAsWritten = hosts.length === 1 && !readHere.some((name) => query.has(name))
  return {
    servers: isAsWritten ? [text] : hosts.map((host) => addressOf(found, host, query)),
    moves: hosts.length > 1 || writable.includes(wanted ?? ''),
    poolMode: (poolMode as DatabaseAddress['poolMode']) ?? undefined,
    options: query.get('options') ?? undefined,
  }
}

function assertOneOf(name: string, value: string | null, known: string[]) {
  if (value === null || known.includes(value)) return
  const replicas =
    name === 'target_session_attrs' ? '; servers that take no writes belong into DATABASE_READ_URL' : ''
  throw new Error(`can have ${name} as ${known.join(' or ')}, not as ${value}${replicas}`)
}

/** Before the path, or as parameters, which is how folders of sockets are named. */
function readHosts(before: string, query: URLSearchParams): Host[] {
  const named = query.get('host')
  const hosts = named === null ? before.split(',').map(readHost) : besidePorts(named, query.get('port') ?? '')
  if (hosts.length > 1 && hosts.some(({ host }) => host === ''))
    throw new Error(`names ${hosts.length} hosts, of which one is empty`)
  return hosts
}

function readHost(text: string): Host {
  const found = hostAndPort.exec(text)?.groups as Host | undefined
  const port = found?.port ?? ''
  if (!found || Number(port) > 65_535) throw new Error('has a host that cannot be read')
  return { host: found.host, port }
}

function besidePorts(named: string, ports: string): Host[] {
  const [hosts, given] = [named.split(','), ports.split(',')]
  if (given.length !== 1 && given.length !== hosts.length)
    throw new Error(`names ${hosts.length} hosts and ${given.length} ports`)
  return hosts.map((host, at) => ({ host, port: given[given.length === 1 ? 0 : at] ?? '' }))
}

/** The same for one server, without what only we understand. */
function addressOf(
  { scheme, user, path = '' }: Record<Part, string | undefined>,
  one: Host,
  all: URLSearchParams,
) {
  const query = new URLSearchParams(all)
  for (const own of readHere) query.delete(own)
  const isParameter = query.has('host')
  if (isParameter) query.set('host', one.host)
  if (isParameter && one.port) query.set('port', one.port)
  const place = isParameter ? '' : `${one.host}${one.port && `:${one.port}`}`
  return `${scheme}${user === undefined ? '' : `${user}@`}${place}${path}${query.size > 0 ? `?${query}` : ''}`
}

/** A setting that is such an address; what is wrong with it is said without repeating it, as it has a password. */
export const databaseAddress = z.string().superRefine((text, context) => {
  const message = faultOf(text)
  if (message) context.addIssue({ code: 'custom', message })
})

function faultOf(text: string) {
  try {
    const isRead = readAddress(text).servers.every((server) => URL.canParse(server.replace('@/', '@socket/')))
    return isRead ? undefined : 'has a letter in it that must be written as %…, in the password perhaps'
  } catch (error) {
    return (error as Error).message
  }
}
