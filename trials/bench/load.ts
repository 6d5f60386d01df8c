import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import type { Request } from './scenario.ts'

type Asked = Parameters<Client['request']>[0]
type Load = {
  port: number
  /** The n-th of all, on one of the connections. */
  request: (n: number, connection: number) => Asked | Promise<Asked>
  connections?: number
  seconds: number
  /** How long a connection waits from one request to the next; not at all if it is not said. */
  everyMs?: number
  /** Gets each answer when its time has been taken. */
  answered?: (text: string, connection: number) => unknown
}
/** Latencies in milliseconds, in the order in which requests finished. */
export type Measured = { perSecond: number; latencies: number[] }

let sent = 0

/** Keeps every connection busy with one request at a time. A failure ends it. */
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
  // The others end as well before anything else is measured.
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
