import { describe, expect, test } from 'vitest'
import {
  type Browser,
  confirmEmail,
  cookieFrom,
  enableTwoFactor,
  findMail,
  isSignedIn,
  mailSubjects,
  signInFromNewBrowser,
  takeMailToken,
  viewerOf,
} from '#tests/support/account.ts'
import { totpCode } from '#tests/support/authenticator.ts'
import { createBrowser } from '#tests/support/browser-cookies.ts'
import { startProvider } from '#tests/support/registration.ts'
import { callConcurrently, type Member, openTestApp } from '#tests/support/test-app.ts'

/** What an attacker with partial access might try. Each of these attacks has worked once. */

const provider = await startProvider()
const site = await openTestApp({ jobs: true, settings: provider.settings })

const updateMember = (as: Member, body: object) => site.put<{ error?: string }>(`/api/users/${as.id}`, body, as)
const changeEmail = (as: Member, newEmail: string) => site.auth('admin-update-email', { newEmail }, as)
const { confirm, changed, recovery } = mailSubjects

async function confirmedMember() {
  const member = await site.signUp()
  await confirmEmail(site, member)
  return member
}

const follow = async (path: string, address: string, subject: RegExp) =>
  site.auth(path, { token: await takeMailToken(site, address, subject) })
const followConfirmLink = (address: string) => follow('verify-email', address, confirm)
const undoChange = (address: string) => follow('undo-email-change', address, changed)

async function recover(email: string, newPassword: string) {
  await site.auth('request-password-reset', { email })
  return site.auth('reset-password', { token: await takeMailToken(site, email, recovery), newPassword })
}

const startProviderFlow = (browser: Browser, path: string) => browser.auth<{ url: string }>(path, { provider: 'oidc' })
async function completeProviderFlow(browser: Browser, url: string) {
  const callbackUrl = await provider.followRedirects(url)
  return String((await browser.get(callbackUrl.pathname + callbackUrl.search)).headers.location)
}
const signInWithProvider = async (browser: Browser, path: 'identities/link' | 'sign-in/social') =>
  completeProviderFlow(browser, (await startProviderFlow(browser, path)).body.url)
const intruder = (name: string) => {
  provider.state.user = { sub: name, email: `${name}@evil.example`, email_verified: true, name }
}
async function signInFromProvider() {
  const browser = createBrowser(site)
  await signInWithProvider(browser, 'sign-in/social')
  return viewerOf(browser)
}

const rowOf = async ({ id }: Member) =>
  (await site.sql('select email, email_verified, confirmed_email, two_factor_enabled from users where id = $1', id))[0]
const factorsIn = async ({ id }: Member) => (await site.sql('select from two_factors where user_id = $1', id)).length

describe('two sessions in one cookie header', () => {
  const sessionIn = ({ cookie }: Member) => /foldout\.session_token=[^;]+/.exec(cookie)?.[0]
  const postWith = <Body>(cookie: string, path: string, body: object) =>
    site.call<Body>({ method: 'POST', path: `/api/auth/${path}`, headers: { cookie }, body })

  test('do not accept the code of one factor to turn off another', async () => {
    const [victim, own] = [await enableTwoFactor(site), await enableTwoFactor(site)]
    const cookie = `x=1;${sessionIn(own.member)}; ${sessionIn(victim.member)}`
    for (const path of ['factors/recovery-codes', 'factors/unenroll'])
      expect((await postWith(cookie, path, { code: totpCode(own.secret) })).status).not.toBe(200)
    expect(await rowOf(victim.member)).toMatchObject({ two_factor_enabled: true })
  })

  test('do not link what one may to the account of the other', async () => {
    const [victim, own] = [await confirmedMember(), await confirmedMember()]
    await site.sql("update sessions set confirmed_at = now() - interval '1 day' where user_id = $1", victim.id)
    intruder('confused')
    const cookie = `x=1;${sessionIn(victim)}; ${sessionIn(own)}`
    const started = await postWith<{ url: string }>(cookie, 'identities/link', { provider: 'oidc' })
    await completeProviderFlow(createBrowser(site, { ...own, cookie: cookieFrom(started) }), started.body.url)
    const rows = await site.sql("select user_id from accounts where account_id = 'confused'")
    expect(rows).not.toContainEqual({ user_id: victim.id })
  })

  test('do not hide a session from the limit on codes', async () => {
    const { secret, member } = await enableTwoFactor(site)
    const response = await postWith(`x=1;${sessionIn(member)}`, 'factors/verify', { code: totpCode(secret) })
    expect(response.status).toBe(401)
  })
})

