import { describe, expect, test } from 'vitest'
import {
  confirmEmail,
  cookieFrom,
  enableTwoFactor,
  findMail,
  isSignedIn,
  mailSubjects,
  signInFromNewBrowser,
  signInStatus,
  takeMailToken,
  viewerOf,
} from '#tests/support/account.ts'
import { totpCode } from '#tests/support/authenticator.ts'
import { createBrowser } from '#tests/support/browser-cookies.ts'
import { untilLocksAreAwaited, withLock } from '#tests/support/locks.ts'
import { callConcurrently, type Member, openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp({ jobs: true })

const expired = { status: 400, body: { code: 'link_expired' } }
const { confirm, changed, recovery } = mailSubjects
const confirmation = ({ email }: Member) => takeMailToken(site, email, confirm)

async function recoveryToken(email: string) {
  expect((await site.auth('request-password-reset', { email })).body).toEqual({ success: true })
  return takeMailToken(site, email.toLowerCase(), recovery)
}

describe('a forgotten password', () => {
  test('is reset with the emailed link, which signs in, ends every other session and confirms the address', async () => {
    const member = await site.signUp()
    const token = await recoveryToken(member.email.toUpperCase())
    const { links } = await findMail(site, member.email, recovery)
    expect(links.join(' ')).toContain(`${site.config.publicUrl}/auth/update-password#token=`)
    const response = await site.auth('reset-password', { token, newPassword: 'a new one' })
    expect(response).toMatchObject({ status: 200, body: { user: { id: member.id } } })
    expect(await isSignedIn(site, member)).toBe(false)
    const viewer = await viewerOf(site, { ...member, cookie: cookieFrom(response) })
    expect(viewer).toMatchObject({ emailVerified: true })
    expect(await signInStatus(site, member.email, member.password)).toBe(401)
    expect(await signInStatus(site, member.email, 'a new one')).toBe(200)
    await findMail(site, member.email, /password was changed/i)
  })

  test('link used ten times concurrently sets one password', async () => {
    const token = await recoveryToken((await site.signUp()).email)
    const responses = await callConcurrently(10, (index) =>
      site.auth('reset-password', { token, newPassword: `password ${index}` }),
    )
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1)
    expect(responses.filter((response) => response.body.code === 'link_expired')).toHaveLength(9)
  })

  test('link that is expired, truncated, forged or meant for another purpose is rejected', async () => {
    const member = await site.signUp()
    const token = await recoveryToken(member.email)
    const confirming = await confirmation(member)
    await site.sql("update mail_links set expires_at = now() - interval '1 second' where purpose = 'recovery'")
    for (const each of [token, token.slice(1), 'x'.repeat(43), '', confirming])
      expect(await site.auth('reset-password', { token: each, newPassword: 'a new one' })).toMatchObject(expired)
    expect(await signInStatus(site, member.email, member.password)).toBe(200)
  })

  test('gets the same response for an unknown address, to which nothing is sent', async () => {
    const response = await site.auth('request-password-reset', { email: 'nobody-at-all@example.org' })
    expect(response).toMatchObject({ status: 200, body: { success: true } })
    await recoveryToken((await site.signUp()).email)
    expect((await site.outbox()).map((mail) => mail.to)).not.toContain('nobody-at-all@example.org')
  })

  test('cannot become one of the commonest, and the link stays good', async () => {
    const token = await recoveryToken((await site.signUp()).email)
    const weak = await site.auth('reset-password', { token, newPassword: 'password1' })
    expect(weak).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', error: expect.stringMatching(/common/i) },
    })
    expect((await site.auth('reset-password', { token, newPassword: 'an uncommon one' })).status).toBe(200)
  })

  test('does not lead past the second factor', async () => {
    const { member, secret } = await enableTwoFactor(site)
    await confirmEmail(site, member)
    const token = await recoveryToken(member.email)
    const browser = createBrowser(site)
    const reset = await browser.auth('reset-password', { token, newPassword: 'a new one' })
    expect(reset.body).toMatchObject({ twoFactorRedirect: true })
    expect(await isSignedIn(browser)).toBe(false)
    const signedIn = await browser.auth('factors/verify', { code: totpCode(secret) })
    expect(signedIn.body).toEqual({ user: { id: member.id } })
  })
})

