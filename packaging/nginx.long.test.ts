import { once } from 'node:events'
import type { ClientHttp2Session } from 'node:http2'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { untilLocksAreAwaited, withLock } from '#tests/support/locks.ts'
import { hasNginx, type Nginx, requestHttp2, startNginx } from '#tests/support/nginx.ts'
import { pageSource } from '#tests/support/page-source.ts'
import { partHeaders } from '#tests/support/send-upload.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'

const megabyte = 1024 * 1024
const tus = { 'tus-resumable': '1.0.0' }

describe.skipIf(!hasNginx)('behind nginx (where it is installed)', () => {
  let site: TestApp
  let nginx: Nginx
  let session: ClientHttp2Session
  let ana: Member
  beforeAll(async () => {
    site = await startTestApp({
      pages: pageSource,
      settings: { TRUST_PROXY: 'true', RATE_LIMITS: 'on', PUBLIC_URL: 'https://localhost' },
    })
    const address = await site.app.listen({ port: 0, host: '127.0.0.1' })
    const replacements = { 'client_header_timeout 15s': 'client_header_timeout 1s' }
    nginx = await startNginx(Number(new URL(address).port), replacements)
    session = nginx.session()
    ana = await site.signUp('Ana')
  })
  afterAll(async () => {
    session.destroy()
    await nginx.stop()
    await site.close()
  })

  const startUpload = async (bytes: number) => {
    const headers = { ...tus, cookie: ana.cookie, 'upload-length': String(bytes) }
    const response = await requestHttp2(session, { method: 'POST', path: '/api/uploads', headers })
    expect(response.status).toBe(201)
    return new URL(String(response.headers.location), nginx.origin).pathname
  }
  const offsetOf = async (path: string) => {
    const { headers } = await requestHttp2(session, {
      method: 'HEAD',
      path,
      headers: { ...tus, cookie: ana.cookie },
    })
    return Number(headers['upload-offset'])
  }
  test('pages are served over HTTP/2 with TLS, and plain HTTP is redirected', async () => {
    expect(session.alpnProtocol).toBe('h2')
    const page = await requestHttp2(session, { path: '/', headers: { 'accept-encoding': 'br' } })
    expect(page.status).toBe(200)
    expect(page.headers).toMatchObject({ 'content-encoding': 'br', server: 'nginx' })
    expect(page.headers['strict-transport-security']).toBeDefined()
    const plain = await fetch(`http://localhost:${nginx.http}/about?a=1`, { redirect: 'manual' })
    expect([plain.status, plain.headers.get('location')]).toEqual([301, 'https://localhost/about?a=1'])
  })

  test('the log has paths without queries, whose secrets it must not store', async () => {
    const secret = 'A'.repeat(43)
    const headers = { referer: `https://localhost/unsubscribe?token=${secret}` }
    const ownSession = nginx.session()
    await requestHttp2(ownSession, { path: `/feeds/following.atom?key=${secret}`, headers })
    ownSession.destroy()
    await fetch(`http://localhost:${nginx.http}/about?token=${secret}`, { redirect: 'manual' })
    await expect.poll(nginx.log).toMatch(/"GET \/about HTTP/)
    expect(await nginx.log()).toMatch(/"GET \/feeds\/following\.atom HTTP\/2\.0" 404/)
    expect(await nginx.log()).not.toContain(secret)
  })

  test('200 MB in one request arrive completely, and nginx buffers none of it on disk', async () => {
    const bytes = 200 * megabyte
    const path = await startUpload(bytes)
    const stream = session.request({
      ':method': 'PATCH',
      ':path': path,
      ...tus,
      cookie: ana.cookie,
      ...partHeaders(0),
    })
    const part = Buffer.alloc(megabyte, 7)
    let spooled: string[] = []
    for (let sent = 0; sent < bytes; sent += part.length) {
      if (!stream.write(part)) await once(stream, 'drain')
      if (sent === bytes / 2) spooled = await nginx.spooled()
    }
    stream.end()
    const [response] = await once(stream, 'response')
    expect(response).toMatchObject({ ':status': 204, 'upload-offset': String(bytes) })
    expect(spooled).toEqual([])
    expect(await offsetOf(path)).toBe(bytes)
    await requestHttp2(session, { method: 'DELETE', path, headers: { ...tus, cookie: ana.cookie } })
  })

  test('a visitor who forges X-Forwarded-For is limited by their real address', async () => {
    const responses = []
    for (let n = 1; n <= 12; n++) {
      const headers = {
        'content-type': 'application/json',
        origin: 'https://localhost',
        'x-forwarded-for': `198.51.${n}.7`,
        'x-forwarded-host': `${n}.example`,
      }
      const body = JSON.stringify({ email: `nobody-${n}@example.org` })
      responses.push(
        await requestHttp2(session, {
          method: 'POST',
          path: '/api/auth/request-password-reset',
          headers,
          body,
        }),
      )
    }
    expect(responses.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429])
    const rejected = responses.at(-1)
    expect(JSON.parse(rejected?.text ?? '')).toMatchObject({ code: 'too_many_requests' })
    expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('a body that is too large is rejected by the site, with its message', async () => {
    const headers = { ...tus, cookie: ana.cookie, 'upload-length': String(300 * megabyte) }
    const upload = await requestHttp2(session, { method: 'POST', path: '/api/uploads', headers })
    expect(upload.status).toBe(413)
    const json = { 'content-type': 'application/json', origin: 'https://localhost', cookie: ana.cookie }
    const body = JSON.stringify({ email: 'x'.repeat(4 * megabyte) })
    const long = await requestHttp2(session, {
      method: 'POST',
      path: '/api/auth/sign-up/email',
      headers: json,
      body,
    })
    expect(long.status).toBe(413)
    expect(JSON.parse(long.text)).toMatchObject({ code: 'too_large', error: expect.any(String) })
  })

  test('headers of a dozen kilobytes reach the site, and endless ones do not', async () => {
    const cookie = (kilobytes: number) => ({ cookie: `theme=dark; long=${'x'.repeat(kilobytes * 1024)}` })
    expect((await requestHttp2(session, { path: '/api/zines', headers: cookie(12) })).status).toBe(200)
    const otherSession = nginx.session()
    otherSession.on('error', () => undefined)
    const rejected = await requestHttp2(otherSession, { path: '/api/zines', headers: cookie(60) }).catch(() => ({
      status: 0,
    }))
    expect([0, 400, 431]).toContain(rejected.status)
    otherSession.destroy()
    expect((await requestHttp2(session, { path: '/api/zines' })).status).toBe(200)
  })

  test('a site that cannot be reached has a maintenance page, and its own 503 responses are not replaced', async () => {
    const other = await startTestApp({ settings: { TRUST_PROXY: 'true', PUBLIC_URL: 'https://localhost' } })
    const address = await other.app.listen({ port: 0, host: '127.0.0.1' })
    const proxy = await startNginx(Number(new URL(address).port), {})
    const connection = proxy.session()
    const json = { 'content-type': 'application/json', origin: 'https://localhost' }
    const requests = [
      { path: '/' },
      { path: '/api/zines' },
      { method: 'POST', path: '/api/auth/sign-in/email', headers: json, body: '{}' },
    ]
    await withLock(other, 'lock table zines in access exclusive mode', async () => {
      const blocked = requestHttp2(connection, { path: '/api/zines' })
      await untilLocksAreAwaited(other, 1)
      void other.drain()
      for (const request of requests) {
        const response = await requestHttp2(connection, request)
        expect([response.status, JSON.parse(response.text).code]).toEqual([503, 'unavailable'])
        expect(response.headers['retry-after']).toBe('10')
      }
      return { blocked }
    })
    await other.close()
    for (const request of requests) {
      const response = await requestHttp2(connection, request)
      expect([response.status, response.headers['retry-after']]).toEqual([503, '10'])
      expect(response.text).toContain('Back in a moment')
    }
    expect(await proxy.log()).toMatch(/"POST \/api\/auth\/sign-in\/email HTTP\/2\.0" 503/)
    connection.destroy()
    await proxy.stop()
  })

  test('a client that never finishes its headers is disconnected', async () => {
    const socket = connectTls({ port: nginx.https, host: 'localhost', ca: nginx.ca, servername: 'localhost' })
    await once(socket, 'secureConnect')
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n')
    socket.resume()
    const startedAt = performance.now()
    await once(socket, 'close')
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})
