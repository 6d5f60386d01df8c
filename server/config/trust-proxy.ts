import { isIP } from 'node:net'
import { z } from 'zod'

/**
 * Whose word on a visitor's address (`X-Forwarded-For`) is taken: nobody's, that of so many proxies in a row, or
 * that of proxies at these addresses. A proxy adds an entry at the end, so what a visitor wrote there is left of
 * it and never reached.
 */
export const trustProxy = z
  .string()
  .default('false')
  .transform((given, context): Trust => {
    const value = given.trim().toLowerCase()
    if (value === 'false' || value === '0') return false
    if (value === 'true' || /^\d{1,2}$/.test(value)) return hops(Number(value) || 1)
    const networks = value.split(',').map((network) => network.trim())
    if (networks.every(isNetwork)) return networks
    context.addIssue({ code: 'custom' })
    return z.NEVER
  })

type Trust = false | string[] | ((address: string, hop: number) => boolean)

/** Fastify takes a number to mean nobody, and `true` everybody, the visitor included. */
const hops = (proxies: number) => (_address: string, hop: number) => hop < proxies

function isNetwork(text: string) {
  const [address = '', prefix, ...more] = text.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (bits === 0 || more.length > 0) return false
  return prefix === undefined || (/^[1-9]\d*$/.test(prefix) && Number(prefix) <= bits)
}