describe('a link created before the member recovered their account', () => {
  test('such as a link to a provider, ends with the recovery', async () => {
    const member = await confirmedMember()
    const evil = createBrowser(site, member)
    intruder('patient')
    const { body } = await startProviderFlow(evil, 'identities/link')
    expect((await recover(member.email, 'the owner again')).status).toBe(200)
    expect(await completeProviderFlow(evil, body.url)).toMatch(/error=/)
    expect((await signInFromProvider())?.id).not.toBe(member.id)
  })

  test('such as a sign-in that waits for its code, ends with the password', async () => {
    const { secret, member } = await enableTwoFactor(site, await confirmedMember())
    const evil = (await signInFromNewBrowser(site, member)).browser
    const change = { currentPassword: member.password, newPassword: 'another one' }
    expect((await site.auth('change-password', change, member)).status).toBe(200)
    const code = totpCode(secret, Date.now() + 30_000)
    expect((await evil.auth('factors/verify', { code })).status).toBe(401)
    expect(await isSignedIn(evil)).toBe(false)
  })

  test('such as a sign-in with the old password at the very moment, ends as well', async () => {
    const member = await confirmedMember()
    for (let round = 0; round < 4; round++) {
      const [old, newPassword] = [`password ${round}`, `password ${round + 1}`]
      if (round === 0) await recover(member.email, old)
      await site.auth('request-password-reset', { email: member.email })
      const token = await takeMailToken(site, member.email, recovery)
      const resetting = site.auth('reset-password', { token, newPassword })
      const entering = Array.from({ length: 6 }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 5))
        return (await signInFromNewBrowser(site, { ...member, password: old })).browser
      })
      expect((await resetting).status).toBe(200)
      for (const browser of await Promise.all(entering)) expect(await isSignedIn(browser)).toBe(false)
    }
  })

  test('such as the confirmation of another address, does not count after the recovery', async () => {
    const member = await confirmedMember()
    await changeEmail(member, 'waiting@evil.example')
    const token = await takeMailToken(site, 'waiting@evil.example', confirm)
    expect((await recover(member.email, 'the owner again')).status).toBe(200)
    expect(await rowOf(member)).toMatchObject({ email: member.email, email_verified: true })
    expect((await site.auth('verify-email', { token })).status).toBe(400)
  })

  test('such as a way in to an account made with their address, ends when they prove that it is theirs', async () => {
    const member = await site.signUp()
    intruder('early')
    await signInWithProvider(createBrowser(site, member), 'identities/link')
    expect((await recover(member.email, 'the real owner')).status).toBe(200)
    expect((await signInFromProvider())?.id).not.toBe(member.id)
  })
})

describe('an attacker who took over an account and changed its address', () => {
  test('cannot undo that it was undone', async () => {
    const member = await confirmedMember()
    await changeEmail(member, 'first@evil.example')
    await followConfirmLink('first@evil.example')
    await changeEmail(member, 'second@evil.example')
    const token = await takeMailToken(site, 'first@evil.example', changed)
    expect((await undoChange(member.email)).status).toBe(200)
    expect((await site.auth('undo-email-change', { token })).body).toMatchObject({ code: 'link_expired' })
    expect(await rowOf(member)).toMatchObject({ email: member.email })
  })

  test('cannot kill the person’s link by using theirs first', async () => {
    const member = await confirmedMember()
    await changeEmail(member, 'third@evil.example')
    await followConfirmLink('third@evil.example')
    await changeEmail(member, 'fourth@evil.example')
    expect((await undoChange('third@evil.example')).status).toBe(200)
    expect((await undoChange(member.email)).status).toBe(200)
    expect(await rowOf(member)).toMatchObject({ email: member.email })
  })

  test('cannot lock the member out by registering their former address', async () => {
    const member = await confirmedMember()
    await changeEmail(member, 'fifth@evil.example')
    const registration = { email: member.email.toUpperCase(), username: 'squatter_five' }
    const checked = await site.post('/api/validate-registration', registration)
    expect(checked.body).toMatchObject({ valid: false })
    const registered = await site.auth('sign-up/email', { ...registration, password: 'squatter pass' })
    expect(registered).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    expect((await changeEmail(await site.signUp(), member.email)).status).toBe(409)
    intruder('squatter')
    provider.state.user.email = member.email
    expect(await signInFromProvider()).toBeNull()
    expect((await undoChange(member.email)).status).toBe(200)
  })

  test.each(['after', 'before'])('loses a second factor that they added %s', async (when) => {
    const member = await confirmedMember()
    if (when === 'after') await site.auth('factors/enroll', { password: member.password }, member)
    const as = when === 'before' ? (await enableTwoFactor(site, member)).member : member
    await changeEmail(as, `${when}@evil.example`)
    if (when === 'after') await enableTwoFactor(site, as)
    expect((await undoChange(member.email)).status).toBe(200)
    expect(await rowOf(member)).toMatchObject({ two_factor_enabled: false })
    expect(await factorsIn(member)).toBe(0)
    expect((await recover(member.email, 'mine again')).body).toEqual({ user: { id: member.id } })
  })
})

