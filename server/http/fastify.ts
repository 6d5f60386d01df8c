import { createHash, randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyServerOptions, LogController, type RawRequestDefaultExpression } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import type { Config } from '#server/config/config.ts'
import { answerError, notFound } from './errors.ts'
import { ordinaryBody, type Timeouts } from './request-bounds.ts'
import { validatorCompiler } from './validation.ts'

export type App = ReturnType<typeof createFastify>

export function createFastify(
  config: Config,
  { logTo = process.stdout, timeouts }: { logTo?: NodeJS.WritableStream | undefined; timeouts: Timeouts },
) {
  const options = {
    ...requestIds(config),
    ...untilHeadersAreThere(timeouts.headers),
    bodyLimit: ordinaryBody,
    clientErrorHandler: answerClientErrors(answerHeaders(config)),
    trustProxy: config.trustProxy,
    // No hook sees these, so nothing else would end a body that comes with them.
    frameworkErrors: (error, request, reply) =>
      answerError(error, request, reply.headers({ ...answerHeaders(config), connection: 'close' })),
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    logger: { level: config.logLevel, stream: logTo, serializers: logSerializers },
    logController: new LogController({ disableRequestLogging: true }),
  } satisfies FastifyServerOptions
  const app = Fastify(options).withTypeProvider<ZodTypeProvider>()
  // Node would answer what it does not understand past every hook, and then wait for the body for ever.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  return app
}

/** Node's own limit on whole requests is for all alike: only what nothing else ends is left to it. */
const untilHeadersAreThere = (headersTimeout: number) => ({
  requestTimeout: 86_400_000,
  http: { headersTimeout, connectionsCheckingInterval: Math.min(1_000, headersTimeout / 4) },
})

const givenId = /^[\w.-]{8,64}$/

/** Behind a proxy a request keeps the id that it gave, if it looks like one. A visitor does not choose theirs. */
const requestIds = ({ trustProxy }: Config) => ({
  requestIdHeader: false as const,
  genReqId: (request: RawRequestDefaultExpression) => {
    const given = request.headers['x-request-id']
    return trustProxy && typeof given === 'string' && givenId.test(given) ? given : randomUUID()
  },
})

/** Of an error only what names it: PostgreSQL's own carry the values of rows, addresses among them. */
const logSerializers = {
  err: ({ name, message, stack, code }: Error & { code?: string }) => ({
    type: name,
    message,
    code,
    stack: stack ?? '',
  }),
}

const answerClientErrors =
  (headers: Record<string, string>) =>
  ({ code = '' }: Error & { code?: string }, socket: Socket) => {
    if (code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) socket.write(answer(headers, ...(refusals[code] ?? unreadable)))
    socket.destroySoon()
  }

const unreadable: [ErrorCode, string] = ['invalid_request', 'This request could not be read.']
const refusals: Record<string, [ErrorCode, string] | undefined> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['timed_out', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers of this request are too large.'],
}

function answer(headers: Record<string, string>, code: ErrorCode, error: string) {
  const status = errorStatus[code]
  const body = JSON.stringify({ error, code, requestId: randomUUID() })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

type Site = { publicUrl: string; hstsSubdomains: boolean; analytics: { host: string } | undefined }

/** Visits are counted by the site's own code, so that no script from elsewhere is ever needed. */
const contentSecurityPolicy = ({ analytics }: Pick<Site, 'analytics'>, script = '') =>
  [
    "default-src 'self'",
    `script-src 'self'${script}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    `connect-src 'self' blob:${analytics ? ` ${analytics.host}` : ''}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The same for a page, in which one script stands: that very text may run there, and no other. */
export const pagePolicy = (site: Pick<Site, 'analytics'>, script: string) =>
  contentSecurityPolicy(site, ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`)

/** Headers that every answer carries, those to what is no request among them. */
export const answerHeaders = ({ publicUrl, hstsSubdomains, analytics }: Site): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy({ analytics }),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  ...(publicUrl.startsWith('https:') && {
    'strict-transport-security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
  }),
})
