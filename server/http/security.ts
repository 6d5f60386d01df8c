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
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    })
    if (publicUrl.startsWith('https:')) reply.header('strict-transport-security', 'max-age=31536000')
    if (writes.has(request.method) && isForeign(request.headers.origin, request.headers.host, publicUrl)) {
      throw refuse('foreign_origin', 'This request came from another site.')
    }
  })
}

/** Programs send no Origin; a browser always does on a write, and it must be ours. */
function isForeign(origin: string | undefined, host: string | undefined, publicUrl: string) {
  if (origin === undefined) return false
  if (origin === new URL(publicUrl).origin) return false
  return origin !== `http://${host}` && origin !== `https://${host}`
}
