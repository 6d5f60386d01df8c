import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fuzzedBodies, listEndpoints } from '#tests/support/fuzzed-bodies.ts'
import { type FuzzedRequest, fuzzedRequests, toBytes } from '#tests/support/fuzzed-requests.ts'
import { publishOnePage } from '#tests/support/library.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { randomRuns } from '#tests/support/random-runs.ts'
import { openRawConnection } from '#tests/support/raw-connection.ts'
import { listening, openTestApp } from '#tests/support/test-app.ts'
import { validatorCompiler } from './validation.ts'

/** `FUZZ_SEED` repeats a failed run. */
const seed = process.env.FUZZ_SEED ? { seed: Number(process.env.FUZZ_SEED) } : {}

const site = await openTestApp({
  pages: pageSource,
  timeouts: { headers: 400, body: 400, idle: 400, leftover: 100 },
})
const address = await listening(site)
let member = await site.signUp()
const zineId = (await publishOnePage(site, member, 'Moths')).id

const visit = (path: string, headers: Record<string, string> = {}) => site.call({ path, headers })

test.each(['//', '///', '//evil.example', '//evil.example/about', '//[', '//:80', '/\\', '//?search=x'])(
  'an address like %s is not found',
  async (path) => {
    const raw = await openRawConnection(address)
    raw.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    await expect.poll(() => raw.statuses()).toEqual([404])
    raw.end()
  },
)

test.each(['nonsense', 'GZip', 'gzip', ','])(
  'a read with a body encoding of %s is not found, with a message',
  async (encoding) => {
    for (const path of ['/', '/api/zines', '/about', '/nowhere', '/healthz']) {
      const { status, body } = await visit(path, { 'content-encoding': encoding })
      expect([status, body.code]).toEqual([404, 'not_found'])
      expect(body.error).toMatch(/^This request has a Content-Encoding but no body\./)
    }
  },
)

test.each(['identity', ''])('%j is no encoding', async (encoding) => {
  expect((await visit('/', { 'content-encoding': encoding })).status).toBe(200)
})

const named = (request: FuzzedRequest): FuzzedRequest =>
  JSON.parse(JSON.stringify(request).replaceAll('{me}', member.id).replaceAll('{zine}', zineId))

async function routePatterns() {
  const { body } = await site.call<{ paths: object }>({ path: '/api/openapi.json' })
  const calls = Object.keys(body.paths).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1'))
  const pages = '/ /about /workspace /settings /zine/:id /profile/:id /project/:id/edit /:page'.split(' ')
  const feeds = '/feeds/zines.atom /feeds/creators/:id.atom /feeds/search.atom /opds/zines'.split(' ')
  const files = '/media/:name /sitemap.xml /sitemaps/:kind/:id.xml /api/docs/* /api/*'.split(' ')
  const otherPaths = '/healthz /readyz /api/uploads /api/uploads/:id'.split(' ')
  return [...calls, ...pages, ...pages, ...feeds, ...files, ...otherPaths]
}

/** The status of the response, or `closed` if the connection ended without one. */
async function statusOf(request: FuzzedRequest) {
  const connection = await openRawConnection(address)
  connection.write(toBytes(named(request), member.cookie))
  const firstAnswer = new Promise<void>((resolve) =>
    connection.socket.on('data', () => connection.statuses().some((status) => status >= 200) && resolve()),
  )
  await Promise.race([firstAnswer, connection.closed])
  connection.end()
  return connection.statuses().find((status) => status >= 200) ?? 'closed'
}

test('no request, however malformed, causes an internal error', {
  timeout: randomRuns * 60 + 60_000,
}, async () => {
  let requestCount = 0
  await fc.assert(
    fc.asyncProperty(fuzzedRequests(await routePatterns()), async (request) => {
      // Some requests sign the member out or delete the account.
      if (requestCount++ % 200 === 0) member = await site.signUp()
      const status = await statusOf(request)
      expect(status === 'closed' || status < 500 ? 'well' : status).toBe('well')
    }),
    { numRuns: randomRuns, ...seed },
  )
})

const bodies = fuzzedBodies(await listEndpoints())

test('no value of any field of a body is too much for its validation', () => {
  expect(new Set(bodies.map(({ endpoint }) => endpoint.name)).size).toBeGreaterThan(50)
  for (const { endpoint, field, text } of bodies) {
    if (!endpoint.body) continue
    const validate = validatorCompiler({ schema: endpoint.body, method: endpoint.method, url: endpoint.path })
    expect(() => validate(JSON.parse(text)), `${endpoint.name} ${field} ${text.slice(0, 300)}`).not.toThrow()
  }
})

test('no value of any field of a body causes an internal error', { timeout: randomRuns * 60 + 60_000 }, async () => {
  let requestCount = 0
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...bodies), async ({ endpoint, text }) => {
      if (requestCount++ % 50 === 0) member = await site.signUp()
      const { statusCode, body } = await site.app.inject({
        method: endpoint.method,
        url: endpoint.path.replace('/api/zines/:id', `/api/zines/${zineId}`).replace(/:\w+/g, member.id),
        headers: { cookie: member.cookie, 'content-type': 'application/json' },
        payload: text,
      })
      // A feature that this site does not offer answers 501.
      expect(statusCode < 500 || statusCode === 501 ? 'well' : body).toBe('well')
    }),
    { numRuns: randomRuns, ...seed },
  )
})
