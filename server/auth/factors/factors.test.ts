import { symmetricEncrypt } from 'better-auth/crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Factors } from '#contract/factors.ts'
import {
  type Browser,
  enableTwoFactor,
  expireRecentSignIns,
  isSignedIn,
  signInFromNewBrowser,
  viewerOf,
} from '#tests/support/account.ts'
import { totpCode } from '#tests/support/authenticator.ts'
import { createBrowser } from '#tests/support/browser-cookies.ts'
import { untilLocksAreAwaited } from '#tests/support/locks.ts'
import { callConcurrently, type Member, openTestApp, startTestApp } from '#tests/support/test-app.ts'
import { revokeAccess } from '../sessions/revoke-access.ts'
import { findUserForUpdate } from '../user.queries.ts'
import { reencryptSecrets } from './reencrypt-secrets.jobs.ts'

const site = await openTestApp({ jobs: true })

/** A code works once, so a test uses the current one and the next. An earlier one could expire before it is checked. */
const moments = [0, 0, 30_000]
const codeAt = (secret: string, moment: number) => totpCode(secret, Date.now() + (moments[moment] ?? 0))
const verify = <Body>(browser: Browser, code = '') => browser.auth<Body>('factors/verify', { code })

async function enroll(member: Member) {
  const browser = createBrowser(site, member)
  const { password } = member
  const enrollment = await browser.auth<{ id: string; secret: string; uri: string }>('factors/enroll', {
    password,
  })
  expect(enrollment.status, enrollment.text).toBe(200)
  return { browser, ...enrollment.body }
}

async function startSignIn(member: Member) {
  const { response, browser } = await signInFromNewBrowser(site, member)
  expect(response).toMatchObject({
    status: 200,
    body: { twoFactorRedirect: true, twoFactorMethods: ['totp'] },
  })
  return browser
}

/** Ten concurrent sign-ins send the same code, and one succeeds. */
async function expectOneSuccess(member: Member, code: string) {
  const browsers = await callConcurrently(10, () => startSignIn(member))
  const responses = await Promise.all(browsers.map((browser) => verify(browser, code)))
  expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
  expect(responses.every((response) => response.status < 500)).toBe(true)
  const inside = await Promise.all(browsers.map((browser) => isSignedIn(browser)))
  expect(inside.filter(Boolean)).toHaveLength(1)
}

const wrongCode = { status: 400, body: { code: 'wrong_code' } }
const wrongPassword = { status: 400, body: { code: 'wrong_password' } }
const signInAgainError = { status: 401, body: { error: expect.stringContaining('password again') } }
const factorsOf = async (browser: Browser) => (await browser.get<Factors>('/api/auth/factors')).body

const codesOf = async ({ id }: Member): Promise<string> =>
  (await site.sql('select backup_codes from two_factors where user_id = $1', id))[0].backup_codes
const storedCodesOf = async (member: Member) => JSON.parse(await codesOf(member))
const lockUntil = ({ id }: Member, when: string) =>
  site.sql(`update two_factors set locked_until = now() + $2::interval where user_id = $1`, id, when)
const lockOf = async ({ id }: Member) =>
  (await site.sql('select locked_until from two_factors where user_id = $1', id))[0].locked_until

/** Stores encrypted codes, as earlier versions did. */
async function storeEncrypted({ id }: Member, codes: string[], key = site.config.secret) {
  const stored = await symmetricEncrypt({ key, data: JSON.stringify(codes) })
  await site.sql('update two_factors set backup_codes = $2 where user_id = $1', id, stored)
  return stored
}

