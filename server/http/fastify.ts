import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyServerOptions, LogController, type RawRequestDefaultExpression } from 'fastify'
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Config } from '#server/config/config.ts'
import { answerHeaders } from './answer-headers.ts'
import { answerClientErrors } from './client-error.ts'
import { answerError, notFound } from './errors.ts'
import { ordinaryBody, type Timeouts } from './request-bounds.ts'
import { validatorCompiler } from './validation.ts'

/** What routes are added to: Fastify with our log, our errors and the contract's shapes. */
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
