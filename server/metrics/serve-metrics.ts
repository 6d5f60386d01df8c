import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '#server/config/config.ts'
import { isLoopback } from '#server/config/config.ts'

type Address = NonNullable<Config['metrics']>
type Gather = () => Promise<string>

/** Serves `/metrics` on its own port. Concurrent requests share one result. On loopback the Host header must be local. */
export async function serveMetrics({ port, host }: Address, gather: Gather) {
  const gatherOnce = joined(gather)
  const isLocal = isLoopback(originOf(host))
  const server = createServer(bounds, (request, response) => {
    const isForUs = !isLocal || isNamedLocally(request)
    void (isForUs ? answer(request, response, gatherOnce) : refuse(response, 403))
  })
  server.maxConnections = 50
  await listen(server.listen(port, host), port)
  const { port: taken } = server.address() as AddressInfo
  return {
    address: `${originOf(host)}:${taken}/metrics`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const bounds = { headersTimeout: 5_000, requestTimeout: 10_000, keepAliveTimeout: 70_000 }

const originOf = (host: string) => `http://${host.includes(':') ? `[${host}]` : host}`

function isNamedLocally({ headers }: IncomingMessage) {
  const origin = URL.parse(`http://${headers.host}`)
  return origin !== null && isLoopback(origin.href)
}

async function answer({ method, url = '' }: IncomingMessage, response: ServerResponse, gather: Gather) {
  if (url.split('?', 1)[0] !== '/metrics') return refuse(response, 404)
  if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405)
  try {
    const text = await gather()
    response.writeHead(200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
    response.end(method === 'HEAD' ? undefined : text)
  } catch {
    refuse(response, 500)
  }
}

const refuse = (response: ServerResponse, status: number) => void response.writeHead(status).end()

function joined(gather: Gather): Gather {
  let gathering: Promise<string> | undefined
  return () => {
    gathering ??= gather().finally(() => {
      gathering = undefined
    })
    return gathering
  }
}

function listen(server: ReturnType<typeof createServer>, port: number) {
  return new Promise<void>((resolve, reject) => {
    server.once('listening', resolve)
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? taken(port, error) : error),
    )
  })
}

const taken = (port: number, cause: Error) =>
  new Error(`Foldout cannot start: port ${port} is in use. Choose another with the setting METRICS_PORT.`, {
    cause,
  })
