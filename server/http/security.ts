import { msg } from '@lingui/core/runtime-macro'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { originsOf } from '#server/config/config.ts'
import type { Config } from '../config/config.ts'
import { apiError } from './errors.ts'
import type { App } from './fastify.ts'
import { responseHeaders } from './fastify.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks a write that needs only the secret in its address, so requests from other sites can do no harm. */
    allowsForeignOrigin?: true
  }
}

const writeMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Adds the headers of every response, and refuses writes from pages of other sites. */
export function securityHeaders(app: App, config: Config) {
  const { publicUrl } = config
  const ownOrigins = new Set(originsOf(publicUrl))
  const headers = responseHeaders(config)
  const message = msg`This site’s address is ${{ publicUrl }}. It only accepts changes from its own pages, and this request came from another address. Open the site at its own address, then try again.`
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    const { allowsForeignOrigin } = request.routeOptions.config
    const isRejected = writeMethods.has(request.method) && !allowsForeignOrigin && isForeign(request, ownOrigins)
    done(isRejected ? apiError('foreign_origin', message) : undefined)
  })
}

/** Origin and Sec-Fetch-Site must not name another site. The Host header proves nothing. Programs send neither. */
function isForeign({ headers }: FastifyRequest, ownOrigins: Set<string>) {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  return headers.origin !== undefined && !ownOrigins.has(headers.origin)
}

/** Behind an untrusted proxy all visitors share one address. Logged once, as any client can send the header. */
export function warnOfUntrustedProxy(app: App) {
  let hasWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    done()
    if (hasWarned || request.headers['x-forwarded-for'] === undefined || isTrusted(request)) return
    hasWarned = true
    app.log.warn(
      'Ignored X-Forwarded-For from an address that TRUST_PROXY does not trust. If it is your own web server, ' +
        'set TRUST_PROXY (true for one server). Otherwise all visitors share the same rate limits.',
    )
  })
}

/** Fastify reads addresses beyond the connection's own only if that one is trusted. */
const isTrusted = ({ ips = [] }: FastifyRequest) => ips.length > 1

/** Lets other sites read public responses (CORS), never a member's. Preflights fail, so only plain GETs work. */
export async function allowAnyOrigin({ viewer }: Partial<Pick<FastifyRequest, 'viewer'>>, reply: FastifyReply) {
  if (!viewer) reply.header('access-control-allow-origin', '*')
}
