import { symmetricEncrypt } from 'better-auth/crypto'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Factors } from '#contract/factors.ts'
import { codeOf } from '#tests/support/authenticator.ts'
import { openBrowser } from '#tests/support/browser-cookies.ts'
import { type Member, startTestApp } from '#tests/support/test-app.ts'
import { renewKeptSecrets } from './kept-secrets.jobs.ts'

const site = await startTestApp({ jobs: true })
afterAll(() => site.close())

type Browser = ReturnType<typeof openBrowser>
const post = <Body = Record<string, unknown>>(browser: Browser, path: string, body: object = {}) =>
  browser.call<Body>({ method: 'POST', path: `/api/auth/${path}`, body })
const browserOf = (member: Member) => openBrowser(site, member)

/** Codes count once, so a test takes this one and the next; an earlier one may be too old by the time it is read. */
const moments = [0, 0, 30_000]
const codeAt = (secret: string, moment: number) => codeOf(secret, Date.now() + (moments[moment] ?? 0))

async function enroll(member: Member) {
  const browser = browserOf(member)
  const begun = await post<{ id: string; secret: string; uri: string }>(browser, 'factors/enroll', {
    password: member.password,
  })
  expect(begun.status, begun.text).toBe(200)
  return { browser, ...begun.body }
}

/** Somebody whose second factor has been on for a while. */
async function protectedMember() {
  const member = await site.signUp()
  const { browser, secret } = await enroll(member)
  const on = await post<{ recoveryCodes: string[] }>(browser, 'factors/verify', { code: codeAt(secret, 0) })
  expect(on.status, on.text).toBe(200)
  await site.pool.query('delete from used_codes where user_id = $1', [member.id])
  return { member, browser, secret, recoveryCodes: on.body.recoveryCodes }
}

async function beginSignIn({ email, password }: Member) {
  const browser = openBrowser(site)
  const begun = await post(browser, 'sign-in/email', { email, password })
  expect(begun).toMatchObject({ status: 200, body: { twoFactorRedirect: true, twoFactorMethods: ['totp'] } })
  return browser
}

const isIn = async (browser: Browser) => (await browser.call({ path: '/api/auth/session' })).status === 200
const factorsOf = async (browser: Browser) =>
  (await browser.call<Factors>({ path: '/api/auth/factors' })).body

const codesOf = async ({ id }: Member): Promise<string> =>
  (await site.pool.query('select backup_codes from two_factors where user_id = $1', [id])).rows[0]
    .backup_codes
const keptOf = async (member: Member) => JSON.parse(await codesOf(member))

/** As sets were kept before they were hashed. */
async function keepEncrypted({ id }: Member, codes: string[], key = site.config.secret) {
  const kept = await symmetricEncrypt({ key, data: JSON.stringify(codes) })
  await site.pool.query('update two_factors set backup_codes = $2 where user_id = $1', [id, kept])
  return kept
}

