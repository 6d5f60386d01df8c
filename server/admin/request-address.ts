import { type OutgoingHttpHeaders, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { TLSSocket } from 'node:tls'

export type Answer = {
  status: number
  location: string | undefined
  body: string
  /** How far the clock of the server is ahead of this one, from its Date header. */
  clockOffsetMs: number | undefined
  certificateUntil: Date | undefined
}

type RequestOptions = {
  method?: string
  headers?: OutgoingHttpHeaders
  timeoutMs?: number
  /** Announces a body of this size, and sends only its first bytes. */
  announcedBytes?: number
}

const maxAnswerBytes = 64 * 1024
const maxSentBytes = 64 * 1024

/** Sends only the given headers, `Host` and `Connection`. Follows no redirect. @throws an Error with a reason */
export async function requestAddress(address: string, options: RequestOptions = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, timeoutMs = 10_000, announcedBytes } = options
  const request = address.startsWith('https:') ? requestHttps : requestHttp
  const allHeaders = { ...headers, ...(announcedBytes && { 'content-length': announcedBytes }) }
  const startedAt = Date.now()
  return new Promise((resolve, reject) => {
    const sent = request(address, { method, headers: allHeaders, agent: false }, async (response) => {
      const middle = (startedAt + Date.now()) / 2
      const certificateUntil = certificateEnd(response.socket as TLSSocket)
      let body = ''
      try {
        for await (const part of response.setEncoding('utf8')) {
          body += part
          if (body.length > maxAnswerBytes) throw new Error('its answer is longer than 64 kB')
        }
      } catch (error) {
        return reject(error)
      } finally {
        clearTimeout(timer)
        sent.destroy()
      }
      const { date, location } = response.headers
      // The header has whole seconds.
      const clockOffsetMs = date === undefined ? undefined : Date.parse(date) + 500 - middle
      resolve({ status: response.statusCode ?? 0, location, body, clockOffsetMs, certificateUntil })
    })
    const timer = setTimeout(() => sent.destroy(timeoutError(timeoutMs)), timeoutMs)
    sent.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer)
      reject(new Error(error.code ?? error.message, { cause: error }))
    })
    // Some web servers pass on nothing before the first bytes of a body.
    if (announcedBytes) sent.write(Buffer.alloc(Math.min(announcedBytes, maxSentBytes)))
    else sent.end()
  })
}

const timeoutError = (timeoutMs: number) => new Error(`it did not answer within ${timeoutMs / 1000} seconds`)

function certificateEnd(socket: TLSSocket) {
  const until = socket.getPeerCertificate?.().valid_to
  return until ? new Date(until) : undefined
}
