import { describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openPool } from '#server/db/connection.ts'
import { whileLocked } from '#tests/support/locks.ts'
import { atOnce, type Member, openTestApp } from '#tests/support/test-app.ts'
import type { Refusal } from './errors.ts'
import { createLimits, limitedAddress } from './limit.ts'
import { type Limited, limitKinds } from './limit-kinds.ts'

const site = await openTestApp({ settings: { RATE_LIMITS: 'on' } })

const nobody = { username: 'nobody', email: 'nobody@example.org' }
const limits = () => createLimits(site)
const { tries } = limitKinds['sign-in-account']
const refusalOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: Refusal) => error,
  )
const letItExpire = () => site.pool.query('update rate_limit_points set expire = $1', [Date.now() - 1])
const rows = async () => (await site.pool.query('select * from rate_limit_points')).rows

describe('a limited action', () => {
  test('is allowed until the attempts are used up, then rejected with the waiting time', async () => {
    for (let tried = 0; tried < tries; tried++) await limits().spend('sign-in-account', 'one stranger')
    expect(await refusalOf(limits().spend('sign-in-account', 'one stranger'))).toMatchObject({
      code: 'too_many_requests',
      message: 'Too many attempts to sign in. Please wait 15 minutes and try again.',
      retryAfter: 900,
    })
    expect(await limits().isSpent('sign-in-account', 'one stranger')).toBe(true)
    expect(await limits().tryToSpend('sign-in-account', 'one stranger')).toBe(false)
  })

  test('allows exactly the limit of thirty concurrent attempts, across processes', async () => {
    const answers = await atOnce(30, () => limits().tryToSpend('sign-in-account', 'a race'))
    expect(answers.filter(Boolean)).toHaveLength(tries)
  })

  test('has a separate bucket per client, per browser and per action', async () => {
    await atOnce(tries + 1, () => limits().tryToSpend('sign-in-account', 'two stranger'))
    await limits().spend('sign-in-account', 'two their-browser')
    await limits().spend('sign-in-account', 'three stranger')
    await limits().spend('password', 'two stranger')
  })

  test('is available again after its time, and rejected attempts do not prolong it', async () => {
    await atOnce(tries + 5, () => limits().tryToSpend('password', 'patient'))
    const wait = (await refusalOf(limits().spend('password', 'patient')))?.retryAfter ?? 0
    expect(wait).toBeLessThanOrEqual(900)
    await letItExpire()
    expect(await limits().isSpent('password', 'patient')).toBe(false)
    await atOnce(tries, () => limits().spend('password', 'patient'))
  })

  test('is forgiven after a success', async () => {
    await atOnce(tries - 1, () => limits().spend('sign-in-account', 'four'))
    await limits().forgive('sign-in-account', 'four')
    await atOnce(tries, () => limits().spend('sign-in-account', 'four'))
  })

  test('is not spent by asking', async () => {
    await atOnce(tries * 2, () => limits().isSpent('sign-in-account', 'five'))
    expect(await limits().tryToSpend('sign-in-account', 'five')).toBe(true)
  })

  test('is a whole IPv6 network', async () => {
    const most = limitKinds['recovery-address'].tries
    for (let tried = 0; tried < most; tried++)
      await limits().spend('recovery-address', `2001:db8:1:2::${tried}`)
    expect(await limits().tryToSpend('recovery-address', '2001:db8:1:2:ffff::1')).toBe(false)
    expect(await limits().tryToSpend('recovery-address', '2001:db8:1:3::1')).toBe(true)
  })
})

test('the table has no address, email or id in it', async () => {
  await limits().spend('recovery-email', 'someone@example.org')
  await limits().spend('registration', '198.51.100.7')
  const text = JSON.stringify(await rows())
  expect(text).toContain('recovery-email:')
  expect(text).not.toMatch(/someone|example|198\.51/)
})

test('the waiting time is given in suitable units', async () => {
  const said = async (milliseconds: number) => {
    await atOnce(tries, () => limits().tryToSpend('password', 'words'))
    await site.pool.query('update rate_limit_points set expire = $1', [Date.now() + milliseconds])
    return (await refusalOf(limits().spend('password', 'words')))?.message
  }
  expect(await said(200)).toMatch('wait a second and')
  expect(await said(29_900)).toMatch('wait 30 seconds and')
  expect(await said(59_900)).toMatch('wait a minute and')
  expect(await said(90_000)).toMatch('wait 2 minutes and')
})

test('nothing is limited when limits are off', async () => {
  const off = createLimits({ ...site, config: { ...site.config, rateLimits: false } })
  await atOnce(tries * 2, () => off.spend('sign-in-account', 'six'))
  expect(await off.isSpent('sign-in-account', 'six')).toBe(false)
})

test('without a database nothing is let through', async () => {
  const pool = openPool({ host: '/nowhere' })
  const without = createLimits({ ...site, pool })
  for (const ask of ['spend', 'tryToSpend', 'isSpent', 'forgive'] as const)
    await expect(without[ask]('password', 'someone')).rejects.toThrow()
  const { app } = await buildApp({ config: site.config, pool, pages: false })
  const answer = await app.inject({ method: 'POST', url: '/api/validate-registration', payload: nobody })
  expect(answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '2' } })
  await app.close()
  await pool.end()
})

test('nor while the database is too slow', async () => {
  const answer = await whileLocked(site, 'lock table rate_limit_points', () =>
    site.post('/api/validate-registration', nobody),
  )
  expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
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
      payload: nobody,
    })

  test.each([
    ['username-look-up', lookUp],
    ['registration-check', check],
  ] as const)('answers 429 when %s is spent, to that address alone', async (kind, call) => {
    const most = limitKinds[kind].tries
    const answers = await atOnce(most + 5, () => call('198.51.100.20'))
    const refused = answers.filter((answer) => answer.statusCode === 429)
    expect(refused).toHaveLength(5)
    expect(refused[0]?.json()).toMatchObject({
      code: 'too_many_requests',
      error: expect.stringContaining('Please wait 10 minutes'),
    })
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(590)
    expect((await call('198.51.100.21')).statusCode).toBe(200)
  })

  test('answers 429 when a limit of changes of an email or of reports is spent', async () => {
    const most = limitKinds['confirmation-email'].tries
    const [ana, ...movers] = await atOnce(most + 2, () => site.signUp())
    const creatorId = movers[0]?.id
    const moveTo = (email: string, as?: Member) => site.put(`/api/users/${as?.id}`, { email }, as)
    const report = (from: string, as?: Member) =>
      site.call({ method: 'POST', path: '/api/reports', body: { creatorId, reason: 'spam' }, as, from })
    const calls: [Limited, (n: number) => ReturnType<typeof report>][] = [
      ['email-change', (n) => moveTo(`elsewhere${n}@example.org`, ana)],
      ['confirmation-email', (n) => moveTo('wanted@example.org', movers[n])],
      ['report-member', (n) => report(`203.0.113.${n}`, ana)],
      ['report-address', () => report('203.0.113.200')],
    ]
    for (const [kind, call] of calls) {
      const { tries, said } = limitKinds[kind]
      const answers = await atOnce(tries, call)
      expect(answers.map(({ status }) => status)).not.toContain(429)
      const headers = { 'retry-after': expect.stringMatching(/^\d+$/) }
      const body = { code: 'too_many_requests', error: expect.stringContaining(said) }
      expect(await call(tries)).toMatchObject({ status: 429, headers, body })
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
  expect(limitedAddress(address)).toBe(counted)
})