describe('an account that someone created with another person’s address', () => {
  const renewFeed = async (member: Member) =>
    (await site.post<{ feedUrl: string }>(`/api/users/${member.id}/following-feed`, undefined, member)).body.feedUrl
  const feedStatus = async (feedUrl: string) =>
    (await site.get(new URL(feedUrl).pathname + new URL(feedUrl).search)).status
  const link = (member: Member) =>
    site.sql(`insert into accounts (user_id, account_id, provider_id) values ($1::uuid, $1::text, 'github')`, member.id)
  /** Every row that lets someone in, keeps someone out or mails something. */
  const plantedRows = async ({ id }: Member) => {
    const tables = ['two_factors', 'used_codes', 'subscriptions', 'mail_links', 'known_devices', 'sessions']
    const counts = tables.map((table) => `(select count(*)::int from ${table} where user_id = $1) as ${table}`)
    const [row] = await site.sql(
      `select ${counts.join(', ')}, (select count(*)::int from verifications where value like '%' || $1 || '%') as pending,
         (select count(*)::int from accounts where user_id = $1 and provider_id <> 'credential') as identities,
         (select two_factor_enabled from users where id = $1) as "isFactorOn"`,
      id,
    )
    return row
  }

  test('belongs to the owner of the address once they recover it: nothing planted remains', async () => {
    const { member, browser, recoveryCodes } = await enableTwoFactor(site)
    const [token, confirmingEarlier] = [await recoveryToken(member.email), await confirmation(member)]
    await link(member)
    const feedUrl = await renewFeed(member)
    await site.put(`/api/users/${member.id}/digest`, { digest: 'daily' }, member)
    const accessToken = (await browser.get<{ access_token: string }>('/api/auth/session')).body.access_token
    const waiting = createBrowser(site)
    expect(
      (await waiting.auth('sign-in/email', { email: member.email, password: member.password })).body,
    ).toMatchObject({ twoFactorRedirect: true })

    const owner = createBrowser(site)
    const reset = await owner.auth('reset-password', { token, newPassword: 'the owner’s' })
    expect(reset.body).toEqual({ user: { id: member.id } })
    expect(await isSignedIn(owner)).toBe(true)
    expect(await plantedRows(member)).toEqual({
      two_factors: 0,
      used_codes: 0,
      subscriptions: 0,
      mail_links: 0,
      identities: 0,
      pending: 0,
      known_devices: 1,
      sessions: 1,
      isFactorOn: false,
    })
    expect(await isSignedIn(site, member)).toBe(false)
    expect(
      (await site.call({ path: '/api/auth/factors', headers: { authorization: `Bearer ${accessToken}` } })).status,
    ).toBe(401)
    expect(await feedStatus(feedUrl)).toBe(404)
    for (const code of recoveryCodes.slice(0, 1))
      expect((await waiting.auth('factors/verify', { code })).status).not.toBe(200)
    expect((await site.auth('verify-email', { token: confirmingEarlier })).body).toMatchObject({ code: 'link_expired' })
    await findMail(site, member.email, /two-factor sign-in was turned off/i)
  })

  test('keeps its second factor, identities and digest once the address was confirmed', async () => {
    const { member } = await enableTwoFactor(site)
    await confirmEmail(site, member)
    await link(member)
    const feedUrl = await renewFeed(member)
    await site.put(`/api/users/${member.id}/digest`, { digest: 'daily' }, member)
    const token = await recoveryToken(member.email)
    const reset = await site.auth('reset-password', { token, newPassword: 'my new one' })
    expect(reset.body).toMatchObject({ twoFactorRedirect: true })
    expect(await plantedRows(member)).toMatchObject({ two_factors: 1, subscriptions: 1, identities: 1 })
    expect(await feedStatus(feedUrl)).toBe(404)
  })

  /** What its creator added, before the owner of the address confirms it or recovers it. */
  async function plant() {
    const { member } = await enableTwoFactor(site)
    await link(member)
    const feedUrl = await renewFeed(member)
    await site.put(`/api/users/${member.id}/digest`, { digest: 'daily' }, member)
    return { member, feedUrl, token: await confirmation(member) }
  }
  const planted = { two_factors: 1, identities: 1, isFactorOn: true }
  const nothingPlanted = { two_factors: 0, used_codes: 0, identities: 0, isFactorOn: false }

  test('loses what was added once its address is confirmed by someone who is not signed in to it', async () => {
    const { member, feedUrl, token } = await plant()
    expect((await site.auth('verify-email', { token })).status).toBe(200)
    expect(await plantedRows(member)).toMatchObject({ ...nothingPlanted, subscriptions: 1 })
    expect(await feedStatus(feedUrl)).toBe(404)
    await findMail(site, member.email, /two-factor sign-in was turned off/i)
    expect(await isSignedIn(site, member)).toBe(true)
    expect(await signInStatus(site, member.email, member.password)).toBe(200)

    const owner = createBrowser(site)
    const recovering = await recoveryToken(member.email)
    const reset = await owner.auth('reset-password', { token: recovering, newPassword: 'the owner’s' })
    expect(reset.body).toEqual({ user: { id: member.id } })
    expect(await isSignedIn(site, member)).toBe(false)
    expect(await plantedRows(member)).toMatchObject({ ...nothingPlanted, sessions: 1 })
  })

  test('loses it also if the owner is signed in to an account of their own', async () => {
    const { member, token } = await plant()
    expect((await site.auth('verify-email', { token }, await site.signUp())).status).toBe(200)
    expect(await plantedRows(member)).toMatchObject(nothingPlanted)
  })

  test('keeps everything if its member confirms while signed in, or has confirmed before', async () => {
    const { member, feedUrl, token } = await plant()
    const again = await site.auth('send-verification-email', {}, member)
    expect(again.status).toBe(200)
    const secondToken = await confirmation(member)
    expect((await site.auth('verify-email', { token }, member)).status).toBe(200)
    expect((await site.auth('verify-email', { token: secondToken })).status).toBe(200)
    expect(await plantedRows(member)).toMatchObject({ ...planted, subscriptions: 1 })
    expect(await feedStatus(feedUrl)).toBe(200)
  })

  test('keeps what was added by a member to whom the link does not belong', async () => {
    const { member } = await plant()
    const stranger = await site.signUp()
    const token = await confirmation(stranger)
    expect((await site.auth('verify-email', { token })).status).toBe(200)
    expect((await site.auth('verify-email', { token: 'x'.repeat(43) })).body.code).toBe('link_expired')
    expect(await plantedRows(member)).toMatchObject(planted)
  })

  test('keeps the identity that it was created with', async () => {
    const { member, token } = await plant()
    await site.sql("delete from accounts where user_id = $1 and provider_id = 'credential'", member.id)
    await site.sql(
      `insert into accounts (user_id, account_id, provider_id, created_at) values ($1::uuid, $1::text, 'google', now())`,
      member.id,
    )
    expect((await site.auth('verify-email', { token })).status).toBe(200)
    expect(await site.sql('select provider_id from accounts where user_id = $1', member.id)).toEqual([
      { provider_id: 'github' },
    ])
  })

  test('loses it once if the link is opened several times concurrently', async () => {
    const { member, token } = await plant()
    const responses = await callConcurrently(5, () => site.auth('verify-email', { token }))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await plantedRows(member)).toMatchObject(nothingPlanted)
  })

  test('is not changed by requests of its creator that are in flight during the recovery', async () => {
    const member = await site.signUp()
    const token = await recoveryToken(member.email)
    const thief = createBrowser(site, member)
    // A change by the thief before the recovery would end the link.
    const inFlight = await withLock(site, `select from users where id = '${member.id}' for update`, async () => {
      const resetting = site.auth('reset-password', { token, newPassword: 'the owner’s' })
      await untilLocksAreAwaited(site)
      return [
        resetting,
        thief.auth('change-password', { currentPassword: member.password, newPassword: 'the thief’s' }),
        site.auth('admin-update-email', { userId: member.id, newEmail: `thief-${member.email}` }, member),
        thief.auth('factors/enroll', { password: member.password }),
        renewFeed(member),
      ] as const
    })
    const [reset] = await Promise.all(inFlight)
    expect(reset.status).toBe(200)
    expect(await signInStatus(site, member.email, 'the owner’s')).toBe(200)
    expect(await plantedRows(member)).toMatchObject({ subscriptions: 0, isFactorOn: false })
  })
})

