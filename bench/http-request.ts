import type { Request } from './scenario.ts'

type Reader = { cookie: string; token: string }

/** The bytes of a request, as the reader sends it if it says so. */
export function httpRequest(
  { path, method = 'GET', body, asReader, cookie: own }: Request,
  { cookie, token }: Reader,
) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const head = [`${method} ${path} HTTP/1.1`, 'host: 127.0.0.1']
  if (own || asReader === true) head.push(`cookie: ${own ?? cookie}`)
  if (asReader === 'token') head.push(`authorization: Bearer ${token}`)
  if (text) head.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`)
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`)
}
