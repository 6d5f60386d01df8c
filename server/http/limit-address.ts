import { isIPv6 } from 'node:net'

const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/
const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/

/**
 * What of an address counts as one visitor: an IPv4 address, or the /64 network of an IPv6 address, in which
 * everybody has as many addresses as they like. Some proxies add a port; it is no part of it.
 */
export function limitedAddress(given = '') {
  const [, inBrackets, ipv4] = withPort.exec(given) ?? []
  const address = inBrackets ?? ipv4 ?? given
  const plain = address.replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const shortest = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [, high, low] = mapped.exec(shortest) ?? []
  return high && low ? asIPv4(high, low) : `${network(shortest)}::/64`
}

function asIPv4(high: string, low: string) {
  const both = [high, low].map((part) => Number.parseInt(part, 16))
  return both.flatMap((part) => [part >> 8, part & 255]).join('.')
}

function network(shortest: string) {
  const [head = [], tail = []] = shortest.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}