test.each([
  [6, 0],
  [8, 1],
])('of a second factor from %i days before a change that is undone, %i is left', async (days, left) => {
  const { member } = await enableTwoFactor(site, await confirmedMember())
  const ageFactors = 'update two_factors set created_at = now() - make_interval(days => $2) where user_id = $1'
  await site.sql(ageFactors, member.id, days)
  await changeEmail(member, `days${days}@evil.example`)
  expect((await undoChange(member.email)).status).toBe(200)
  expect(await factorsIn(member)).toBe(left)
})

test('turning on a second factor and linking a provider are reported by email', async () => {
  const { member, browser } = await enableTwoFactor(site, await confirmedMember())
  provider.state.user = { sub: 'my-own', email: member.email, email_verified: true }
  await signInWithProvider(browser, 'identities/link')
  await findMail(site, member.email, /^Two-factor sign-in was turned on for your Foldout account$/)
  await findMail(site, member.email, /^Open House was linked to your Foldout account$/)
})

test('recovery uses the address that a provider confirmed until a later one is confirmed', async () => {
  const member = await site.signUp()
  const browser = createBrowser(site, member)
  provider.state.user = { sub: 'vouched', email: member.email, email_verified: true }
  await signInWithProvider(browser, 'identities/link')
  await signInWithProvider(browser, 'sign-in/social')
  expect(await rowOf(member)).toMatchObject({ email_verified: true, confirmed_email: member.email })
})

test.each(['not an address', 'jörg@example.org', 'a..b@example.org'])(
  'the address %j, which could not be used to sign in, is rejected by every endpoint',
  async (email) => {
    const member = await site.signUp()
    const registration = { email, username: 'some_name', password: 'long enough' }
    for (const { status } of [
      await updateMember(member, { email }),
      await changeEmail(member, email),
      await site.auth('sign-up/email', registration),
    ])
      expect(status).toBe(400)
    expect((await rowOf(member)).email).toBe(member.email)
  },
)

describe('at the same moment', () => {
  test('starting a second factor four times concurrently causes no error', async () => {
    const member = await site.signUp()
    const responses = await callConcurrently(4, () =>
      site.auth('factors/enroll', { password: member.password }, member),
    )
    expect(responses.every(({ status }) => status === 200 || status === 400)).toBe(true)
    expect(await factorsIn(member)).toBe(1)
  })

  test('turning a factor on and off leaves it one or the other', async () => {
    for (let round = 0; round < 5; round++) {
      const member = await site.signUp()
      const { body } = await site.auth('factors/enroll', { password: member.password }, member)
      const secret = String(body.secret)
      await Promise.all([
        site.auth('factors/verify', { code: totpCode(secret) }, member),
        site.auth('factors/unenroll', { code: totpCode(secret, Date.now() + 30_000) }, member),
      ])
      const { two_factor_enabled: isOn } = await rowOf(member)
      expect(await factorsIn(member)).toBe(isOn ? 1 : 0)
    }
  })
})

test('a change that is rejected in part changes nothing', async () => {
  const [member, other] = [await site.signUp(), await site.signUp('has_this_name')]
  const response = await updateMember(member, {
    username: other.username,
    email: 'half@example.org',
    bio: 'Half.',
  })
  expect(response.status).toBe(409)
  expect(await rowOf(member)).toMatchObject({ email: member.email })
  expect((await updateMember(member, {})).body).toMatchObject({ user: { bio: null } })
})
