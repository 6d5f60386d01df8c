import { randomUUID } from 'node:crypto'
import type { FastifyRequest, RawRequestDefaultExpression } from 'fastify'
import type { App } from '../app.ts'

const givenId = /^[\w.-]{8,64}$/

/** A request keeps the id a proxy gave it, if it looks like one; otherwise it gets its own. */
export const requestIds = {
  requestIdHeader: false as const,
  genReqId: (request: RawRequestDefaultExpression) => {
    const given = request.headers['x-request-id']
    return typeof given === 'string' && givenId.test(given) ? given : randomUUID()
  },
}

/** One line per finished request: what, how it ended, how long it took. Never a query, a body, a header or an address. */
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

const loggedPath = ({ url }: FastifyRequest) => url.split('?', 1)[0]

/** Of an error only what names it: PostgreSQL's own carry the values of rows, addresses among them. */
export const logSerializers = {
  err: ({ name, message, stack, code }: Error & { code?: string }) => ({
    type: name,
    message,
    code,
    stack: stack ?? '',
  }),
}
