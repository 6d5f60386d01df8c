import type { FastifyRequest } from 'fastify'
import { originsOf } from '../config/loopback.ts'
import { refuse } from './errors.ts'
import type { App } from './fastify.ts'

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Headers that every answer carries, and the refusal of writes that another site's page sends. */
export function securityHeaders(app: App, { publicUrl }: { publicUrl: string }) {
  const ours = new Set(originsOf(publicUrl))
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    })
    if (publicUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000')
    if (writes.has(request.method) && isForeign(request, ours)) {
      const sentence = `This site is at ${publicUrl}. It takes changes from its own pages there, and this came from another address.`
      throw refuse('foreign_origin', sentence)
    }
  })
}

/**
 * Browsers say where a write comes from, by Origin, by Sec-Fetch-Site or both: neither may name another site, another
 * host of ours included. The Host header is no witness: a stranger's name may lead to this machine too. Programs send
 * neither.
 */
function isForeign({ headers }: FastifyRequest, ours: Set<string>) {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  return headers.origin !== undefined && !ours.has(headers.origin)
}