describe('a second factor', () => {
  test('is enabled once one of its codes was entered, and not before', async () => {
    const member = await site.signUp('careful_one')
    const { browser, secret, uri, id } = await enroll(member)
    expect(uri).toMatch(/^otpauth:\/\/totp\/Foldout/)
    const factor = { id, type: 'totp', status: 'unverified' }
    expect(await factorsOf(browser)).toEqual({ factors: [factor], recoveryCodesLeft: 0 })
    expect((await signInFromNewBrowser(site, member)).response.body).toEqual({ user: { id: member.id } })

    expect(await verify(browser, '000000')).toMatchObject(wrongCode)
    const { body } = await verify<{ recoveryCodes: string[] }>(browser, codeAt(secret, 1))
    expect(body.recoveryCodes).toHaveLength(10)
    expect(new Set(body.recoveryCodes).size).toBe(10)
    const factors = [{ type: 'totp', status: 'verified' }]
    expect(await factorsOf(browser)).toMatchObject({ factors, recoveryCodesLeft: 10 })
    expect((await browser.get('/api/auth/session')).body).toMatchObject({ user: { factors } })
  })

  test('that two codes turn on concurrently has the recovery codes from the successful response', async () => {
    const member = await site.signUp()
    const { browser, secret } = await enroll(member)
    const responses = await Promise.all(
      [0, 2].map((moment) => verify<{ recoveryCodes?: string[] }>(browser, codeAt(secret, moment))),
    )
    expect((await factorsOf(browser)).factors).toMatchObject([{ status: 'verified' }])
    const accepted = responses.filter(({ status }) => status === 200)
    expect(accepted).toHaveLength(1)
    const entering = await startSignIn(member)
    expect((await verify(entering, accepted[0]?.body.recoveryCodes?.[0])).status).toBe(200)
  })

  test('that is finished while recovery ends the session leaves no session and no factor', async () => {
    const member = await site.signUp()
    const { browser, secret } = await enroll(member)
    const finishing = await site.db.transaction().execute(async (tx) => {
      await findUserForUpdate(tx, member.id)
      const response = verify(browser, codeAt(secret, 0))
      await untilLocksAreAwaited(site)
      await revokeAccess(tx, { userId: member.id })
      return { response }
    })
    const { status, headers } = await finishing.response
    expect([status, headers['set-cookie']]).toEqual([404, undefined])
    expect(await site.sql('select from sessions where user_id = $1', member.id)).toEqual([])
    const [row] = await site.sql(
      `select two_factor_enabled as "isOn", exists (select from two_factors where user_id = users.id) as "isLeft"
       from users where id = $1`,
      member.id,
    )
    expect(row).toEqual({ isOn: false, isLeft: false })
  })

  test('needs the password to begin, and its own', async () => {
    const browser = createBrowser(site, await site.signUp())
    const wrong = await browser.auth('factors/enroll', { password: 'not my password' })
    expect(wrong).toMatchObject(wrongPassword)
    expect((await browser.auth('factors/enroll')).status).toBe(400)
    expect((await factorsOf(browser)).factors).toEqual([])
  })

  test('is required after the password and before the session', async () => {
    const { member, secret } = await enableTwoFactor(site)
    const browser = await startSignIn(member)
    expect(await isSignedIn(browser)).toBe(false)
    expect([...browser.jar.keys()]).not.toContain('foldout.session_token')
    const { body } = await browser.auth('factors/challenge')
    expect(body).toMatchObject({ factors: [{ type: 'totp' }], expires_at: expect.any(Number) })
    const done = await verify(browser, codeAt(secret, 1).replace(/^(...)/, '$1 '))
    expect(done.body).toEqual({ user: { id: member.id } })
    expect(done.text).not.toContain('token')
    expect(await isSignedIn(browser)).toBe(true)
    expect((await site.auth('factors/challenge')).status).toBe(401)
  })

  test('rejects a code of another time, such as from a clock a day off', async () => {
    const { member, secret } = await enableTwoFactor(site)
    const browser = await startSignIn(member)
    for (const offset of [-86_400_000, 86_400_000, -120_000, 120_000]) {
      const response = await verify(browser, totpCode(secret, Date.now() + offset))
      expect(response).toMatchObject({ status: 400, body: { error: expect.stringContaining('clock') } })
    }
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('accepts a code once: a replay in another sign-in is rejected, and the next one still works', async () => {
    const { member, secret } = await enableTwoFactor(site)
    const code = codeAt(secret, 1)
    expect((await verify(await startSignIn(member), code)).status).toBe(200)
    const thief = await startSignIn(member)
    expect(await verify(thief, code)).toMatchObject(wrongCode)
    expect(await isSignedIn(thief)).toBe(false)
    expect((await verify(thief, codeAt(secret, 2))).status).toBe(200)
  })

  test('accepts a code once, of ten concurrent sign-ins with it', async () => {
    const { member, secret } = await enableTwoFactor(site)
    await expectOneSuccess(member, codeAt(secret, 1))
  })

  test('ends a sign-in after five wrong codes', async () => {
    const { member, secret } = await enableTwoFactor(site)
    const browser = await startSignIn(member)
    for (let attempts = 0; attempts < 5; attempts++) expect(await verify(browser, '000000')).toMatchObject(wrongCode)
    expect(await verify(browser, codeAt(secret, 1))).toMatchObject(signInAgainError)
    expect((await verify(await startSignIn(member), codeAt(secret, 1))).status).toBe(200)
  })

  test('locks for a quarter of an hour after many wrong codes, and not for good', async () => {
    const { member, secret } = await enableTwoFactor(site)
    for (let round = 0; round < 2; round++) {
      const browser = await startSignIn(member)
      for (let attempts = 0; attempts < 5; attempts++) await verify(browser, '000000')
    }
    const locked = await verify(await startSignIn(member), codeAt(secret, 1))
    expect(locked).toMatchObject({ status: 429, headers: { 'retry-after': '900' } })
    expect((await lockOf(member)).getTime()).toBeLessThan(Date.now() + 901_000)
    await lockUntil(member, '-1 second')
    expect((await verify(await startSignIn(member), codeAt(secret, 1))).status).toBe(200)
  })

  test('that wrong codes have locked is free again with a new password', async () => {
    const { member, browser } = await enableTwoFactor(site)
    await lockUntil(member, '10 minutes')
    const change = { currentPassword: member.password, newPassword: 'another password' }
    expect((await browser.auth('change-password', change)).status).toBe(200)
    expect(await lockOf(member)).toBeNull()
  })

  test('wants a sign-in that waits for it', async () => {
    expect(await verify(createBrowser(site), '123456')).toMatchObject(signInAgainError)
    const forged = createBrowser(site)
    forged.jar.set('foldout.two_factor', '2fa-forged.c2lnbmF0dXJl')
    expect((await verify(forged, '123456')).status).toBe(401)
    expect((await forged.auth('factors/challenge')).status).toBe(401)
  })

  test('of one member is rejected for another', async () => {
    const [one, other] = [await enableTwoFactor(site), await enableTwoFactor(site)]
    const browser = await startSignIn(one.member)
    expect((await verify(browser, codeAt(other.secret, 1))).status).toBe(400)
    expect((await other.browser.auth('factors/unenroll', { code: codeAt(one.secret, 1) })).status).toBe(400)
    expect((await factorsOf(one.browser)).factors).toMatchObject([{ status: 'verified' }])
  })
})

test('a sign-in that waits for its code takes precedence over the member signed in in that browser', async () => {
  const [one, other] = [await site.signUp(), await enableTwoFactor(site)]
  const browser = createBrowser(site, one)
  const { email, password } = other.member
  await browser.auth('sign-in/email', { email, password })
  for (const [name, value] of createBrowser(site, one).jar) browser.jar.set(name, value)
  const response = await verify(browser, codeAt(other.secret, 1))
  expect(response.body).toEqual({ user: { id: other.member.id } })
  expect(await viewerOf(browser)).toMatchObject({ id: other.member.id })
  expect(await isSignedIn(site, one)).toBe(false)
})

describe('a recovery code', () => {
  test('replaces the app once, however it is typed', async () => {
    const { member, browser, recoveryCodes } = await enableTwoFactor(site)
    const [code = '', second = ''] = recoveryCodes
    const entering = await startSignIn(member)
    expect((await verify(entering, ` ${code.toUpperCase()} `)).status).toBe(200)
    expect((await factorsOf(browser)).recoveryCodesLeft).toBe(9)
    const secondSignIn = await startSignIn(member)
    expect(await verify(secondSignIn, code)).toMatchObject(wrongCode)
    expect((await verify(secondSignIn, second.replace('-', ''))).status).toBe(200)
  })

  test('of an earlier set ends when a new set is made', async () => {
    const { member, browser, secret, recoveryCodes } = await enableTwoFactor(site)
    expect((await browser.auth('factors/enroll', { password: member.password })).status).toBe(400)
    const code = codeAt(secret, 1)
    const renewed = await browser.auth<{ recoveryCodes: string[] }>('factors/recovery-codes', { code })
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    const entering = await startSignIn(member)
    expect((await verify(entering, recoveryCodes[0])).status).toBe(400)
    expect((await verify(entering, renewed.body.recoveryCodes[0])).status).toBe(200)
  })

  test('entered ten times concurrently signs in exactly once, and leaves nine', async () => {
    const { member, browser, recoveryCodes } = await enableTwoFactor(site)
    await expectOneSuccess(member, recoveryCodes[0] ?? '')
    expect((await factorsOf(browser)).recoveryCodesLeft).toBe(9)
  })

  test('is stored only as a slow hash with a salt for its set', async () => {
    const [one, other] = [await enableTwoFactor(site), await enableTwoFactor(site)]
    const [kept, another] = [await storedCodesOf(one.member), await storedCodesOf(other.member)]
    expect(kept.hashes).toHaveLength(10)
    expect(kept.cost).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    expect(Buffer.from(kept.salt, 'base64')).toHaveLength(16)
    expect(kept.salt).not.toBe(another.salt)
    const rows = await site.sql('select * from two_factors where user_id = $1', one.member.id)
    for (const secret of [...one.recoveryCodes, one.secret]) expect(JSON.stringify(rows)).not.toContain(secret)
  })

  test('that was stored encrypted works once, and the others of its set are then hashed', async () => {
    const { member, browser } = await enableTwoFactor(site)
    await storeEncrypted(member, ['aaaaa-bbbbb', 'ccccc-ddddd'])
    expect((await factorsOf(browser)).recoveryCodesLeft).toBe(2)
    expect((await verify(await startSignIn(member), 'aaaaa-bbbbb')).status).toBe(200)
    expect((await storedCodesOf(member)).hashes).toHaveLength(1)
    const secondSignIn = await startSignIn(member)
    expect((await verify(secondSignIn, 'aaaaa-bbbbb')).status).toBe(400)
    expect((await verify(secondSignIn, 'ccccc-ddddd')).status).toBe(200)
  })

  test('that was stored encrypted is hashed by a job, unless its secret is missing', async () => {
    const [one, other] = [await enableTwoFactor(site), await enableTwoFactor(site)]
    await storeEncrypted(one.member, ['aaaaa-bbbbb'])
    const unreadable = await storeEncrypted(other.member, ['eeeee-fffff'], 'another secret of 32 characters!')
    await reencryptSecrets(site)
    expect((await storedCodesOf(one.member)).hashes).toHaveLength(1)
    expect((await verify(await startSignIn(one.member), 'aaaaa-bbbbb')).status).toBe(200)
    expect(await codesOf(other.member)).toBe(unreadable)
  })
})

describe('turning the second factor off', () => {
  test('requires a code, removes the factor, and is reported by email', async () => {
    const { member, browser, secret } = await enableTwoFactor(site)
    const unenroll = (code: string) => browser.auth('factors/unenroll', { code })
    expect(await unenroll('000000')).toMatchObject(wrongCode)
    expect((await unenroll(codeAt(secret, 1))).status).toBe(200)
    expect((await factorsOf(browser)).factors).toEqual([])
    expect((await signInFromNewBrowser(site, member)).response.body).toEqual({ user: { id: member.id } })
    const disabledMails = async () =>
      (await site.outbox()).filter(({ to, subject }) => to === member.email && /off/i.test(subject))
    await expect.poll(disabledMails).toHaveLength(1)
  })

  test('with a recovery code, five times concurrently, ends without an error', async () => {
    const { browser, recoveryCodes } = await enableTwoFactor(site)
    const [code] = recoveryCodes
    const responses = await callConcurrently(5, () => browser.auth('factors/unenroll', { code }))
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    expect(responses.every((response) => response.status < 500)).toBe(true)
  })
})

describe('with a second factor on, what could take the account away', () => {
  const needsConfirmation = { status: 403, body: { code: 'confirmation_needed' } }
  const moveTo = (browser: Browser, newEmail: string) => browser.auth('admin-update-email', { newEmail })

  test('requires the password and a code, not only one of them', async () => {
    const { member, browser, secret } = await enableTwoFactor(site)
    await expireRecentSignIns(site, member)
    const { password } = member
    const confirm = (body: object) => browser.auth('confirm-password', { password, ...body })
    expect(await confirm({})).toMatchObject(wrongCode)
    expect(await confirm({ code: '000000' })).toMatchObject(wrongCode)
    expect(await confirm({ password: 'not it', code: codeAt(secret, 1) })).toMatchObject(wrongPassword)
    expect(await moveTo(browser, 'one.more@example.org')).toMatchObject(needsConfirmation)
    expect((await confirm({ code: codeAt(secret, 1) })).status).toBe(200)
    expect((await moveTo(browser, 'one.more@example.org')).status).toBe(200)
    await expireRecentSignIns(site, member)
    expect(await confirm({ code: codeAt(secret, 1) })).toMatchObject(wrongCode)
  })

  test('is the password too: the old one does not do without a code', async () => {
    const { member, browser, secret } = await enableTwoFactor(site)
    await expireRecentSignIns(site, member)
    const { password } = member
    const change = { currentPassword: password, newPassword: 'another password' }
    expect(await browser.auth('change-password', change)).toMatchObject(needsConfirmation)
    await browser.auth('confirm-password', { password, code: codeAt(secret, 1) })
    expect((await browser.auth('change-password', change)).status).toBe(200)
  })

  test.each(['unenroll', 'recovery-codes'])(
    'requires the factor too: %s accepts the password as well',
    async (path) => {
      const { member, browser, secret } = await enableTwoFactor(site)
      await expireRecentSignIns(site, member)
      const send = (body: object) => browser.auth(`factors/${path}`, { code: codeAt(secret, 1), ...body })
      expect(await send({})).toMatchObject(needsConfirmation)
      expect(await send({ password: 'not it' })).toMatchObject(wrongPassword)
      expect((await send({ password: member.password })).status).toBe(200)
    },
  )

  test('is not available to a session that signed in with the password just before the factor was enabled', async () => {
    const member = await site.signUp()
    const thief = (await signInFromNewBrowser(site, member)).browser
    const { browser } = await enableTwoFactor(site, member)
    expect(await moveTo(thief, 'taken.over@example.org')).toMatchObject(needsConfirmation)
    expect((await moveTo(browser, 'moved.myself@example.org')).status).toBe(200)
  })
})

test('codes for confirmation have the same attempt limit as at sign-in', async () => {
  const limited = await startTestApp({ settings: { RATE_LIMITS: 'on' } })
  onTestFinished(() => limited.close())
  const { browser, member } = await enableTwoFactor(limited)
  const guess = () => browser.auth('confirm-password', { password: member.password, code: '000000' })
  for (let attempts = 0; attempts < 10; attempts++) expect((await guess()).status).toBe(400)
  expect((await guess()).status).toBe(429)
})
