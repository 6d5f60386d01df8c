import { once } from 'node:events'
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * How a response fails: an error of the store, a rejected key, half a body with a matching length (`short`), half a body with
 * the full length (`cut`), or no response to a request that was carried out (`lost`).
 */
export type StoreFault = 'error' | 'denied' | 'short' | 'cut' | 'lost'
type StoreRequest = { method: string; url: string }

/** A proxy to the store at `port` whose responses fail as the test decides. */
export async function startFlakyStore(port: number) {
  const requests: StoreRequest[] = []
  const hooks: {
    faultFor: (request: StoreRequest) => StoreFault | undefined
    beforeForward: (request: StoreRequest) => Promise<unknown> | undefined
  } = {
    faultFor: () => undefined,
    beforeForward: () => undefined,
  }
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    requests.push({ method, url })
    await hooks.beforeForward({ method, url })
    const problem = hooks.faultFor({ method, url })
    const errorResponse = problem && errorResponses[problem]
    if (errorResponse) {
      request.resume()
      response.writeHead(errorResponse.status, { 'content-type': 'application/xml' })
      return void response.end(errorResponse.body)
    }
    const forwarded = ask({ host: '127.0.0.1', port, method, path: url, headers })
    request.on('error', () => forwarded.destroy()).pipe(forwarded)
    forwarded.on('error', () => response.headersSent || response.destroy())
    forwarded.on('response', (upstream) => void sendResponse(upstream, response, problem))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    hooks,
    heal() {
      hooks.faultFor = () => undefined
      hooks.beforeForward = () => undefined
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const errorResponses: { [Kind in StoreFault]?: { status: number; body: string } } = {
  error: { status: 500, body: '<Error><Code>InternalError</Code></Error>' },
  denied: { status: 403, body: '<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>' },
}

async function sendResponse(upstream: IncomingMessage, response: ServerResponse, problem: StoreFault | undefined) {
  const { statusCode = 500, headers } = upstream
  if (!problem) {
    response.writeHead(statusCode, headers)
    return void upstream.pipe(response)
  }
  const fullBody = await buffer(upstream)
  if (problem === 'lost') return void response.destroy()
  const half = fullBody.subarray(0, fullBody.length / 2)
  const length = problem === 'short' ? half.length : fullBody.length
  response.writeHead(statusCode, { ...headers, 'content-length': length })
  response.write(half)
  if (problem === 'short') response.end()
  else setImmediate(() => response.destroy())
}
