import type { FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/errors.ts'
import type { App } from './fastify.ts'
import { loggedEvent } from './security-events.ts'

declare module 'fastify' {
  interface FastifyReply {
    errorCode?: ErrorCode
  }
}

/** One line per request. Never a query, body, header, address or upload id. */
export function requestLog(app: App) {
  app.decorateReply('errorCode')
  app.decorateRequest('securityEvent')
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        path: loggedPath(request),
        status: reply.statusCode,
        code: reply.errorCode,
        ms: Math.round(reply.elapsedTime),
        ...loggedEvent(request, reply),
      },
      'answered',
    )
    done()
  })
}

const loggedPath = ({ url }: FastifyRequest) => url.split('?', 1)[0]?.replace(uploadId, '$1:uploadId$2')

/** Matches percent-encoded spellings too, as the path is the same. */
const letterPattern = (text: string) =>
  text.replace(/[a-z]/g, (letter) => `(?:${letter}|%${letter.charCodeAt(0).toString(16)})`)

/** Matches any text in place of the id, as it may be another spelling of a valid one. */
const uploadId = new RegExp(`^(/+${letterPattern('api')}/+${letterPattern('uploads')}/+).+?(/media)?$`, 'i')
