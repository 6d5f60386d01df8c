import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { limitKinds } from '#server/http/limit-kinds.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { readConfig } from './config.ts'

let site: TestApp | undefined
afterEach(async () => {
  await site?.close()
  site = undefined
})

const start = async (TRUST_PROXY?: string) => {
  site = await startTestApp({ settings: { RATE_LIMITS: 'on', ...(TRUST_PROXY && { TRUST_PROXY }) } })
  return site.app
}
const { tries } = limitKinds['username-look-up']
const body = JSON.stringify({ username: 'nobody' })
const path = '/api/users/get-email-by-username'

/** How many of more tries than allowed get through when each claims to come from somewhere else. */
async function getThrough(
  app: TestApp['app'],
  forwarded: (n: number) => string,
  remoteAddress = '127.0.0.1',
) {
  const answers = await Promise.all(
    Array.from({ length: tries + 5 }, (_, n) =>
      app.inject({
        method: 'POST',
        url: path,
        remoteAddress,
        headers: { 'x-forwarded-for': forwarded(n), 'content-type': 'application/json' },
        payload: body,
      }),
    ),
  )
  return answers.filter((answer) => answer.statusCode === 200).length
}

const forged = (n: number) => `198.51.100.${n}`

describe('a visitor who writes X-Forwarded-For themselves', () => {
  test('is still themselves without a proxy', async () => {
    expect(await getThrough(await start(), forged)).toBe(tries)
  })

  test('is still themselves behind one proxy, whose entry is the last', async () => {
    const app = await start('true')
    expect(await getThrough(app, (n) => `${forged(n)}, 10.1.1.1, 203.0.113.9`)).toBe(tries)
    expect(await getThrough(app, (n) => `203.0.113.9, ${forged(n)}`)).toBe(tries + 5)
  })

  test('is still themselves behind two', async () => {
    const app = await start('2')
    expect(await getThrough(app, (n) => `${forged(n)}, 203.0.113.9, 10.1.1.1`)).toBe(tries)
  })

  test('is still themselves behind proxies with known addresses, and beside them', async () => {
    const app = await start('127.0.0.0/8, 10.0.0.0/8')
    expect(await getThrough(app, (n) => `${forged(n)}, 203.0.113.9, 10.1.1.1`)).toBe(tries)
    expect(await getThrough(app, forged, '192.0.2.66')).toBe(tries)
  })
})

test('the same over a real connection, with the header twice', async () => {
  const app = await start('true')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const statuses = await Promise.all(Array.from({ length: tries + 5 }, (_, n) => overSocket(port, n)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(tries)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})

function overSocket(port: number, n: number) {
  return new Promise<number>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        [
          `POST ${path} HTTP/1.1`,
          'Host: localhost',
          `X-Forwarded-For: ${forged(n)}`,
          `X-Forwarded-For: 203.0.113.9`,
          'Content-Type: application/json',
          `Content-Length: ${body.length}`,
          'Connection: close',
          '',
          body,
        ].join('\r\n'),
      ),
    )
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('end', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])))
    socket.on('error', reject)
  })
}

describe('the setting TRUST_PROXY', () => {
  const trust = (TRUST_PROXY: string) => readConfig({ SECRET: 'x'.repeat(32), TRUST_PROXY }).trustProxy

  test.each(['false', 'FALSE', '0', ''])('is off with %j', (value) => {
    expect(trust(value)).toBe(false)
  })

  test('can be networks', () => {
    expect(trust('192.0.2.7/32,2001:db8::7/128')).toEqual(['192.0.2.7/32', '2001:db8::7/128'])
    expect(trust('10.0.0.0/8, 2001:db8::/32,192.0.2.7')).toEqual(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7'])
  })

  test.each([
    'maybe',
    'yes',
    'off',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '0.0.0.0/0',
    '10.0.0',
    '-1',
    '1.5',
    '10.0.0.1,',
    'true,10.0.0.1',
  ])('cannot be %j', (value) => {
    expect(() => trust(value)).toThrow('TRUST_PROXY')
  })
})
