import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bounded } from './calls-elsewhere.ts'

/** Redirects, never answers, or begins an answer and drips it without end. */
const elsewhere = createServer(({ url }, response) => {
  if (url === '/redirect') response.writeHead(302, { location: '/silent' }).end()
  if (url === '/drip') {
    const timer = setInterval(() => response.write('x'), 10)
    response.once('close', () => clearInterval(timer))
  }
})
let address: string

beforeAll(async () => {
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
  address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
})
afterAll(() => {
  elsewhere.closeAllConnections()
  elsewhere.close()
})

const call = bounded(fetch, 200)

test.each(['/silent', '/drip'])('what another machine does at %s does not last for ever', async (path) => {
  const asked = call(`${address}${path}`, { signal: new AbortController().signal })
  await expect(asked.then((answer) => answer.text())).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('a call can still be ended by whoever makes it, and follows no redirect', async () => {
  const ended = new AbortController()
  const asked = bounded(fetch, 60_000)(new Request(`${address}/silent`, { signal: ended.signal }))
  ended.abort()
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  expect((await call(`${address}/redirect`)).status).toBe(302)
})
