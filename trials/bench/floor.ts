import { createServer, type IncomingMessage } from 'node:http'
import { openPool } from '#server/db/connection.ts'
import type { Sample } from './sample.ts'
import type { Answer } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import type {} from './usage-reporter.ts'

/**
 * The baseline: the least that a server can do for each scenario, with `node:http`, `pg` and the statement. It has no sessions,
 * no checks and only the headers for type and length. Serves `/<scenario>/<n>`.
 */
const pool = openPool({ connectionString: process.env.DATABASE_URL })
const floors = new Map(scenarios.map(({ name, floor }) => [name, floor]))
const sample = Promise.withResolvers<Sample>()
process.on('message', (message: { sample?: Sample }) => message.sample && sample.resolve(message.sample))

const server = createServer(async (request, response) => {
  try {
    const body = await handle(request)
    if (body === undefined) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': contentType(body), 'content-length': Buffer.byteLength(body) })
    response.end(body)
  } catch (error) {
    console.error(error)
    response.writeHead(500, { 'content-length': 0 }).end()
  }
})
server.listen(Number(process.env.PORT), '127.0.0.1')

async function handle(request: IncomingMessage) {
  const [, name = '', n] = request.url?.split('/') ?? []
  return floors.get(name)?.(pool, await sample.promise, Number(n))
}

function contentType(body: Answer) {
  if (typeof body !== 'string') return 'image/webp'
  return body.startsWith('<') ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
}
