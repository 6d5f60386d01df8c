import type { IncomingHttpHeaders } from 'node:http'
import { Agent, type Dispatcher } from 'undici'

export type ClientResponse = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string }
type RequestOptions = {
  /** Sent as JSON, unless `bytes` is set. */
  body?: unknown
  bytes?: Uint8Array
  headers?: Record<string, string>
  /** Timeout of the response in milliseconds. */
  timeoutMs?: number
}
export type Call = (method: string, path: string, sent?: RequestOptions) => Promise<ClientResponse>
export type Client = ReturnType<typeof openClient>

/** Longer than people wait for a page. */
const defaultTimeoutMs = 10_000

/** A browser for API calls: it has its own IP address, persistent connections and cookies. */
export function openClient(port: number, from: string) {
  const agent = new Agent({ localAddress: from })
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  const call: Call = async (method, path, { body, bytes, headers, timeoutMs = defaultTimeoutMs } = {}) => {
    const response = await agent.request({
      origin: `http://127.0.0.1:${port}`,
      method: method as Dispatcher.HttpMethod,
      path,
      headers: {
        ...(cookies.size > 0 && { cookie: cookie() }),
        ...(body !== undefined && !bytes && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: bytes ?? (body === undefined ? null : JSON.stringify(body)),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const responseBytes = Buffer.from(await response.body.arrayBuffer())
    storeCookies(cookies, [response.headers['set-cookie'] ?? []].flat())
    const { statusCode: status } = response
    return {
      status,
      headers: response.headers as IncomingHttpHeaders,
      bytes: responseBytes,
      text: responseBytes.toString(),
    }
  }
  return { call, cookie, from, close: () => void agent.destroy() }
}

function storeCookies(cookies: Map<string, string>, lines: string[]) {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '' || /max-age=0/i.test(line)) cookies.delete(name)
    else cookies.set(name, value)
  }
}

/** The response. Throws if it is a refusal. */
export async function expectOk(pending: Promise<ClientResponse>) {
  const response = await pending
  if (response.status >= 400) throw new Error(`${response.status} ${response.text.slice(0, 200)}`)
  return response
}

export const parseJson = <Body>({ text }: ClientResponse) => JSON.parse(text) as Body
