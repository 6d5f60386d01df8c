import { describe, expect, onTestFinished, test } from 'vitest'
import { rateLimitRules } from '#server/http/rate-limit-rules.ts'
import { openRawConnection, requestHead } from '#tests/support/raw-connection.ts'
import { callConcurrently, listening, startTestApp } from '#tests/support/test-app.ts'
import { readConfig } from './config.ts'

async function start(TRUST_PROXY = '') {
  const site = await startTestApp({ settings: { RATE_LIMITS: 'on', TRUST_PROXY } })
  onTestFinished(site.close)
  return site
}
const { attempts } = rateLimitRules['username-look-up']
const body = JSON.stringify({ username: 'nobody' })
const path = '/api/users/get-email-by-username'

type Forwarded = (n: number) => string
type Site = Awaited<ReturnType<typeof start>>

/** Exceeds the limit with a different claimed address per try, and returns how many tries succeed. */
async function countAccepted({ app }: Site, forwarded: Forwarded, remoteAddress = '127.0.0.1') {
  const responses = await callConcurrently(attempts + 5, (n) => {
    const headers = { 'x-forwarded-for': forwarded(n), 'content-type': 'application/json' }
    return app.inject({ method: 'POST', url: path, remoteAddress, headers, payload: body })
  })
  return responses.filter((response) => response.statusCode === 200).length
}

const forged: Forwarded = (n) => `198.51.100.${n}`
const networks = '127.0.0.0/8, 10.0.0.0/8'

describe('a visitor who forges X-Forwarded-For counts under their own address', () => {
  test.each<[where: string, setting: string, Forwarded, from?: string]>([
    ['without a proxy', '', forged],
    ['behind one, whose entry is the last', 'true', (n) => `${forged(n)}, 10.1.1.1, 203.0.113.9`],
    ['behind two', '2', (n) => `${forged(n)}, 203.0.113.9, 10.1.1.1`],
    ['behind some with known addresses', networks, (n) => `${forged(n)}, 203.0.113.9, 10.1.1.1`],
    ['beside those', networks, forged, '192.0.2.66'],
  ])('%s', async (_where, setting, forwarded, from) => {
    expect(await countAccepted(await start(setting), forwarded, from)).toBe(attempts)
  })

  test('over a real connection, with the header twice', async () => {
    const address = await listening(await start('true'))
    const statuses = await callConcurrently(attempts + 5, async (n) => {
      const line = await openRawConnection(address)
      const twice = { 'x-forwarded-for': `${forged(n)}\r\nx-forwarded-for: 203.0.113.9` }
      const content = { 'content-type': 'application/json', 'content-length': body.length }
      line.write(requestHead(`POST ${path}`, { ...twice, ...content }) + body)
      await expect.poll(line.statuses).toHaveLength(1)
      line.end()
      return line.statuses()[0]
    })
    expect(statuses.toSorted()).toEqual([...Array(attempts).fill(200), ...Array(5).fill(429)])
  })
})

test('visitors behind the proxy are distinguished', async () => {
  expect(await countAccepted(await start('true'), (n) => `203.0.113.9, ${forged(n)}`)).toBe(attempts + 5)
})

describe('the setting TRUST_PROXY', () => {
  const trust = (TRUST_PROXY: string) => readConfig({ SECRET: 'x'.repeat(32), TRUST_PROXY }).trustProxy

  test.each(['false', 'FALSE', '0', ''])('is off with %j', (value) => {
    expect(trust(value)).toBe(false)
  })

  test('can be networks', () => {
    expect(trust('192.0.2.7/32,2001:db8::7/128')).toEqual(['192.0.2.7/32', '2001:db8::7/128'])
    expect(trust('10.0.0.0/8, 2001:db8::/32,192.0.2.7')).toEqual(['10.0.0.0/8', '2001:db8::/32', '192.0.2.7'])
  })
})