describe('changing the password', () => {
  const change = (by: Pick<typeof site, 'auth'>, currentPassword: string, newPassword = 'a new one') =>
    by.auth('change-password', { currentPassword, newPassword })

  test('requires the current one, keeps this session and ends the others', async () => {
    const member = await site.signUp()
    const otherBrowser = (await signInFromNewBrowser(site, member)).browser
    const here = createBrowser(site, member)
    expect(await change(here, 'not my password')).toMatchObject({
      status: 400,
      body: { error: 'Current password is incorrect' },
    })
    expect(await isSignedIn(otherBrowser)).toBe(true)
    expect((await change(here, member.password)).status).toBe(200)
    expect(await isSignedIn(here)).toBe(true)
    expect(await isSignedIn(site, member), 'a copy of the cookie before it').toBe(false)
    expect(await isSignedIn(otherBrowser)).toBe(false)
    expect(await signInStatus(site, member.email, member.password)).toBe(401)
    expect(await signInStatus(site, member.email, 'a new one')).toBe(200)
  })

  test('to a common one, or the member’s own name or address, is rejected', async () => {
    const member = await site.signUp('moonlight_press')
    for (const newPassword of ['QWERTY', '  ', 'Moonlight_Press', member.email])
      expect((await change(createBrowser(site, member), member.password, newPassword)).status).toBe(400)
    expect(await signInStatus(site, member.email, member.password)).toBe(200)
  })

  test('concurrently in two tabs leaves one of the two passwords', async () => {
    const member = await site.signUp()
    const newPasswords = ['first new one', 'second new one']
    await Promise.all(newPasswords.map((each) => change(createBrowser(site, member), member.password, each)))
    const statuses = await Promise.all(newPasswords.map((each) => signInStatus(site, member.email, each)))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })
})

