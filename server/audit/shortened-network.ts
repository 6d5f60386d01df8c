import { isIPv4 } from 'node:net'
import { limitedAddress } from '#server/http/limit.ts'

/**
 * What of an address is written down: the /24 of an IPv4 address, the /48 of an IPv6 address, which say roughly where
 * somebody came from and not who it was. Nothing of what is no address, whatever a proxy has passed on.
 */
export function shortenedNetwork(ip: string) {
  const limited = limitedAddress(ip)
  if (isIPv4(limited)) return `${limited.split('.').slice(0, 3).join('.')}.0/24`
  return /^[\da-f:]+::\/64$/.test(limited) ? `${limited.split(':').slice(0, 3).join(':')}::/48` : null
}
