import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { originsOf } from '../config/loopback.ts'
import { answerHeaders } from './answer-headers.ts'
import { refuse } from './errors.ts'
import type { App } from './fastify.ts'

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Headers that every answer carries, and the refusal of writes that another site's page sends. */
export function securityHeaders(app: App, config: Config) {
  const { publicUrl } = config
  const ours = new Set(originsOf(publicUrl))
  const headers = answerHeaders(config)
  const sentence = `This site is at ${publicUrl}. It takes changes from its own pages there, and this came from another address.`
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers)
    const isRefused = writes.has(request.method) && isForeign(request, ours)
    done(isRefused ? refuse('foreign_origin', sentence) : undefined)
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
