import { createHash, randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { type FastifyServerOptions, LogController } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import type { Config } from '#server/config/config.ts'
import { notFound, sendError } from './errors.ts'
import { defaultBodyBytes, type Timeouts } from './request-limits.ts'
import { validatorCompiler } from './validation.ts'

export type App = ReturnType<typeof createFastify>

export function createFastify(
  config: Config,
  { logTo = process.stdout, timeouts }: { logTo?: NodeJS.WritableStream | undefined; timeouts: Timeouts },
) {
  const options = {
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    ...headerTimeoutOptions(timeouts.headers),
    bodyLimit: defaultBodyBytes,
    clientErrorHandler: handleClientErrors(responseHeaders(config)),
    trustProxy: config.trustProxy,
    // No hook runs for these errors, so only closing the connection ends a body that is still arriving.
    frameworkErrors: (error, request, reply) =>
      sendError(error, request, reply.headers({ ...responseHeaders(config), connection: 'close' })),
    forceCloseConnections: 'idle',
    // Our own refusal has a sentence: draining.ts.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    logger: { level: config.logLevel, stream: logTo, serializers: logSerializers },
    logController: new LogController({ disableRequestLogging: true }),
  } satisfies FastifyServerOptions
  const app = Fastify(options).withTypeProvider<ZodTypeProvider>()
  // Node would answer an unknown `Expect` header without our hooks, then wait for the body forever.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  return app
}

/** Node's limit treats all requests alike, so it only catches what our own limits do not end. */
const headerTimeoutOptions = (headersTimeout: number) => ({
  requestTimeout: 86_400_000,
  http: { headersTimeout, connectionsCheckingInterval: Math.min(1_000, headersTimeout / 4) },
})

/** A path that cannot be decoded counts as plain text, so that nothing is found under it. */
function readableUrl(url: string) {
  const [path = ''] = url.split('?', 1)
  return isDecodable(path) ? url : path.replaceAll('%', '%25') + url.slice(path.length)
}

function isDecodable(path: string) {
  try {
    return decodeURIComponent(path) !== undefined
  } catch {
    return false
  }
}

/** Whether the path has control or line characters or a backslash, which no address of the site has. */
export const hasForeignCharacters = ({ url }: { url: string }) =>
  /[\p{Cc}\p{Zl}\p{Zp}\\]/u.test(decodeURIComponent(url.split('?', 1)[0] ?? ''))

/** Logs only what identifies an error, as PostgreSQL errors contain row values such as email addresses. */
const logSerializers = {
  err: ({ name, message, stack, code }: Error & { code?: string }) => ({
    type: name,
    message,
    code,
    stack: stack ?? '',
  }),
}

const handleClientErrors =
  (headers: Record<string, string>) =>
  ({ code = '' }: Error & { code?: string }, socket: Socket) => {
    if (code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) socket.write(rawResponse(headers, ...(errorsByCode[code] ?? unreadableRequest)))
    socket.destroySoon()
  }

const unreadableRequest: [ErrorCode, string] = ['invalid_request', 'This request could not be read.']
const errorsByCode: Record<string, [ErrorCode, string] | undefined> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['timed_out', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers of this request are too large.'],
}

function rawResponse(headers: Record<string, string>, code: ErrorCode, error: string) {
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

/** The site counts visits with its own code, so no third-party script is needed. */
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
    // The browser's PDF viewer, for printing.
    'frame-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The same policy for a page with an inline script: allows exactly this text. */
export const pagePolicy = (site: Pick<Site, 'analytics'>, script: string) =>
  contentSecurityPolicy(site, ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`)

/** Headers of every response, including those to malformed requests. */
export const responseHeaders = ({ publicUrl, hstsSubdomains, analytics }: Site): Record<string, string> => ({
  'content-security-policy': contentSecurityPolicy({ analytics }),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  ...(publicUrl.startsWith('https:') && {
    'strict-transport-security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
  }),
})
