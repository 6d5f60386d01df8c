import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '#server/config/config.ts'
import { isLoopback } from '#server/config/config.ts'

type Address = NonNullable<Config['metrics']>
type CollectMetrics = () => Promise<string>

/** Serves `/metrics` on its own port. Concurrent requests share one result. On loopback the Host header must be local. */
export async function serveMetrics({ port, host }: Address, collect: CollectMetrics) {
  const collectShared = shareInFlight(collect)
  const isLocal = isLoopback(originOf(host))
  const server = createServer(timeouts, (request, response) => {
    const isAllowed = !isLocal || hasLocalHostHeader(request)
    void (isAllowed ? respond(request, response, collectShared) : sendStatus(response, 403))
  })
  server.maxConnections = 50
  await listen(server.listen(port, host), port)
  const { port: boundPort } = server.address() as AddressInfo
  return {
    address: `${originOf(host)}:${boundPort}/metrics`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const timeouts = { headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 70_000 }

const originOf = (host: string) => `http://${host.includes(':') ? `[${host}]` : host}`

function hasLocalHostHeader({ headers }: IncomingMessage) {
  const origin = URL.parse(`http://${headers.host}`)
  return origin !== null && isLoopback(origin.href)
}

async function respond({ method, url = '' }: IncomingMessage, response: ServerResponse, collect: CollectMetrics) {
  if (url.split('?', 1)[0] !== '/metrics') return sendStatus(response, 404)
  if (method !== 'GET' && method !== 'HEAD') return sendStatus(response, 405)
  try {
    const text = await collect()
    response.writeHead(200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
    response.end(method === 'HEAD' ? undefined : text)
  } catch {
    sendStatus(response, 500)
  }
}

const sendStatus = (response: ServerResponse, status: number) => void response.writeHead(status).end()

function shareInFlight(collect: CollectMetrics): CollectMetrics {
  let inFlight: Promise<string> | undefined
  return () => {
    inFlight ??= collect().finally(() => {
      inFlight = undefined
    })
    return inFlight
  }
}

function listen(server: ReturnType<typeof createServer>, port: number) {
  return new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? portTakenError(port, error) : error),
    )
  })
}

const portTakenError = (port: number, cause: Error) =>
  new Error(`Foldout cannot start: port ${port} is in use. Choose another with the setting METRICS_PORT.`, {
    cause,
  })