describe('a second factor', () => {
  test('is on once a code of it was given, and not before', async () => {
    const member = await site.signUp('careful_one')
    const { browser, secret, uri, id } = await enroll(member)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Foldout/)
    expect(await factorsOf(browser)).toEqual({
      factors: [{ id, type: 'totp', status: 'unverified' }],
      recoveryCodesLeft: 0,
    })
    const signedIn = await post(openBrowser(site), 'sign-in/email', {
      email: member.email,
      password: member.password,
    })
    expect(signedIn.body).toEqual({ user: { id: member.id } })

    const wrong = await post(browser, 'factors/verify', { code: '000000' })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'wrong_code' } })
    const { body } = await post<{ recoveryCodes: string[] }>(browser, 'factors/verify', {
      code: codeAt(secret, 1),
    })
    expect(body.recoveryCodes).toHaveLength(10)
    expect(new Set(body.recoveryCodes).size).toBe(10)
    expect(await factorsOf(browser)).toMatchObject({
      factors: [{ status: 'verified' }],
      recoveryCodesLeft: 10,
    })
    const session = await browser.call({ path: '/api/auth/session' })
    expect(session.body).toMatchObject({ user: { factors: [{ type: 'totp', status: 'verified' }] } })
  })

  test('that two codes turn on at once has the recovery codes that one of them was answered', async () => {
    const member = await site.signUp()
    const { browser, secret } = await enroll(member)
    const answers = await Promise.all(
      [0, 2].map((moment) =>
        post<{ recoveryCodes?: string[] }>(browser, 'factors/verify', { code: codeAt(secret, moment) }),
      ),
    )
    expect((await factorsOf(browser)).factors).toMatchObject([{ status: 'verified' }])
    const answered = answers.filter(({ status }) => status === 200)
    expect(answered).toHaveLength(1)
    const entering = await beginSignIn(member)
    const code = answered[0]?.body.recoveryCodes?.[0] ?? ''
    expect((await post(entering, 'factors/verify', { code })).status).toBe(200)
  })

  test('needs the password to begin, and its own', async () => {
    const member = await site.signUp()
    const wrong = await post(browserOf(member), 'factors/enroll', { password: 'not my password' })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'wrong_password' } })
    expect((await post(browserOf(member), 'factors/enroll')).status).toBe(400)
    expect((await factorsOf(browserOf(member))).factors).toEqual([])
  })

  test('stands between the password and the session', async () => {
    const { member, secret } = await protectedMember()
    const browser = await beginSignIn(member)
    expect(await isIn(browser)).toBe(false)
    expect([...browser.jar.keys()]).not.toContain('foldout.session_token')
    const { body } = await post(browser, 'factors/challenge')
    expect(body).toMatchObject({ factors: [{ type: 'totp' }], expires_at: expect.any(Number) })
    const code = codeAt(secret, 1).replace(/^(...)/, '$1 ')
    const done = await post(browser, 'factors/verify', { code })
    expect(done.body).toEqual({ user: { id: member.id } })
    expect(done.text).not.toContain('token')
    expect(await isIn(browser)).toBe(true)
    expect((await post(openBrowser(site), 'factors/challenge')).status).toBe(401)
  })

  test('takes no code of another moment, such as of a clock a day off', async () => {
    const { member, secret } = await protectedMember()
    const browser = await beginSignIn(member)
    for (const off of [-86_400_000, 86_400_000, -120_000, 120_000]) {
      const answer = await post(browser, 'factors/verify', { code: codeOf(secret, Date.now() + off) })
      expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('clock') } })
    }
    expect(await isIn(browser)).toBe(false)
  })

  test('takes a code once: replayed in another sign-in it is refused, and the next one still works', async () => {
    const { member, secret } = await protectedMember()
    const code = codeAt(secret, 1)
    expect((await post(await beginSignIn(member), 'factors/verify', { code })).status).toBe(200)
    const thief = await beginSignIn(member)
    expect(await post(thief, 'factors/verify', { code })).toMatchObject({
      status: 400,
      body: { code: 'wrong_code' },
    })
    expect(await isIn(thief)).toBe(false)
    expect((await post(thief, 'factors/verify', { code: codeAt(secret, 2) })).status).toBe(200)
  })

  test('takes a code once, of ten sign-ins that give it at the same moment', async () => {
    const { member, secret } = await protectedMember()
    const browsers = await Promise.all(Array.from({ length: 10 }, () => beginSignIn(member)))
    const code = codeAt(secret, 1)
    const answers = await Promise.all(browsers.map((browser) => post(browser, 'factors/verify', { code })))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.every((answer) => answer.status < 500)).toBe(true)
    const inside = await Promise.all(browsers.map(isIn))
    expect(inside.filter(Boolean)).toHaveLength(1)
  })

  test('gives up a sign-in after five wrong codes', async () => {
    const { member, secret } = await protectedMember()
    const browser = await beginSignIn(member)
    for (let tries = 0; tries < 5; tries++) {
      expect((await post(browser, 'factors/verify', { code: '000000' })).body).toMatchObject({
        code: 'wrong_code',
      })
    }
    const sixth = await post(browser, 'factors/verify', { code: codeAt(secret, 1) })
    expect(sixth).toMatchObject({ status: 401, body: { error: expect.stringContaining('password again') } })
    expect(
      (await post(await beginSignIn(member), 'factors/verify', { code: codeAt(secret, 1) })).status,
    ).toBe(200)
  })

  test('locks for a quarter of an hour after many wrong codes, and not for good', async () => {
    const { member, secret } = await protectedMember()
    for (let round = 0; round < 2; round++) {
      const browser = await beginSignIn(member)
      for (let tries = 0; tries < 5; tries++) await post(browser, 'factors/verify', { code: '000000' })
    }
    const locked = await post(await beginSignIn(member), 'factors/verify', { code: codeAt(secret, 1) })
    expect(locked).toMatchObject({ status: 429, headers: { 'retry-after': '900' } })
    const { rows } = await site.pool.query('select locked_until from two_factors where user_id = $1', [
      member.id,
    ])
    expect(rows[0].locked_until.getTime()).toBeLessThan(Date.now() + 901_000)
    await site.pool.query(
      "update two_factors set locked_until = now() - interval '1 second' where user_id = $1",
      [member.id],
    )
    expect(
      (await post(await beginSignIn(member), 'factors/verify', { code: codeAt(secret, 1) })).status,
    ).toBe(200)
  })

  test('that wrong codes have locked is free again with a new password', async () => {
    const { member, browser } = await protectedMember()
    await site.pool.query(
      "update two_factors set locked_until = now() + interval '10 minutes' where user_id = $1",
      [member.id],
    )
    const change = { currentPassword: member.password, newPassword: 'another password' }
    expect((await post(browser, 'change-password', change)).status).toBe(200)
    const { rows } = await site.pool.query('select locked_until from two_factors where user_id = $1', [
      member.id,
    ])
    expect(rows).toEqual([{ locked_until: null }])
  })

  test('wants a sign-in that waits for it', async () => {
    const answer = await post(openBrowser(site), 'factors/verify', { code: '123456' })
    expect(answer).toMatchObject({ status: 401, body: { error: expect.stringContaining('password again') } })
    const forged = openBrowser(site)
    forged.jar.set('foldout.two_factor', '2fa-forged.c2lnbmF0dXJl')
    expect((await post(forged, 'factors/verify', { code: '123456' })).status).toBe(401)
    expect((await post(forged, 'factors/challenge')).status).toBe(401)
  })

  test('of one person is no use to another', async () => {
    const [one, other] = [await protectedMember(), await protectedMember()]
    const browser = await beginSignIn(one.member)
    expect((await post(browser, 'factors/verify', { code: codeAt(other.secret, 1) })).status).toBe(400)
    expect((await post(other.browser, 'factors/unenroll', { code: codeAt(one.secret, 1) })).status).toBe(400)
    expect((await factorsOf(one.browser)).factors).toMatchObject([{ status: 'verified' }])
  })
})

