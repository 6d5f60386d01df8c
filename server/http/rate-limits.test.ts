import { describe, expect, test } from 'vitest'
import { inEnglish } from '#contract/in-english.ts'
import { buildApp } from '#server/app.ts'
import { openPool } from '#server/db/connection.ts'
import { withLock } from '#tests/support/locks.ts'
import { callConcurrently, type Member, openTestApp } from '#tests/support/test-app.ts'
import type { ApiError } from './errors.ts'
import { type RateLimitName, rateLimitRules } from './rate-limit-rules.ts'
import { createLimits, normaliseAddress } from './rate-limits.ts'

const site = await openTestApp({ settings: { RATE_LIMITS: 'on' } })

const unknownUser = { username: 'nobody', email: 'nobody@example.org' }
const limits = () => createLimits(site)
const { attempts } = rateLimitRules['sign-in-account']
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: ApiError) => error,
  )
const expireAll = () => site.pool.query('update rate_limit_points set expire = $1', [Date.now() - 1])
const rows = async () => (await site.pool.query('select * from rate_limit_points')).rows

describe('a limited action', () => {
  test('is allowed until the attempts are used up, then rejected with the waiting time', async () => {
    for (let attempt = 0; attempt < attempts; attempt++) await limits().consume('sign-in-account', 'one stranger')
    expect(await errorOf(limits().consume('sign-in-account', 'one stranger'))).toMatchObject({
      code: 'too_many_requests',
      message: 'Too many attempts to sign in. Please wait 15 minutes and try again.',
      retryAfter: 900,
    })
    expect(await limits().isExhausted('sign-in-account', 'one stranger')).toBe(true)
    expect(await limits().tryConsume('sign-in-account', 'one stranger')).toBe(false)
  })

  test('allows exactly the limit of thirty concurrent attempts, across processes', async () => {
    const responses = await callConcurrently(30, () => limits().tryConsume('sign-in-account', 'a race'))
    expect(responses.filter(Boolean)).toHaveLength(attempts)
  })

  test('has a separate bucket per client, per browser and per action', async () => {
    await callConcurrently(attempts + 1, () => limits().tryConsume('sign-in-account', 'two stranger'))
    await limits().consume('sign-in-account', 'two their-browser')
    await limits().consume('sign-in-account', 'three stranger')
    await limits().consume('password', 'two stranger')
  })

  test('is available again after its time, and rejected attempts do not prolong it', async () => {
    await callConcurrently(attempts + 5, () => limits().tryConsume('password', 'patient'))
    const waitSeconds = (await errorOf(limits().consume('password', 'patient')))?.retryAfter ?? 0
    expect(waitSeconds).toBeLessThanOrEqual(900)
    await expireAll()
    expect(await limits().isExhausted('password', 'patient')).toBe(false)
    await callConcurrently(attempts, () => limits().consume('password', 'patient'))
  })

  test('is forgiven after a success', async () => {
    await callConcurrently(attempts - 1, () => limits().consume('sign-in-account', 'four'))
    await limits().reset('sign-in-account', 'four')
    await callConcurrently(attempts, () => limits().consume('sign-in-account', 'four'))
  })

  test('is not consumed by checking it', async () => {
    await callConcurrently(attempts * 2, () => limits().isExhausted('sign-in-account', 'five'))
    expect(await limits().tryConsume('sign-in-account', 'five')).toBe(true)
  })

  test('counts a whole IPv6 network as one client', async () => {
    const maxAttempts = rateLimitRules['recovery-address'].attempts
    for (let attempt = 0; attempt < maxAttempts; attempt++)
      await limits().consume('recovery-address', `2001:db8:1:2::${attempt}`)
    expect(await limits().tryConsume('recovery-address', '2001:db8:1:2:ffff::1')).toBe(false)
    expect(await limits().tryConsume('recovery-address', '2001:db8:1:3::1')).toBe(true)
  })
})

test('the table has no address, email or id in it', async () => {
  await limits().consume('recovery-email', 'someone@example.org')
  await limits().consume('registration', '198.51.100.7')
  const text = JSON.stringify(await rows())
  expect(text).toContain('recovery-email:')
  expect(text).not.toMatch(/someone|example|198\.51/)
})

