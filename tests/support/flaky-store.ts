import { once } from 'node:events'
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * How a response fails: an error of the store, a rejected key, half a body with a matching length (`short`), half a body with
 * the full length (`cut`), or no response to a request that was carried out (`lost`).
 */
export type Fault = 'error' | 'denied' | 'short' | 'cut' | 'lost'
type Asked = { method: string; url: string }

/** A proxy to the store at `port` whose responses fail as the test decides. */
export async function openFlakyStore(port: number) {
  const asked: Asked[] = []
  const on: {
    fault: (asked: Asked) => Fault | undefined
    meanwhile: (asked: Asked) => Promise<unknown> | undefined
  } = {
    fault: () => undefined,
    meanwhile: () => undefined,
  }
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    asked.push({ method, url })
    await on.meanwhile({ method, url })
    const fault = on.fault({ method, url })
    const refusal = fault && refusals[fault]
    if (refusal) {
      request.resume()
      response.writeHead(refusal.status, { 'content-type': 'application/xml' })
      return void response.end(refusal.body)
    }
    const passed = ask({ host: '127.0.0.1', port, method, path: url, headers })
    request.on('error', () => passed.destroy()).pipe(passed)
    passed.on('error', () => response.headersSent || response.destroy())
    passed.on('response', (answer) => void pass(answer, response, fault))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    on,
    heal() {
      on.fault = () => undefined
      on.meanwhile = () => undefined
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const refusals: { [Each in Fault]?: { status: number; body: string } } = {
  error: { status: 500, body: '<Error><Code>InternalError</Code></Error>' },
  denied: { status: 403, body: '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>' },
}

async function pass(answer: IncomingMessage, response: ServerResponse, fault: Fault | undefined) {
  const { statusCode = 500, headers } = answer
  if (!fault) {
    response.writeHead(statusCode, headers)
    return void answer.pipe(response)
  }
  const whole = await buffer(answer)
  if (fault === 'lost') return void response.destroy()
  const half = whole.subarray(0, whole.length / 2)
  const length = fault === 'short' ? half.length : whole.length
  response.writeHead(statusCode, { ...headers, 'content-length': length })
  response.write(half)
  if (fault === 'short') response.end()
  else setImmediate(() => response.destroy())
}