test('a sign-in that waits for its code comes before whoever else is signed in in that browser', async () => {
  const [one, other] = [await site.signUp(), await protectedMember()]
  const browser = browserOf(one)
  const { email, password } = other.member
  await post(browser, 'sign-in/email', { email, password })
  for (const cookie of one.cookie.split('; '))
    browser.jar.set(...(cookie.split(/=(.*)/, 2) as [string, string]))
  const answer = await post(browser, 'factors/verify', { code: codeAt(other.secret, 1) })
  expect(answer.body).toEqual({ user: { id: other.member.id } })
  expect((await browser.call({ path: '/api/auth/user' })).body.user).toMatchObject({ id: other.member.id })
  expect((await site.call({ path: '/api/auth/session', as: one })).status).toBe(401)
})

describe('a recovery code', () => {
  test('stands in for the app, once, however it is typed', async () => {
    const { member, browser, recoveryCodes } = await protectedMember()
    const [code = '', second = ''] = recoveryCodes
    const entering = await beginSignIn(member)
    expect((await post(entering, 'factors/verify', { code: ` ${code.toUpperCase()} ` })).status).toBe(200)
    expect((await factorsOf(browser)).recoveryCodesLeft).toBe(9)
    const again = await beginSignIn(member)
    expect(await post(again, 'factors/verify', { code })).toMatchObject({
      status: 400,
      body: { code: 'wrong_code' },
    })
    expect((await post(again, 'factors/verify', { code: second.replace('-', '') })).status).toBe(200)
  })

  test('of an earlier set ends when a new set is made', async () => {
    const { member, browser, secret, recoveryCodes } = await protectedMember()
    expect((await post(browser, 'factors/enroll', { password: member.password })).status).toBe(400)
    const renewed = await post<{ recoveryCodes: string[] }>(browser, 'factors/recovery-codes', {
      code: codeAt(secret, 1),
    })
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    const entering = await beginSignIn(member)
    expect((await post(entering, 'factors/verify', { code: recoveryCodes[0] ?? '' })).status).toBe(400)
    expect(
      (await post(entering, 'factors/verify', { code: renewed.body.recoveryCodes[0] ?? '' })).status,
    ).toBe(200)
  })

  test('given ten times at the same moment lets exactly one in, and leaves nine', async () => {
    const { member, browser, recoveryCodes } = await protectedMember()
    const browsers = await Promise.all(Array.from({ length: 10 }, () => beginSignIn(member)))
    const [code = ''] = recoveryCodes
    const answers = await Promise.all(browsers.map((each) => post(each, 'factors/verify', { code })))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.every((answer) => answer.status < 500)).toBe(true)
    expect((await Promise.all(browsers.map(isIn))).filter(Boolean)).toHaveLength(1)
    expect((await factorsOf(browser)).recoveryCodesLeft).toBe(9)
  })

  test('is kept as a slow hash with a salt of its own set, and readable nowhere', async () => {
    const [one, other] = [await protectedMember(), await protectedMember()]
    const [kept, another] = [await keptOf(one.member), await keptOf(other.member)]
    expect(kept.hashes).toHaveLength(10)
    expect(kept.cost).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    expect(Buffer.from(kept.salt, 'base64')).toHaveLength(16)
    expect(kept.salt).not.toBe(another.salt)
    const { rows } = await site.pool.query('select * from two_factors where user_id = $1', [one.member.id])
    for (const secret of [...one.recoveryCodes, one.secret])
      expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('that was kept encrypted goes on working, once, and the others of its set are hashed from then on', async () => {
    const { member, browser } = await protectedMember()
    await keepEncrypted(member, ['aaaaa-bbbbb', 'ccccc-ddddd'])
    expect((await factorsOf(browser)).recoveryCodesLeft).toBe(2)
    const entering = await beginSignIn(member)
    expect((await post(entering, 'factors/verify', { code: 'aaaaa-bbbbb' })).status).toBe(200)
    expect((await keptOf(member)).hashes).toHaveLength(1)
    const again = await beginSignIn(member)
    expect((await post(again, 'factors/verify', { code: 'aaaaa-bbbbb' })).status).toBe(400)
    expect((await post(again, 'factors/verify', { code: 'ccccc-ddddd' })).status).toBe(200)
  })

  test('that was kept encrypted is hashed by a job, unless its secret is gone', async () => {
    const [one, other] = [await protectedMember(), await protectedMember()]
    await keepEncrypted(one.member, ['aaaaa-bbbbb'])
    const unreadable = await keepEncrypted(other.member, ['eeeee-fffff'], 'another secret of 32 characters!')
    await renewKeptSecrets(site)
    expect((await keptOf(one.member)).hashes).toHaveLength(1)
    const entering = await beginSignIn(one.member)
    expect((await post(entering, 'factors/verify', { code: 'aaaaa-bbbbb' })).status).toBe(200)
    expect(await codesOf(other.member)).toBe(unreadable)
  })
})

describe('turning the second factor off', () => {
  test('takes a code, ends it, and is told by mail', async () => {
    const { member, browser, secret } = await protectedMember()
    expect(await post(browser, 'factors/unenroll', { code: '000000' })).toMatchObject({
      status: 400,
      body: { code: 'wrong_code' },
    })
    expect((await post(browser, 'factors/unenroll', { code: codeAt(secret, 1) })).status).toBe(200)
    expect((await factorsOf(browser)).factors).toEqual([])
    const { body } = await post(openBrowser(site), 'sign-in/email', {
      email: member.email,
      password: member.password,
    })
    expect(body).toEqual({ user: { id: member.id } })
    await vi.waitFor(async () => {
      const mails = (await site.outbox()).filter((mail) => mail.to === member.email)
      expect(mails.filter((mail) => /off/i.test(mail.subject))).toHaveLength(1)
    }, 30_000)
  })

  test('with a recovery code, five times at once, ends without an error', async () => {
    const { browser, recoveryCodes } = await protectedMember()
    const code = recoveryCodes[3] ?? ''
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post(browser, 'factors/unenroll', { code })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.every((answer) => answer.status < 500)).toBe(true)
  })
})