test('the waiting time is given in suitable units', async () => {
  const messageAfter = async (milliseconds: number) => {
    await callConcurrently(attempts, () => limits().tryConsume('password', 'words'))
    await site.pool.query('update rate_limit_points set expire = $1', [Date.now() + milliseconds])
    return (await errorOf(limits().consume('password', 'words')))?.message
  }
  expect(await messageAfter(200)).toMatch('wait a second and')
  expect(await messageAfter(29_900)).toMatch('wait 30 seconds and')
  expect(await messageAfter(59_900)).toMatch('wait a minute and')
  expect(await messageAfter(90_000)).toMatch('wait 2 minutes and')
})

test('nothing is limited when limits are off', async () => {
  const off = createLimits({ ...site, config: { ...site.config, rateLimits: false } })
  await callConcurrently(attempts * 2, () => off.consume('sign-in-account', 'six'))
  expect(await off.isExhausted('sign-in-account', 'six')).toBe(false)
})

test('limited actions are rejected without a database', async () => {
  const pool = openPool({ host: '/nowhere' })
  const without = createLimits({ ...site, pool })
  for (const method of ['consume', 'tryConsume', 'isExhausted', 'reset'] as const)
    await expect(without[method]('password', 'someone')).rejects.toThrow()
  const { app } = await buildApp({ config: site.config, pool, pages: false })
  const response = await app.inject({
    method: 'POST',
    url: '/api/validate-registration',
    payload: unknownUser,
  })
  expect(response).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
  await app.close()
  await pool.end()
})

test('limited actions are rejected while the database is too slow', async () => {
  const response = await withLock(site, 'lock table rate_limit_points', () =>
    site.post('/api/validate-registration', unknownUser),
  )
  expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
})

describe('a call that is limited', () => {
  const lookUp = (from: string) =>
    site.app.inject({
      method: 'POST',
      url: '/api/users/get-email-by-username',
      remoteAddress: from,
      payload: { username: 'nobody' },
    })
  const check = (from: string) =>
    site.app.inject({
      method: 'POST',
      url: '/api/validate-registration',
      remoteAddress: from,
      payload: unknownUser,
    })

  test.each([
    ['username-look-up', lookUp],
    ['registration-check', check],
  ] as const)('answers 429 when %s is spent, to that address alone', async (kind, call) => {
    const maxAttempts = rateLimitRules[kind].attempts
    const responses = await callConcurrently(maxAttempts + 5, () => call('198.51.100.20'))
    const rejected = responses.filter((response) => response.statusCode === 429)
    expect(rejected).toHaveLength(5)
    expect(rejected[0]?.json()).toMatchObject({
      code: 'too_many_requests',
      error: expect.stringContaining('Please wait 10 minutes'),
    })
    expect(Number(rejected[0]?.headers['retry-after'])).toBeGreaterThan(590)
    expect((await call('198.51.100.21')).statusCode).toBe(200)
  })

  test('answers 429 when a limit of changes of an email or of reports is spent', async () => {
    const most = rateLimitRules['confirmation-email'].attempts
    const [ana, ...movers] = await callConcurrently(most + 2, () => site.signUp())
    const creatorId = movers[0]?.id
    const moveTo = (email: string, as?: Member) => site.put(`/api/users/${as?.id}`, { email }, as)
    const report = (from: string, as?: Member) =>
      site.call({ method: 'POST', path: '/api/reports', body: { creatorId, reason: 'spam' }, as, from })
    const calls: [RateLimitName, (n: number) => ReturnType<typeof report>][] = [
      ['email-change', (n) => moveTo(`elsewhere${n}@example.org`, ana)],
      ['confirmation-email', (n) => moveTo('wanted@example.org', movers[n])],
      ['report-member', (n) => report(`203.0.113.${n}`, ana)],
      ['report-address', () => report('203.0.113.200')],
    ]
    for (const [kind, call] of calls) {
      const { attempts, message } = rateLimitRules[kind]
      const answers = await callConcurrently(attempts, call)
      expect(answers.map(({ status }) => status)).not.toContain(429)
      const headers = { 'retry-after': expect.stringMatching(/^\d+$/) }
      const body = { code: 'too_many_requests', error: expect.stringContaining(inEnglish(message)) }
      expect(await call(attempts)).toMatchObject({ status: 429, headers, body })
    }
  })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['2001:db8:a:b:c:d:e:f', '2001:db8:a:b::/64'],
  ['2001:0DB8:000a:000B::1', '2001:db8:a:b::/64'],
  ['[2001:db8:a:b::1]:443', '2001:db8:a:b::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:a:b::', '2001:db8:a:b::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s counts as %s', (address, counted) => {
  expect(normaliseAddress(address)).toBe(counted)
})
