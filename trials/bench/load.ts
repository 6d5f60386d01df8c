import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import type { Request } from './scenario.ts'

type Load = {
  port: number
  /** The n-th of all, on one of the connections. */
  request: (n: number, connection: number) => Asked
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

/** Keeps every connection busy with one request at a time. An answer with another status ends it. */
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
    const client = new Client(`http://127.0.0.1:${port}`)
    let turn = start + (everyMs * own) / connections
    try {
      for (; turn < until && left > 0; turn = Math.max(turn + everyMs, performance.now())) {
        left -= 1
        if (everyMs) await sleep(Math.max(0, turn - performance.now()))
        const asked = request(sent++, own)
        const before = performance.now()
        await exchange(client, asked, [status].flat())
        latencies.push(performance.now() - before)
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

async function exchange(client: Client, asked: Asked, statuses: number[]) {
  const { statusCode, body } = await client.request(asked)
  await body.dump({ limit: Number.POSITIVE_INFINITY })
  if (!statuses.includes(statusCode))
    throw new Error(`Expected ${statuses.join(' or ')} for ${asked.path}, got ${statusCode}.`)
}

export type Asked = Parameters<Client['request']>[0]

/** A request, as the reader sends it if it says so. */
export function httpRequest(
  { path, method = 'GET', body, asReader, cookie: own }: Request,
  reader: { cookie: string; token: string },
): Asked {
  return {
    path,
    method,
    headers: {
      ...((own || asReader === true) && { cookie: own ?? reader.cookie }),
      ...(asReader === 'token' && { authorization: `Bearer ${reader.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  }
}