describe('with a second factor on, what could take the account away', () => {
  const age = ({ id }: Member) =>
    site.pool.query("update sessions set confirmed_at = now() - interval '16 minutes' where user_id = $1", [
      id,
    ])
  const confirm = (browser: Browser, body: object) => post(browser, 'confirm-password', body)
  const needsConfirmation = { status: 403, body: { code: 'confirmation_needed' } }
  const moveTo = (browser: Browser, newEmail: string) => post(browser, 'admin-update-email', { newEmail })

  test('takes the password and a code, not one of them', async () => {
    const { member, browser, secret } = await protectedMember()
    await age(member)
    const { password } = member
    expect(await confirm(browser, { password })).toMatchObject({ status: 400, body: { code: 'wrong_code' } })
    expect(await confirm(browser, { password, code: '000000' })).toMatchObject({
      body: { code: 'wrong_code' },
    })
    expect(await confirm(browser, { password: 'not it', code: codeAt(secret, 1) })).toMatchObject({
      body: { code: 'wrong_password' },
    })
    expect(await moveTo(browser, 'one.more@example.org')).toMatchObject(needsConfirmation)
    expect((await confirm(browser, { password, code: codeAt(secret, 1) })).status).toBe(200)
    expect((await moveTo(browser, 'one.more@example.org')).status).toBe(200)
    await age(member)
    expect(await confirm(browser, { password, code: codeAt(secret, 1) })).toMatchObject({
      status: 400,
      body: { code: 'wrong_code' },
    })
  })

  test('is the password too: the old one does not do without a code', async () => {
    const { member, browser, secret } = await protectedMember()
    await age(member)
    const change = { currentPassword: member.password, newPassword: 'another password' }
    expect(await post(browser, 'change-password', change)).toMatchObject(needsConfirmation)
    await confirm(browser, { password: member.password, code: codeAt(secret, 1) })
    expect((await post(browser, 'change-password', change)).status).toBe(200)
  })

  test.each(['unenroll', 'recovery-codes'])(
    'is the factor too: %s takes the password as well',
    async (path) => {
      const { member, browser, secret } = await protectedMember()
      await age(member)
      const code = codeAt(secret, 1)
      expect(await post(browser, `factors/${path}`, { code })).toMatchObject(needsConfirmation)
      expect(await post(browser, `factors/${path}`, { code, password: 'not it' })).toMatchObject({
        body: { code: 'wrong_password' },
      })
      expect((await post(browser, `factors/${path}`, { code, password: member.password })).status).toBe(200)
    },
  )

  test('is closed to who signed in with the password just before it was turned on', async () => {
    const member = await site.signUp()
    const thief = openBrowser(site)
    await post(thief, 'sign-in/email', { email: member.email, password: member.password })
    const { browser, secret } = await enroll(member)
    await post(browser, 'factors/verify', { code: codeAt(secret, 0) })
    expect(await moveTo(thief, 'taken.over@example.org')).toMatchObject(needsConfirmation)
    expect((await moveTo(browser, 'moved.myself@example.org')).status).toBe(200)
  })
})

test('codes given to confirm are guessed no more often than at a sign-in', async () => {
  const limited = await startTestApp({ settings: { RATE_LIMITS: 'on' } })
  try {
    const member = await limited.signUp()
    const browser = openBrowser(limited, member)
    const begun = await post<{ secret: string }>(browser, 'factors/enroll', { password: member.password })
    await post(browser, 'factors/verify', { code: codeOf(begun.body.secret) })
    const guess = () => post(browser, 'confirm-password', { password: member.password, code: '000000' })
    for (let tries = 0; tries < 10; tries++) expect((await guess()).status).toBe(400)
    expect((await guess()).status).toBe(429)
  } finally {
    await limited.close()
  }
})
