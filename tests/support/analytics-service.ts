import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

export type AnalyticsEvent = { event: string; properties: Record<string, unknown> } & Record<string, unknown>

/** A stand-in for PostHog that records events. With `state.isBroken`, it responds like a failing service. */
export async function startAnalyticsService() {
  const state = { isBroken: false }
  const requests: { method: string; path: string; headers: IncomingMessage['headers'] }[] = []
  const events: AnalyticsEvent[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    requests.push({ method, path: new URL(url, 'http://service').pathname, headers })
    const body = await buffer(request)
    response.setHeader('access-control-allow-origin', headers.origin ?? '*')
    response.setHeader('access-control-allow-headers', '*')
    if (state.isBroken) return response.writeHead(503).end()
    if (method === 'POST') events.push(...eventsOf(body))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"Ok"}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    requests,
    events,
    propertiesOf: (name: string) => events.filter(({ event }) => event === name).map(({ properties }) => properties),
    viewedPaths: () => events.filter(({ event }) => event === '$pageview').map((view) => view.properties.$pathname),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** PostHog sends one event, a list of events, or a list with common properties, usually gzipped. */
function eventsOf(body: Buffer): AnalyticsEvent[] {
  const isZipped = body[0] === 0x1f && body[1] === 0x8b
  const payload = JSON.parse((isZipped ? gunzipSync(body) : body).toString())
  return Array.isArray(payload) ? payload : (payload.batch ?? payload.data ?? [payload])
}
