import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRawConnection } from '#tests/support/raw-connection.ts'
import { listening, startTestApp, type TestApp } from '#tests/support/test-app.ts'

const isAccepted = async (site: TestApp, headers: Record<string, string>) => {
  const path = '/api/users/get-email-by-username'
  const response = await site.call({ method: 'POST', path, body: { username: 'nobody' }, headers })
  if (response.status !== 200) expect(response).toMatchObject({ status: 403, body: { code: 'foreign_origin' } })
  return response.status === 200
}

const sites: Record<'public' | 'plain' | 'local', TestApp> = {} as never
beforeAll(async () => {
  sites.public = await startTestApp({ settings: { PUBLIC_URL: 'https://zines.example' } })
  sites.plain = await startTestApp({ settings: { PUBLIC_URL: 'http://zines.example' } })
  sites.local = await startTestApp({ settings: { PORT: '4000' } })
})
afterAll(() => Promise.all(Object.values(sites).map((site) => site.close())))

describe('a write', () => {
  test('is accepted from a page of the site, and from a program without an origin', async () => {
    const acceptedHeaders: Record<string, string>[] = [
      { origin: 'https://zines.example' },
      { origin: 'https://zines.example', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      {},
    ]
    for (const headers of acceptedHeaders)
      expect(await isAccepted(sites.public, headers), JSON.stringify(headers)).toBe(true)
  })

  test.each<[keyof typeof sites, Record<string, string>]>([
    ['public', { origin: 'https://evil.example' }],
    ['public', { origin: 'null' }],
    ['public', { origin: '' }],
    ['public', { origin: 'http://zines.example', host: 'zines.example' }],
    ['public', { origin: 'https://zines.example:8443', host: 'zines.example:8443' }],
    ['public', { origin: 'https://sub.zines.example' }],
    ['public', { origin: 'https://evil.example', host: 'evil.example' }],
    ['public', { 'sec-fetch-site': 'cross-site' }],
    ['public', { 'sec-fetch-site': 'same-site' }],
    ['public', { origin: 'https://zines.example', 'sec-fetch-site': 'cross-site' }],
    ['public', { origin: 'http://localhost:3000', host: 'localhost:3000' }],
    ['plain', { origin: 'https://zines.example', host: 'zines.example' }],
    ['local', { origin: 'https://localhost:4000', host: 'localhost:4000' }],
    ['local', { origin: 'http://localhost:4001', host: 'localhost:4001' }],
    ['local', { origin: 'http://rebound.example:4000', host: 'rebound.example:4000' }],
    ['local', { origin: 'http://192.168.1.5:4000', host: '192.168.1.5:4000' }],
  ])('to the %s site is rejected with %j', async (site, headers) => {
    expect(await isAccepted(sites[site], headers)).toBe(false)
  })

  test('is accepted from every name of the local machine, while the site runs at one of them', async () => {
    for (const origin of ['http://localhost:4000', 'http://127.0.0.1:4000', 'http://[::1]:4000'])
      expect(await isAccepted(sites.local, { origin }), origin).toBe(true)
  })

  test('from a page opened at another address is rejected with the address of the site', async () => {
    const headers = { origin: 'http://192.168.1.5:4000', host: '192.168.1.5:4000' }
    const response = await sites.local.call({ method: 'POST', path: '/api/auth/sign-out', body: {}, headers })
    expect(response.body.error).toMatch(/^This site’s address is http:\/\/localhost:4000\. /)
  })
})

test('a read is served from any origin', async () => {
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await sites.public.call({ path: '/api/zines', headers })).status).toBe(200)
})

describe('the headers of every answer', () => {
  test('are on an answer to an address that cannot be read', async () => {
    const read = (await sites.public.call({ path: '/healthz' })).headers
    const { status, headers } = await sites.public.call({ path: '/%' })
    expect(status).toBe(404)
    for (const name of ['content-security-policy', 'x-content-type-options', 'strict-transport-security'])
      expect(headers[name], name).toBe(read[name])
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('are on the response to an invalid request', async () => {
    const address = await listening(sites.public)
    const { received, closed } = await openRawConnection(address, 'nonsense\r\n\r\n')
    await closed
    expect(received.text).toMatch(/^HTTP\/1.1 400 [\s\S]*\r\nx-content-type-options: nosniff\r\n/)
  })

  test('promise https for a year, and for the names below when that is set', async () => {
    const hsts = async (site: TestApp) => (await site.call({ path: '/healthz' })).headers['strict-transport-security']
    const settings = { PUBLIC_URL: 'https://zines.example', HSTS_SUBDOMAINS: 'on' }
    const secureSite = await startTestApp({ settings })
    expect([await hsts(sites.plain), await hsts(sites.public), await hsts(secureSite)]).toEqual([
      undefined,
      'max-age=31536000',
      'max-age=31536000; includeSubDomains',
    ])
    await secureSite.close()
  })
})

test('pages may connect to where visits are counted, only where they are, and run nothing from there', async () => {
  const settings = { POSTHOG_KEY: 'phc_x', POSTHOG_HOST: 'https://counting.example' }
  const counting = await startTestApp({ settings })
  const policy = async (site: TestApp) =>
    String((await site.call({ path: '/healthz' })).headers['content-security-policy'])
  const [usual, counted] = [await policy(sites.public), await policy(counting)]
  expect(usual).toContain("; connect-src 'self' blob:; ")
  expect(usual).toContain("; frame-src blob:; object-src 'none'; ")
  expect(counted).toBe(usual.replace("connect-src 'self' blob:", '$& https://counting.example'))
  await counting.close()
})

test('TRACE is answered like an unknown call, and echoes nothing', async () => {
  const { statusCode, body } = await sites.public.app.inject({
    method: 'TRACE',
    url: '/',
    headers: { 'x-mine': 'echo' },
  })
  expect(statusCode).toBe(404)
  expect(body).not.toContain('echo')
})
