import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { openRawConnection, type RawConnection, requestHead } from '#tests/support/raw-connection.ts'
import { callConcurrently, listening, type Member, openTestApp, startTestApp } from '#tests/support/test-app.ts'
import { minRates } from './request-limits.ts'

const MB = 1024 * 1024
const json = { 'content-type': 'application/json' }
const signIn = 'POST /api/auth/sign-in/email'

const timeouts = { headers: 300, body: 300, idle: 200, leftover: 300 }
const site = await openTestApp({ settings: { MAX_IMAGE_MB: '8' }, timeouts })
const address = await listening(site)
const ana = await site.signUp()
const ben = await site.signUp()
const openWith = (text: string) => openRawConnection(address, text)

/** Keeps sending small pieces while the connection is open. */
function sendSlowly({ socket, write: send, closed }: RawConnection, chunk = 'x') {
  const timer = setInterval(() => socket.writable && send(chunk), 20)
  void closed.then(() => clearInterval(timer))
}

const errorIn = ({ received }: RawConnection) => JSON.parse(received.text.slice(received.text.indexOf('\r\n\r\n')))
const expectAnswer = (connection: RawConnection) => expect.poll(() => connection.statuses()).not.toEqual([])

describe('a request that does not end', () => {
  test.each([
    ['without a byte', ''],
    ['in its headers', 'GET / HTTP/1.1\r\nhost: local'],
  ])('%s is answered 408 and cut', async (_where, text) => {
    const connection = await openWith(text)
    await connection.closed
    expect(connection.statuses()).toEqual([408])
    expect(errorIn(connection)).toMatchObject({ code: 'timed_out', requestId: expect.any(String) })
  })

  test('in its body is answered 408 and cut, even if bytes arrive slowly', async () => {
    for (const [name, value, chunk] of [
      ['content-length', 5_000, 'x'],
      ['transfer-encoding', 'chunked', '1\r\nx\r\n'],
    ] as const) {
      const connection = await openWith(requestHead(signIn, { ...json, [name]: value }))
      sendSlowly(connection, chunk)
      await connection.closed
      expect(connection.statuses()).toEqual([408])
      expect(errorIn(connection)).toMatchObject({ code: 'timed_out', error: expect.stringMatching(/\.$/) })
    }
  })

  test('in the form of a page is answered 408 and cut, with a length or chunked', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const [framing, chunk] of [
      [{ 'content-length': 60_000 }, 'x'],
      [chunked, chunkOf('x')],
    ] as const) {
      const connection = await openWith(requestHead('POST /operate/open', { ...form, ...framing }))
      sendSlowly(connection, chunk)
      await connection.closed
      expect(connection.statuses()).toEqual([408])
    }
  })

  test('is also cut off with an unknown Expect header', async () => {
    const headers = { ...json, expect: 'a miracle', 'content-length': 5_000 }
    const connection = await openWith(requestHead(signIn, headers))
    sendSlowly(connection)
    await connection.closed
    expect(connection.statuses()).toEqual([408])
  })

  const length = { 'content-length': 2 * MB }
  const chunked = { 'transfer-encoding': 'chunked' }
  const chunkOf = (chunk: string) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`
  const contract = import.meta.glob<Record<string, unknown>>(['../../contract/*.ts', '!../../contract/*.test.ts'], {
    eager: true,
  })
  const endpointsWithBody = Object.values(contract)
    .flatMap((exports) => Object.values(exports))
    .filter((each): each is Endpoint => typeof each === 'object' && each !== null && 'path' in each)
    .filter(({ body }) => body)
  const id = '019a9b7e-1111-7000-8000-000000000001'
  const of = ({ method, path }: Endpoint) => `${method} ${path.replaceAll(/:\w+/g, id)}`

  test('in the body of any endpoint is cut below the minimum rate, with a length or chunked', async () => {
    expect(endpointsWithBody.length).toBeGreaterThan(40)
    for (const [framing, chunk] of [
      [{ 'content-length': 60_000 }, 'x'],
      [chunked, chunkOf('x')],
    ] as const) {
      /** Retries, as a member may send only one of the longest bodies at a time. */
      const statusesOf = async (endpoint: Endpoint): Promise<number[]> => {
        const startedAt = performance.now()
        const connection = await openWith(requestHead(of(endpoint), { ...json, cookie: ana.cookie, ...framing }))
        sendSlowly(connection, chunk)
        await connection.closed
        expect(performance.now() - startedAt).toBeLessThan(30_000)
        const statuses = connection.statuses()
        return statuses[0] === 429 ? statusesOf(endpoint) : statuses
      }
      const responses = await Promise.all(
        endpointsWithBody.map(async (endpoint) => [endpoint.name, ...(await statusesOf(endpoint))]),
      )
      expect(responses).toEqual(endpointsWithBody.map(({ name }) => [name, 408]))
    }
  })

  test('in a long body gets more time at the minimum rate, and is cut off when nothing arrives', async () => {
    const tenfold = 'x'.repeat((minRates.body / 50) * 10)
    for (const [framing, chunk] of [
      [length, tenfold],
      [chunked, chunkOf(tenfold)],
    ] as const) {
      const headers = { ...json, cookie: ana.cookie, ...framing }
      const connection = await openWith(requestHead('POST /api/upload-zine-media', headers))
      sendSlowly(connection, chunk)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      expect(connection.statuses()).toEqual([])
      connection.end()
      const silent = await openWith(requestHead('POST /api/upload-zine-media', headers))
      await silent.closed
      expect(silent.statuses()).toEqual([408])
    }
  })

  test.each([
    ['a body that nobody reads', 'GET /healthz', 200],
    ['one that was refused already', 'POST /api/zines', 401],
  ])('in %s is cut after its answer', async (_what, request, status) => {
    const connection = await openWith(requestHead(request, { ...json, 'content-length': 5_000 }))
    sendSlowly(connection)
    await connection.closed
    expect(connection.statuses()).toEqual([status])
  })

  test('takes no time from a normal one on the same connection', async () => {
    const body = JSON.stringify({ email: 'no@example.org', password: 'nothing at all' })
    const request = requestHead(signIn, { ...json, 'content-length': body.length }) + body
    const connection = await openWith(request)
    await expect.poll(() => connection.statuses().length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 700))
    connection.write(request)
    await expect.poll(() => connection.statuses().length).toBe(2)
  })
})

describe('a compressed body', () => {
  test.each(['gzip', 'GZip', 'deflate', 'br', 'zstd', 'x-gzip', 'gzip, identity', 'nonsense'])(
    'in %s is rejected with a message',
    async (encoding) => {
      const body = gzipSync(JSON.stringify({ email: 'no@example.org', password: 'nothing at all' }))
      const headers = { ...json, 'content-encoding': encoding }
      for (const [path, as] of [
        ['/api/auth/sign-in/email', undefined],
        ['/api/zines', ana],
        ['/api/uploads', ana],
        ['/nowhere', undefined],
      ] as const) {
        const response = await site.call<{ code: string; error: string }>({
          method: 'POST',
          path,
          body,
          headers,
          ...(as && { as }),
        })
        expect(response).toMatchObject({ status: 415, body: { code: 'unsupported_encoding' } })
        expect(response.body.error).toMatch(/\.$/)
      }
    },
  )

  test.each(['identity', 'Identity', ''])('in %j is none', async (encoding) => {
    const body = { email: 'no@example.org', password: 'nothing at all' }
    const headers = { 'content-encoding': encoding }
    expect((await site.call({ method: 'POST', path: '/api/auth/sign-in/email', body, headers })).status).toBe(401)
  })
})

describe('a body that is too long', () => {
  test('for its route is rejected before it arrives, and its sender can read why', async () => {
    const connection = await openWith(requestHead(signIn, { ...json, 'content-length': 65_537 }))
    await expectAnswer(connection)
    expect(connection.statuses()).toEqual([413])
    await expect.poll(() => errorIn(connection)).toMatchObject({ code: 'too_large' })
    const chunked = await openWith(requestHead(signIn, { ...json, 'transfer-encoding': 'chunked' }))
    for (let sent = 0; sent < 5; sent++) chunked.write(`4000\r\n${' '.repeat(0x4000)}\r\n`)
    await expectAnswer(chunked)
    expect(chunked.statuses()).toEqual([413])
  })
})

describe('the memory for bodies', () => {
  const openLongBody = (member: Member, length: number) =>
    openWith(
      requestHead('POST /api/upload-zine-media', {
        ...json,
        cookie: member.cookie,
        'content-length': length,
      }),
    )
  const expectReleased = () =>
    expect
      .poll(
        async () => (await site.post('/api/upload-zine-media', { base64String: 'A'.repeat(10 * MB) }, ana)).status,
        { timeout: 60_000 },
      )
      .toBe(400)

  test('holds one of the longest per member at a time, apart from other members', async () => {
    await expectReleased()
    const bothConnections = [await openLongBody(ana, 9 * MB), await openLongBody(ana, 9 * MB)]
    // Either of the two may have arrived first.
    const hasAnswer = (each: RawConnection) => each.statuses().length > 0
    await expect.poll(() => bothConnections.filter(hasAnswer).length).toBe(1)
    const [refused, kept] = hasAnswer(bothConnections[0] as RawConnection)
      ? bothConnections
      : bothConnections.toReversed()
    expect(refused?.statuses()).toEqual([429])
    expect(refused?.received.text).toMatch(/retry-after: \d/)
    const otherConnection = await openLongBody(ben, 9 * MB)
    expect((await site.post('/api/favorites/zines', {}, ana)).status).toBe(400)
    await kept?.closed
    expect(kept?.statuses()).toEqual([408])
    expect(otherConnection.statuses()).not.toContain(429)
    await expectReleased()
  })

  test('is released when a sender disconnects', async () => {
    await expectReleased()
    const first = await openLongBody(ana, 9 * MB)
    await new Promise((resolve) => setTimeout(resolve, 50))
    first.end()
    await expectReleased()
  })

  test('of a guest is small, and a chunked body counts at its maximum size', async () => {
    // With the short timeouts, a busy machine would cut the first before the last arrives.
    const defaultSite = await startTestApp()
    const at = await listening(defaultSite)
    const chunked = requestHead(signIn, { ...json, 'transfer-encoding': 'chunked' })
    const guests = await callConcurrently(40, () => openRawConnection(at, chunked))
    await expect.poll(() => guests.filter((each) => each.statuses()[0] === 429).length).toBe(8)
    for (const guest of guests) guest.end()
    await defaultSite.close()
  })
})