describe('confirming an address', () => {
  const verify = (token: string, as?: Member) => site.auth('verify-email', { token }, as)

  test('works once, also on another device, and signs no one in', async () => {
    const member = await site.signUp()
    const token = await confirmation(member)
    const { links } = await findMail(site, member.email, confirm)
    expect(links.join(' ')).toContain(`${site.config.publicUrl}/auth/callback#type=signup&token=`)
    const response = await verify(token)
    expect(response).toMatchObject({ status: 200, body: { success: true, isSignedIn: false } })
    expect(response.headers['set-cookie']).toBeUndefined()
    expect(await viewerOf(site, member)).toMatchObject({ emailVerified: true })
    expect(await verify(token)).toMatchObject(expired)
  })

  test('is reported to the signed-in member, and only to them', async () => {
    const [member, stranger] = [await site.signUp(), await site.signUp()]
    const strangers = await verify(await confirmation(stranger), member)
    expect(strangers.body).toMatchObject({ isSignedIn: false })
    expect((await verify(await confirmation(member), member)).body).toMatchObject({ isSignedIn: true })
  })

  test('can be mailed again on request until it is done', async () => {
    const member = await site.signUp()
    await confirmation(member)
    await site.auth('send-verification-email', {}, member)
    expect((await verify(await confirmation(member))).status).toBe(200)
    const before = (await site.outbox()).length
    expect((await site.auth('send-verification-email', {}, member)).status).toBe(200)
    await recoveryToken(member.email)
    expect((await site.outbox()).length).toBe(before + 1)
  })
})

