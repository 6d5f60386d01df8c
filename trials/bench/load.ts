import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import type { Request } from './scenario.ts'

type RequestOptions = Parameters<Client['request']>[0]
type LoadOptions = {
  port: number
  /** Makes the n-th request of all, on this connection. */
  request: (n: number, connection: number) => RequestOptions | Promise<RequestOptions>
  connections?: number
  seconds: number
  /** The interval between requests of one connection. By default there is no pause. */
  everyMs?: number
  /** Receives each response after its time was taken. */
  onResponse?: (text: string, connection: number) => unknown
}
/** Latencies in milliseconds, in the order in which the requests finished. */
export type LoadResult = { perSecond: number; latencies: number[] }

let requestCount = 0

/** Sends one request at a time on every connection. A failure ends the run. */
export async function load(options: LoadOptions): Promise<LoadResult> {
  const { port, request, connections = 10, seconds, everyMs = 0, onResponse } = options
  const latencies: number[] = []
  const start = performance.now()
  const until = start + seconds * 1000
  const runConnection = async (connection: number) => {
    const client = new Client(`http://127.0.0.1:${port}`)
    let nextAt = start + (everyMs * connection) / connections
    try {
      for (; nextAt < until; nextAt = Math.max(nextAt + everyMs, performance.now())) {
        if (everyMs) await sleep(Math.max(0, nextAt - performance.now()))
        const requestOptions = await request(requestCount++, connection)
        const before = performance.now()
        const { statusCode, body } = await client.request(requestOptions)
        const text = onResponse ? await body.text() : await body.dump({ limit: Number.POSITIVE_INFINITY })
        latencies.push(performance.now() - before)
        if (statusCode >= 300)
          throw new Error(`${requestOptions.method} ${requestOptions.path} was answered ${statusCode}.`)
        await onResponse?.(text ?? '', connection)
      }
    } finally {
      await client.destroy()
    }
  }
  // All connections must end before the next measurement.
  const ended = await Promise.allSettled(Array.from({ length: connections }, (_, own) => runConnection(own)))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
  return { perSecond: (latencies.length / (performance.now() - start)) * 1000, latencies }
}

export const httpRequest = ({ path, method = 'GET', body, cookie }: Request): RequestOptions => ({
  path,
  method,
  headers: { ...(cookie && { cookie }), ...(body !== undefined && { 'content-type': 'application/json' }) },
  body: body === undefined ? null : JSON.stringify(body),
})
