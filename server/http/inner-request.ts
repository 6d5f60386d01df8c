import { EventEmitter } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { App } from './fastify.ts'

type Answer = { status: number; cookies: string[]; body: string }

/** Whoever reads in this process: all that one page is drawn from is read by one, for one visitor. */
export class InnerReader {
  readonly #app: App
  readonly #headers: Record<string, string>

  constructor(app: App, headers: Record<string, string>) {
    this.#app = app
    this.#headers = headers
  }

  /** What the route at an address answers, with every hook, and without a connection or what belongs to one. */
  get(url: string): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const reply = new InnerReply(resolve, reject)
    const request = new InnerRequest(this, url, { ...this.#headers })
    this.#app.routing(request as unknown as IncomingMessage, reply as unknown as ServerResponse)
    return promise
  }
}

/** Who reads for a page; nobody whose request came over a connection, whatever it says. */
export const innerReaderOf = ({ raw }: Pick<FastifyRequest, 'raw'>) =>
  (raw as unknown) instanceof InnerRequest ? (raw as unknown as InnerRequest).reader : undefined

/** What hooks and routes ask of a request without a body, and of its connection. */
class InnerRequest extends EventEmitter {
  readonly method = 'GET'
  readonly httpVersion = '1.1'
  readonly httpVersionMajor = 1
  readonly complete = true
  readonly aborted = false
  readonly destroyed = false
  readonly remoteAddress = '127.0.0.1'
  readonly reader: InnerReader
  readonly url: string
  readonly headers: Record<string, string>

  constructor(reader: InnerReader, url: string, headers: Record<string, string>) {
    super()
    this.reader = reader
    this.url = url
    this.headers = headers
  }

  get socket() {
    return this
  }
}

class InnerReply extends Writable {
  statusCode = 200
  headersSent = false
  /** Taken as soon as it is there: nothing waits behind it. */
  readonly socket = this
  readonly #headers: OutgoingHttpHeaders = {}
  readonly #chunks: (string | Buffer)[] = []

  constructor(resolve: (answer: Answer) => void, reject: (error: Error) => void) {
    super({ decodeStrings: false })
    this.once('error', reject)
    this.once('finish', () => resolve(this.#answer()))
    this.once('close', () => {
      if (!this.writableFinished) reject(new Error('The answer broke off before its end.'))
    })
  }

  #answer(): Answer {
    const [first = ''] = this.#chunks
    const isWhole = this.#chunks.length < 2 && typeof first === 'string'
    const body = isWhole ? first : Buffer.concat(this.#chunks.map((chunk) => Buffer.from(chunk))).toString()
    return { status: this.statusCode, cookies: [this.#headers['set-cookie'] ?? []].flat().map(String), body }
  }

  override _write(chunk: string | Buffer, _encoding: string, done: () => void) {
    this.#chunks.push(chunk)
    done()
  }

  writeHead(status: number, headers: OutgoingHttpHeaders = {}) {
    this.statusCode = status
    this.headersSent = true
    Object.assign(this.#headers, headers)
    return this
  }

  setHeader(name: string, value: string | string[]) {
    this.#headers[name.toLowerCase()] = value
    return this
  }

  getHeader(name: string) {
    return this.#headers[name.toLowerCase()]
  }

  getHeaders() {
    return this.#headers
  }

  hasHeader(name: string) {
    return name.toLowerCase() in this.#headers
  }

  removeHeader(name: string) {
    delete this.#headers[name.toLowerCase()]
  }
}
