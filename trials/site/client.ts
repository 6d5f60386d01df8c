import type { IncomingHttpHeaders } from 'node:http'
import { Agent, type Dispatcher } from 'undici'

export type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string }
type Sent = {
  /** Sent as JSON, unless `bytes` is set. */
  body?: unknown
  bytes?: Uint8Array
  headers?: Record<string, string>
  /** Timeout of the response in milliseconds. */
  patienceMs?: number
}
export type Call = (method: string, path: string, sent?: Sent) => Promise<Answer>
export type Client = ReturnType<typeof openClient>

/** Longer than people wait for a page. */
const usualPatienceMs = 10_000

/** A browser for API calls: it has its own IP address, persistent connections and cookies. */
export function openClient(port: number, from: string) {
  const agent = new Agent({ localAddress: from })
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  const call: Call = async (method, path, { body, bytes, headers, patienceMs = usualPatienceMs } = {}) => {
    const answer = await agent.request({
      ...{ origin: `http://127.0.0.1:${port}`, method: method as Dispatcher.HttpMethod, path },
      headers: {
        ...(jar.size > 0 && { cookie: cookie() }),
        ...(body !== undefined && !bytes && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: bytes ?? (body === undefined ? null : JSON.stringify(body)),
      signal: AbortSignal.timeout(patienceMs),
    })
    const received = Buffer.from(await answer.body.arrayBuffer())
    keepCookies(jar, [answer.headers['set-cookie'] ?? []].flat())
    const { statusCode: status } = answer
    return {
      status,
      headers: answer.headers as IncomingHttpHeaders,
      bytes: received,
      text: received.toString(),
    }
  }
  return { call, cookie, from, close: () => void agent.destroy() }
}

function keepCookies(jar: Map<string, string>, lines: string[]) {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '' || /max-age=0/i.test(line)) jar.delete(name)
    else jar.set(name, value)
  }
}

/** The response. Throws if it is a refusal. */
export async function answered(asked: Promise<Answer>) {
  const answer = await asked
  if (answer.status >= 400) throw new Error(`${answer.status} ${answer.text.slice(0, 200)}`)
  return answer
}

export const jsonOf = <Body>({ text }: Answer) => JSON.parse(text) as Body