describe('changing the address', () => {
  const change = (as: Member, newEmail: string) => site.auth('admin-update-email', { userId: as.id, newEmail }, as)
  const verify = async (address: string) =>
    site.auth('verify-email', { token: await takeMailToken(site, address, confirm) })

  test('takes effect immediately, asks the new address to confirm and notifies the old one', async () => {
    const member = await site.signUp()
    const email = 'new.home@example.org'
    await verify(member.email)
    expect(await change(member, 'New.Home@Example.org')).toMatchObject({
      status: 200,
      body: { success: true, user: { id: member.id, email } },
    })
    expect(await viewerOf(site, member)).toMatchObject({ email, emailVerified: false })
    expect(await signInStatus(site, email, member.password)).toBe(200)
    expect(await signInStatus(site, member.email, member.password)).toBe(401)
    const notice = await findMail(site, member.email, changed)
    expect(`${notice.text}${notice.html}`).not.toContain(email)

    await site.auth('request-password-reset', { email })
    const mail = await findMail(site, member.email, recovery)
    expect(mail.links.join(' ')).toContain('/auth/update-password')
    expect((await verify(email)).status).toBe(200)
    expect(await viewerOf(site, member)).toMatchObject({ emailVerified: true })
  })

  test('can be undone from the old address: all sessions end, and neither the password nor later additions remain valid', async () => {
    const before = await site.signUp()
    await verify(before.email)
    await change(before, 'taken-over@example.org')
    const { member } = await enableTwoFactor(site, before)
    const { feedUrl } = (await site.post<{ feedUrl: string }>(`/api/users/${member.id}/following-feed`, {}, member))
      .body
    const token = await takeMailToken(site, member.email, changed)
    expect((await site.auth('undo-email-change', { token })).status).toBe(200)
    expect(await isSignedIn(site, member)).toBe(false)
    expect(await signInStatus(site, 'taken-over@example.org', member.password)).toBe(401)
    expect((await site.get(new URL(feedUrl).pathname + new URL(feedUrl).search)).status).toBe(404)
    expect(await signInStatus(site, member.email, member.password)).toBe(401)
    const recovering = await takeMailToken(site, member.email, recovery)
    const reset = await site.auth('reset-password', { token: recovering, newPassword: 'mine again' })
    expect(reset.body).toEqual({ user: { id: member.id } })
    expect((await site.auth('undo-email-change', { token })).body.code).toBe('link_expired')
  })

  test.each([
    ['keeps', '8 days', 1],
    ['removes', '6 days', 0],
  ])('undone, it %s ways to sign in that were added %s before', async (_, age, left) => {
    const member = await site.signUp()
    await verify(member.email)
    await site.pool.query(
      `with linked as (
         insert into accounts (user_id, account_id, provider_id, created_at)
         select id, id::text, 'github', now() - $2::interval from users where id = $1
       )
       insert into two_factors (user_id, secret, backup_codes, verified, created_at)
       values ($1, '', '', true, now() - $2::interval)`,
      [member.id, age],
    )
    await change(member, `after-${left}@example.org`)
    await site.auth('undo-email-change', { token: await takeMailToken(site, member.email, changed) })
    const { rows } = await site.pool.query(
      `select (select count(*)::int from accounts where user_id = $1) as identities,
         (select count(*)::int from two_factors where user_id = $1) as factors`,
      [member.id],
    )
    expect(rows).toEqual([{ identities: left, factors: left }])
  })

  test('sends nothing to an address that was never confirmed, because it may belong to a stranger', async () => {
    const member = await site.signUp()
    await change(member, 'spelled-right@example.org')
    await takeMailToken(site, 'spelled-right@example.org', confirm)
    const sent = (await site.outbox()).filter((mail) => mail.to === member.email)
    expect(sent.filter(({ subject }) => /changed/i.test(subject))).toEqual([])
  })

  test('to a taken one is rejected, whichever request comes first', async () => {
    const [one, other] = [await site.signUp(), await site.signUp()]
    expect(await change(one, other.email.toUpperCase())).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
    const responses = await Promise.all([one, other].map((each) => change(each, 'wanted@example.org')))
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409])
  })

  test('to the same one is no change', async () => {
    const member = await site.signUp()
    expect(await change(member, member.email.toUpperCase())).toMatchObject({
      status: 400,
      body: { error: 'Email address is already set to this value.' },
    })
    const put = await site.put(`/api/users/${member.id}`, { email: member.email }, member)
    expect(put).toMatchObject({ status: 200, body: { user: { email: member.email } } })
  })

  test('of another member is rejected by every endpoint', async () => {
    const [member, stranger] = [await site.signUp(), await site.signUp()]
    const newEmail = 'stolen@example.org'
    for (const path of ['admin-update-email', 'direct-update-email'])
      expect((await site.auth(path, { userId: member.id, newEmail }, stranger)).status).toBe(403)
    const put = await site.put(`/api/users/${member.id}`, { email: newEmail }, stranger)
    expect(put.status).toBe(403)
    expect(await viewerOf(site, member)).toMatchObject({ email: member.email })
  })
})
