import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyServerOptions, LogController, type RawRequestDefaultExpression } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Config } from '#server/config/config.ts'
import { answerError, notFound } from './errors.ts'

/** What routes are added to: Fastify with our log, our errors and the contract's shapes. */
export type App = ReturnType<typeof createFastify>

export function createFastify(config: Config, logTo: NodeJS.WritableStream = process.stdout) {
  const options = {
    ...requestIds,
    trustProxy: config.trustProxy,
    frameworkErrors: answerError,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    logger: { level: config.logLevel, stream: logTo, serializers: logSerializers },
    logController: new LogController({ disableRequestLogging: true }),
  } satisfies FastifyServerOptions
  const app = Fastify(options).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw notFound()
  })
  return app
}

const givenId = /^[\w.-]{8,64}$/

/** A request keeps the id a proxy gave it, if it looks like one; otherwise it gets its own. */
const requestIds = {
  requestIdHeader: false as const,
  genReqId: (request: RawRequestDefaultExpression) => {
    const given = request.headers['x-request-id']
    return typeof given === 'string' && givenId.test(given) ? given : randomUUID()
  },
}

/** Of an error only what names it: PostgreSQL's own carry the values of rows, addresses among them. */
const logSerializers = {
  err: ({ name, message, stack, code }: Error & { code?: string }) => ({
    type: name,
    message,
    code,
    stack: stack ?? '',
  }),
}
