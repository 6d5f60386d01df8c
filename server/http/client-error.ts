import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'

/** Answers what is no request, or not a whole one in time, and closes the connection. */
export const answerClientErrors =
  (headers: Record<string, string>) =>
  ({ code = '' }: Error & { code?: string }, socket: Socket) => {
    if (code === 'ECONNRESET' || socket.destroyed) return
    if (socket.writable) socket.write(answer(headers, ...(refusals[code] ?? unreadable)))
    socket.destroySoon()
  }

const unreadable: [ErrorCode, string] = ['invalid_request', 'This request could not be read.']
const refusals: Record<string, [ErrorCode, string] | undefined> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['timed_out', 'The request did not arrive in time.'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers of this request are too large.'],
}

function answer(headers: Record<string, string>, code: ErrorCode, error: string) {
  const status = errorStatus[code]
  const body = JSON.stringify({ error, code, requestId: randomUUID() })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
