import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type Load = {
  port: number
  /** The n-th of all, on one of the connections. */
  request: (n: number, connection: number) => Buffer
  /** What every answer has, or one of several. */
  status: number | readonly number[]
  connections: number
  pace: Pace
  /** How long a connection waits from one request to the next; not at all if it is not said. */
  everyMs?: number
}
/** For so long, or until so many were sent. */
export type Pace = { seconds: number } | { requests: number }
/** Latencies in milliseconds, in the order in which requests finished. */
type Measured = { perSecond: number; latencies: number[] }

let sent = 0

/**
 * Keeps every connection busy with one request at a time until it has done what was asked. Reads no more of an answer than it
 * must: on two cores the generator shares the machine with what it measures. An answer with another status ends it.
 */
export async function load({
  port,
  request,
  status,
  connections,
  pace,
  everyMs = 0,
}: Load): Promise<Measured> {
  const latencies: number[] = []
  const start = performance.now()
  const until = 'seconds' in pace ? start + pace.seconds * 1000 : Number.POSITIVE_INFINITY
  let left = 'requests' in pace ? pace.requests : Number.POSITIVE_INFINITY
  const keepBusy = async (own: number) => {
    const connection = await open(port, [status].flat())
    let turn = start + (everyMs * own) / connections
    for (; turn < until && left > 0; turn = Math.max(turn + everyMs, performance.now())) {
      left -= 1
      if (everyMs) await sleep(Math.max(0, turn - performance.now()))
      const asked = request(sent++, own)
      const before = performance.now()
      await connection.exchange(asked)
      latencies.push(performance.now() - before)
    }
    connection.close()
  }
  // The others end as well before anything else is measured.
  const ended = await Promise.allSettled(Array.from({ length: connections }, (_, own) => keepBusy(own)))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
  return { perSecond: (latencies.length / (performance.now() - start)) * 1000, latencies }
}

async function open(port: number, statuses: readonly number[]) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  const answers = new Answers(socket, statuses)
  return {
    exchange: (request: Buffer) => {
      const done = answers.next()
      socket.write(request)
      return done
    },
    close: () => socket.destroy(),
  }
}

/** Finds the end of each answer by its content-length. */
class Answers {
  #head: Buffer | undefined
  #missing = 0
  #done = Promise.withResolvers<void>()

  readonly #statuses: readonly number[]

  constructor(socket: Socket, statuses: readonly number[]) {
    this.#statuses = statuses
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('error', (error) => this.#done.reject(error))
    socket.on('close', () =>
      this.#done.reject(new Error('The connection was closed before the answer came.')),
    )
  }

  next() {
    this.#done = Promise.withResolvers<void>()
    return this.#done.promise
  }

  #read(chunk: Buffer) {
    if (this.#missing > 0) return this.#take(chunk.length)
    const head = this.#head ? Buffer.concat([this.#head, chunk]) : chunk
    const end = head.indexOf('\r\n\r\n')
    this.#head = end < 0 ? head : undefined
    if (end < 0) return
    const length = contentLength(head.toString('latin1', 0, end), this.#statuses)
    if (length instanceof Error) return this.#done.reject(length)
    this.#missing = length
    this.#take(head.length - end - 4)
  }

  #take(bytes: number) {
    this.#missing -= bytes
    if (this.#missing <= 0) this.#done.resolve()
  }
}

function contentLength(head: string, statuses: readonly number[]) {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1])
  if (!statuses.includes(status))
    return new Error(`Expected ${statuses.join(' or ')}, got “${head.split('\r\n', 1)[0]}”.`)
  if (status === 204) return 0
  const [, length] = /content-length: (\d+)/i.exec(head) ?? []
  return length === undefined ? new Error('The answer has no content-length.') : Number(length)
}
