import type { FastifyRequest } from 'fastify'
import type { App } from './fastify.ts'

/**
 * A web server in front that TRUST_PROXY does not name makes all visitors one: they share its limits. Said once, since
 * any visitor may send this header.
 */
export function warnOfUntrustedProxy(app: App) {
  let isSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    done()
    if (isSaid || request.headers['x-forwarded-for'] === undefined || isTrusted(request)) return
    isSaid = true
    app.log.warn(
      'X-Forwarded-For came from where TRUST_PROXY trusts nobody, and was not read. If it is from your own web server, ' +
        'set TRUST_PROXY (true for one): without it all visitors are limited as if they were one.',
    )
  })
}

/** Fastify goes on behind the connection's own address only if that is trusted. */
const isTrusted = ({ ips = [] }: FastifyRequest) => ips.length > 1
