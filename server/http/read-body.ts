import type { IncomingMessage } from 'node:http'
import { errorCodes, type FastifyRequest } from 'fastify'
import { refuse } from './errors.ts'
import type { App } from './fastify.ts'
import { lowestRates, type Timeouts } from './request-bounds.ts'

const { FST_ERR_CTP_BODY_TOO_LARGE, FST_ERR_CTP_INVALID_CONTENT_LENGTH } = errorCodes

/** JSON is all that is read, and not for longer than its sender has time for. */
export function readJsonBodies(app: App, timeouts: Timeouts) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const body = { limit: request.routeOptions.bodyLimit, length: declaredLength(request) }
    request.endBody = readText(payload, { ...body, timeouts }, (error, text) => {
      if (error) done(error)
      else parse(request, text, done)
    })
  })
}

/** How long a body says that it is; one that comes in chunks does not. */
export function declaredLength({ headers }: FastifyRequest) {
  const length = Number(headers['content-length'])
  return Number.isSafeInteger(length) ? length : undefined
}

type Expected = { limit: number; length: number | undefined; timeouts: Timeouts }
type Done = (error: Error | null, text: string) => void

/** Answers what ends it before its time. */
function readText(payload: IncomingMessage, expected: Expected, done: Done) {
  const text = textAlreadyThere(payload, expected)
  if (text === undefined) return readAsItComes(payload, expected, done)
  done(null, text)
}

/** Most bodies are there as a whole by now: it was looked up meanwhile who sent them. They need no clock. */
function textAlreadyThere(payload: IncomingMessage, { limit, length }: Expected) {
  const isWhole = payload.complete && length !== undefined && length <= limit && !payload.destroyed
  if (!isWhole || length === 0 || payload.readableLength !== length) return undefined
  // Without a length only the first part of what came would be read.
  return (payload.read(length) as Buffer).toString()
}

function readAsItComes(payload: IncomingMessage, { limit, length, timeouts }: Expected, done: Done) {
  const parts = length === undefined ? new Parts() : new Whole(length)
  let received = 0
  let isOver = false
  const most = Math.min(length ?? limit, limit)
  const late = () => end(refuse('timed_out', tooSlow))
  const longest = Math.max(timeouts.body, (most / lowestRates.body) * 1000)
  const inAll = setTimeout(late, longest)
  // An ordinary body has no more time in all than between two parts of it.
  const idle = longest > timeouts.idle ? setTimeout(late, timeouts.idle) : undefined

  const take = (part: Buffer) => {
    idle?.refresh()
    received += part.length
    if (received > limit) end(new FST_ERR_CTP_BODY_TOO_LARGE())
    else parts.add(part)
  }
  const whole = () => {
    if (length !== undefined && length !== received) end(new FST_ERR_CTP_INVALID_CONTENT_LENGTH())
    else end(null)
  }
  const cut = () => end(refuse('invalid_request', 'The request broke off before its end.'))

  /** What still comes after the end is read and dropped. */
  function end(error: Error | null) {
    if (isOver) return
    isOver = true
    clearTimeout(inAll)
    clearTimeout(idle)
    payload.off('data', take).off('end', whole).off('error', cut).off('close', cut)
    payload.on('error', () => undefined)
    done(error, error ? '' : parts.text())
  }
  payload.on('data', take).on('end', whole).on('error', cut).on('close', cut)
  // Whoever left while it was looked up who they are is not heard leaving again.
  if (payload.destroyed) cut()
  return end
}

/** Of a body whose length nobody said. */
class Parts {
  readonly #parts: Buffer[] = []

  add(part: Buffer) {
    this.#parts.push(part)
  }

  text() {
    return Buffer.concat(this.#parts).toString()
  }
}

/** In one piece from the start: put together at the end, a long body would be there twice. */
class Whole {
  readonly #bytes: Buffer
  #length = 0

  constructor(length: number) {
    this.#bytes = Buffer.allocUnsafe(length)
  }

  add(part: Buffer) {
    this.#length += part.copy(this.#bytes, this.#length)
  }

  text() {
    return this.#bytes.toString('utf8', 0, this.#length)
  }
}

const tooSlow = 'The request did not arrive in time. Please check your connection and try again.'
