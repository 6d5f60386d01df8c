import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; text: string }
type Sent = {
  /** Sent as JSON, unless there are bytes. */
  body?: unknown
  bytes?: Uint8Array
  headers?: Record<string, string>
  /** How long, in milliseconds, its answer is waited for. */
  patienceMs?: number
}
export type Call = (method: string, path: string, sent?: Sent) => Promise<Answer>
export type Client = ReturnType<typeof openClient>

/** Longer than people wait for a page. */
const patienceMs = 10_000

/** A browser as far as calls go: it comes from an address of its own, keeps connections, and what cookies it is given. */
export function openClient(port: number, from: string) {
  const agent = new Agent({ keepAlive: true })
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

  const call: Call = async (method, path, sent = {}) => {
    const payload = sent.bytes ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
    const isJson = payload !== undefined && !sent.bytes
    const headers = { ...standing(payload, cookie()), ...(isJson && typed), ...sent.headers }
    const signal = AbortSignal.timeout(sent.patienceMs ?? patienceMs)
    const answer = await exchange({ port, agent, from, method, path, headers, signal }, payload)
    keepCookies(jar, answer.headers['set-cookie'] ?? [])
    return answer
  }
  return { call, cookie, from, close: () => agent.destroy() }
}

const typed = { 'content-type': 'application/json' }

const standing = (payload: string | Uint8Array | undefined, cookie: string) => ({
  ...(payload !== undefined && { 'content-length': String(Buffer.byteLength(payload)) }),
  ...(cookie && { cookie }),
})

type Exchange = {
  port: number
  agent: Agent
  from: string
  method: string
  path: string
  headers: Record<string, string>
  signal: AbortSignal
}

function exchange({ from, ...options }: Exchange, payload: string | Uint8Array | undefined) {
  return new Promise<Answer>((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', localAddress: from, ...options }, (answer) => {
      buffer(answer).then((bytes) => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString() })
      }, reject)
    })
    asked.on('error', reject)
    asked.end(payload)
  })
}

function keepCookies(jar: Map<string, string>, lines: string[]) {
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value === '' || /max-age=0/i.test(line)) jar.delete(name)
    else jar.set(name, value)
  }
}

/** The answer, if it is not a refusal. */
export async function answered(asked: Promise<Answer>) {
  const answer = await asked
  if (answer.status >= 400) throw new Error(`${answer.status} ${answer.text.slice(0, 200)}`)
  return answer
}

/** What a call answered in JSON, as its contract says it. */
export const jsonOf = <Body>({ text }: Answer) => JSON.parse(text) as Body
