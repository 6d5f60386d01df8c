import type { FastifyRequest } from 'fastify'
import type { App } from './fastify.ts'

/**
 * One line per finished request: what, how it ended, how long it took. Never a query, a body, a header, an address, or
 * the id of an upload, which is nobody's business but its owner's.
 */
export function requestLog(app: App) {
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: loggedPath(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}

const loggedPath = ({ url }: FastifyRequest) => url.split('?', 1)[0]?.replace(uploadId, '$1:uploadId')

const uploadId = /^(\/+api\/+uploads\/+)[^/]+/i
