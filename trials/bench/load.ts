import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import type { Request } from './scenario.ts'

type Asked = Parameters<Client['request']>[0]
type Load = {
  port: number
  /** Makes the n-th request of all, on this connection. */
  request: (n: number, connection: number) => Asked | Promise<Asked>
  connections?: number
  seconds: number
  /** The interval between requests of one connection. By default there is no pause. */
  everyMs?: number
  /** Receives each response after its time was taken. */
  answered?: (text: string, connection: number) => unknown
}
/** Latencies in milliseconds, in the order in which the requests finished. */
export type Measured = { perSecond: number; latencies: number[] }

let sent = 0

/** Sends one request at a time on every connection. A failure ends the run. */
export async function load(wishes: Load): Promise<Measured> {
  const { port, request, connections = 10, seconds, everyMs = 0, answered } = wishes
  const latencies: number[] = []
  const start = performance.now()
  const until = start + seconds * 1000
  const keepBusy = async (own: number) => {
    const client = new Client(`http://127.0.0.1:${port}`)
    let turn = start + (everyMs * own) / connections
    try {
      for (; turn < until; turn = Math.max(turn + everyMs, performance.now())) {
        if (everyMs) await sleep(Math.max(0, turn - performance.now()))
        const asked = await request(sent++, own)
        const before = performance.now()
        const { statusCode, body } = await client.request(asked)
        const text = answered ? await body.text() : await body.dump({ limit: Number.POSITIVE_INFINITY })
        latencies.push(performance.now() - before)
        if (statusCode >= 300) throw new Error(`${asked.method} ${asked.path} was answered ${statusCode}.`)
        await answered?.(text ?? '', own)
      }
    } finally {
      await client.destroy()
    }
  }
  // All connections must end before the next measurement.
  const ended = await Promise.allSettled(Array.from({ length: connections }, (_, own) => keepBusy(own)))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
  return { perSecond: (latencies.length / (performance.now() - start)) * 1000, latencies }
}

export const httpRequest = ({ path, method = 'GET', body, cookie }: Request): Asked => ({
  path,
  method,
  headers: { ...(cookie && { cookie }), ...(body !== undefined && { 'content-type': 'application/json' }) },
  body: body === undefined ? null : JSON.stringify(body),
})
