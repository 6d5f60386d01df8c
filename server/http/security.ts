import type { FastifyReply, FastifyRequest } from 'fastify'
import { originsOf } from '#server/config/config.ts'
import type { Config } from '../config/config.ts'
import { refuse } from './errors.ts'
import type { App } from './fastify.ts'
import { answerHeaders } from './fastify.ts'

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Adds the headers of every response, and refuses writes from pages of other sites. */
export function securityHeaders(app: App, config: Config) {
  const { publicUrl } = config
  const ours = new Set(originsOf(publicUrl))
  const headers = answerHeaders(config)
  const sentence = `This site’s address is ${publicUrl}. It only accepts changes from its own pages, and this request came from another address.`
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    const isRefused = writes.has(request.method) && isForeign(request, ours)
    done(isRefused ? refuse('foreign_origin', sentence) : undefined)
  })
}

/** Origin and Sec-Fetch-Site must not name another site. The Host header proves nothing. Programs send neither. */
function isForeign({ headers }: FastifyRequest, ours: Set<string>) {
  const site = headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  return headers.origin !== undefined && !ours.has(headers.origin)
}

/** Behind an untrusted proxy all visitors share one address. Logged once, as any client can send the header. */
export function warnOfUntrustedProxy(app: App) {
  let isSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    done()
    if (isSaid || request.headers['x-forwarded-for'] === undefined || isTrusted(request)) return
    isSaid = true
    app.log.warn(
      'Ignored X-Forwarded-For from an address that TRUST_PROXY does not trust. If it is your own web server, ' +
        'set TRUST_PROXY (true for one server). Otherwise all visitors share the same rate limits.',
    )
  })
}

/** Fastify reads addresses beyond the connection's own only if that one is trusted. */
const isTrusted = ({ ips = [] }: FastifyRequest) => ips.length > 1

/** Lets other sites read public responses (CORS), never a member's. Preflights fail, so only plain GETs work. */
export async function readAnywhere({ viewer }: Partial<Pick<FastifyRequest, 'viewer'>>, reply: FastifyReply) {
  if (!viewer) reply.header('access-control-allow-origin', '*')
}
