import { afterAll, describe, expect, test, vi } from 'vitest'
import { codeOf } from '#tests/support/authenticator.ts'
import { openBrowser } from '#tests/support/browser-cookies.ts'
import { startOidcProvider } from '#tests/support/oidc-provider.ts'
import { type Member, startTestApp } from '#tests/support/test-app.ts'

/** What somebody who has got hold of something, but not of everything, might try. Each of these has once worked. */

const publicUrl = 'http://localhost:3000'
const provider = await startOidcProvider(`${publicUrl}/api/auth/callback/oidc`)
const site = await startTestApp({ jobs: true, settings: { ...provider.settings, PUBLIC_URL: publicUrl } })
afterAll(async () => {
  await site.close()
  await provider.stop()
})

type Browser = ReturnType<typeof openBrowser>
const post = (path: string, body: object, as?: Member) =>
  site.call({ method: 'POST', path: `/api/auth/${path}`, body, ...(as && { as }) })
const put = (as: Member, body: object) =>
  site.call<{ error?: string }>({ method: 'PUT', path: `/api/users/${as.id}`, body, as })
const changeEmail = (as: Member, newEmail: string) => post('admin-update-email', { newEmail }, as)

const taken = new Set<string>()

/** The secret of the newest mail of a kind that no test has taken yet. */
async function tokenOf(address: string, subject: RegExp) {
  const token = await vi.waitFor(
    async () => {
      const found = (await site.outbox())
        .filter((each) => each.to === address && subject.test(each.subject))
        .map((each) => /token=([\w-]+)/.exec(each.links.join(' '))?.[1] ?? '')
        .filter((each) => !taken.has(each))
        .at(-1)
      if (!found) throw new Error(`no new mail to ${address} about ${subject}`)
      return found
    },
    { timeout: 30_000, interval: 50 },
  )
  taken.add(token)
  return token
}
const confirmation = /^Confirm/
const changed = /email was changed/
const newPassword = /^Set a new password/

async function confirmedMember() {
  const member = await site.signUp()
  expect((await post('verify-email', { token: await tokenOf(member.email, confirmation) })).status).toBe(200)
  return member
}

async function recover(email: string, password: string) {
  await post('request-password-reset', { email })
  return post('reset-password', { token: await tokenOf(email, newPassword), newPassword: password })
}

const browserOf = (member: Member) => openBrowser(site, member)

async function protectWithFactor(member: Member) {
  const browser = browserOf(member)
  const enroll = {
    method: 'POST',
    path: '/api/auth/factors/enroll',
    body: { password: member.password },
  } as const
  const { secret } = (await browser.call<{ secret: string }>(enroll)).body
  const verify = { method: 'POST', path: '/api/auth/factors/verify', body: { code: codeOf(secret) } } as const
  expect((await browser.call(verify)).status).toBe(200)
  await site.pool.query('delete from used_codes')
  return { secret, as: { ...member, cookie: browser.header() } }
}

const chooseProvider = (browser: Browser, path: string) =>
  browser.call<{ url: string }>({ method: 'POST', path: `/api/auth/${path}`, body: { provider: 'oidc' } })
async function comeBack(browser: Browser, url: string) {
  const back = await provider.walk(url)
  return String((await browser.call({ path: back.pathname + back.search })).headers.location)
}
const intruder = (name: string) => {
  provider.is.now = { sub: name, email: `${name}@evil.example`, email_verified: true, name }
}
async function signInFromProvider() {
  const browser = openBrowser(site)
  await comeBack(browser, (await chooseProvider(browser, 'sign-in/social')).body.url)
  return viewerIn(browser)
}
const viewerIn = async (browser: Browser) =>
  (await browser.call<{ user: { id: string } | null }>({ path: '/api/auth/user' })).body.user

const rowOf = async ({ id }: Member) =>
  (
    await site.pool.query(
      'select email, email_verified, confirmed_email, two_factor_enabled from users where id = $1',
      [id],
    )
  ).rows[0]
const factorsIn = async ({ id }: Member) =>
  (await site.pool.query('select count(*)::int as left from two_factors where user_id = $1', [id])).rows[0]
    .left

describe('two sessions in one cookie header', () => {
  const sessionIn = ({ cookie }: Member) => /foldout\.session_token=[^;]+/.exec(cookie)?.[0]

  test('do not let the code of one turn off the factor of the other', async () => {
    const [victim, own] = [
      await protectWithFactor(await site.signUp()),
      await protectWithFactor(await site.signUp()),
    ]
    const cookie = `x=1;${sessionIn(own.as)}; ${sessionIn(victim.as)}`
    for (const path of ['factors/recovery-codes', 'factors/unenroll']) {
      const body = { code: codeOf(own.secret) }
      const answer = await site.call({ method: 'POST', path: `/api/auth/${path}`, headers: { cookie }, body })
      expect(answer.status).not.toBe(200)
    }
    expect(await rowOf(victim.as)).toMatchObject({ two_factor_enabled: true })
  })

  test('do not link what one may to the account of the other', async () => {
    const [victim, own] = [await confirmedMember(), await confirmedMember()]
    await site.pool.query("update sessions set confirmed_at = now() - interval '1 day' where user_id = $1", [
      victim.id,
    ])
    intruder('confused')
    const cookie = `x=1;${sessionIn(victim)}; ${sessionIn(own)}`
    const begun = await site.call<{ url: string }>({
      method: 'POST',
      path: '/api/auth/identities/link',
      headers: { cookie },
      body: { provider: 'oidc' },
    })
    const browser = openBrowser(site)
    for (const line of [begun.headers['set-cookie'] ?? []].flat().map(String)) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      browser.jar.set(name, value)
    }
    await comeBack(browser, begun.body.url)
    const { rows } = await site.pool.query("select user_id from accounts where account_id = 'confused'")
    expect(rows).not.toContainEqual({ user_id: victim.id })
  })

  test('do not hide a session from the limit on codes', async () => {
    const { secret, as } = await protectWithFactor(await site.signUp())
    const cookie = `x=1;${sessionIn(as)}`
    const body = { code: codeOf(secret) }
    const answer = await site.call({
      method: 'POST',
      path: '/api/auth/factors/verify',
      headers: { cookie },
      body,
    })
    expect(answer.status).toBe(401)
  })
})

describe('what was begun before the person got their account back', () => {
  test('such as a link to a provider, ends with the recovery', async () => {
    const member = await confirmedMember()
    const evil = browserOf(member)
    intruder('patient')
    const { body } = await chooseProvider(evil, 'identities/link')
    expect((await recover(member.email, 'the owner again')).status).toBe(200)
    expect(await comeBack(evil, body.url)).toMatch(/error=/)
    expect((await signInFromProvider())?.id).not.toBe(member.id)
  })

  test('such as a sign-in that waits for its code, ends with the password', async () => {
    const { secret, as } = await protectWithFactor(await confirmedMember())
    const evil = openBrowser(site)
    const body = { email: as.email, password: as.password }
    await evil.call({ method: 'POST', path: '/api/auth/sign-in/email', body })
    const change = { currentPassword: as.password, newPassword: 'another one' }
    expect((await post('change-password', change, as)).status).toBe(200)
    const code = codeOf(secret, Date.now() + 30_000)
    const answer = await evil.call({ method: 'POST', path: '/api/auth/factors/verify', body: { code } })
    expect(answer.status).toBe(401)
    expect(await viewerIn(evil)).toBeNull()
  })

  test('such as a sign-in with the old password at the very moment, ends as well', async () => {
    const member = await confirmedMember()
    for (let round = 0; round < 4; round++) {
      const [old, next] = [`password ${round}`, `password ${round + 1}`]
      if (round === 0) await recover(member.email, old)
      await post('request-password-reset', { email: member.email })
      const token = await tokenOf(member.email, newPassword)
      const browsers = Array.from({ length: 6 }, () => openBrowser(site))
      const resetting = post('reset-password', { token, newPassword: next })
      const entering = browsers.map(async (browser, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 5))
        const body = { email: member.email, password: old }
        await browser.call({ method: 'POST', path: '/api/auth/sign-in/email', body })
      })
      const [reset] = await Promise.all([resetting, ...entering])
      expect(reset.status).toBe(200)
      for (const browser of browsers) expect(await viewerIn(browser)).toBeNull()
    }
  })

  test('such as the confirmation of another address, does not count after the recovery', async () => {
    const member = await confirmedMember()
    await changeEmail(member, 'waiting@evil.example')
    const token = await tokenOf('waiting@evil.example', confirmation)
    expect((await recover(member.email, 'the owner again')).status).toBe(200)
    expect(await rowOf(member)).toMatchObject({ email: member.email, email_verified: true })
    expect((await post('verify-email', { token })).status).toBe(400)
  })

  test('such as a way in to an account made with their address, ends when they prove that it is theirs', async () => {
    const member = await site.signUp()
    const evil = browserOf(member)
    intruder('early')
    await comeBack(evil, (await chooseProvider(evil, 'identities/link')).body.url)
    expect((await recover(member.email, 'the real owner')).status).toBe(200)
    expect((await signInFromProvider())?.id).not.toBe(member.id)
  })
})

describe('whoever took an account over and changed its address', () => {
  test('cannot undo that it was undone', async () => {
    const member = await confirmedMember()
    await changeEmail(member, 'first@evil.example')
    await post('verify-email', { token: await tokenOf('first@evil.example', confirmation) })
    await changeEmail(member, 'second@evil.example')
    const theirs = await tokenOf('first@evil.example', changed)
    expect((await post('undo-email-change', { token: await tokenOf(member.email, changed) })).status).toBe(
      200,
    )
    expect((await post('undo-email-change', { token: theirs })).body).toMatchObject({ code: 'link_expired' })
    expect(await rowOf(member)).toMatchObject({ email: member.email })
  })

  test('cannot kill the person’s link by using theirs first', async () => {
    const member = await confirmedMember()
    await changeEmail(member, 'third@evil.example')
    await post('verify-email', { token: await tokenOf('third@evil.example', confirmation) })
    await changeEmail(member, 'fourth@evil.example')
    expect(
      (await post('undo-email-change', { token: await tokenOf('third@evil.example', changed) })).status,
    ).toBe(200)
    expect((await post('undo-email-change', { token: await tokenOf(member.email, changed) })).status).toBe(
      200,
    )
    expect(await rowOf(member)).toMatchObject({ email: member.email })
  })

  test('cannot keep the person out by registering the address they left', async () => {
    const member = await confirmedMember()
    await changeEmail(member, 'fifth@evil.example')
    const registration = { email: member.email.toUpperCase(), username: 'squatter_five' }
    const checked = await site.call({
      method: 'POST',
      path: '/api/validate-registration',
      body: registration,
    })
    expect(checked.body).toMatchObject({ valid: false })
    const made = await post('sign-up/email', { ...registration, password: 'squatter pass' })
    expect(made).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    const other = await site.signUp()
    expect((await changeEmail(other, member.email)).status).toBe(409)
    intruder('squatter')
    provider.is.now.email = member.email
    expect(await signInFromProvider()).toBeNull()
    expect((await post('undo-email-change', { token: await tokenOf(member.email, changed) })).status).toBe(
      200,
    )
  })

  test.each(['after', 'before'])('keeps no second factor that they added %s', async (when) => {
    const member = await confirmedMember()
    if (when === 'after') await post('factors/enroll', { password: member.password }, member)
    let as = member
    if (when === 'before') as = (await protectWithFactor(member)).as
    await changeEmail(as, `${when}@evil.example`)
    if (when === 'after') await protectWithFactor(as)
    expect((await post('undo-email-change', { token: await tokenOf(member.email, changed) })).status).toBe(
      200,
    )
    expect(await rowOf(member)).toMatchObject({ two_factor_enabled: false })
    expect(await factorsIn(member)).toBe(0)
    expect((await recover(member.email, 'mine again')).body).toEqual({ user: { id: member.id } })
  })
})

test.each([
  [6, 0],
  [8, 1],
])('of a second factor from %i days before a change that is undone, %i is left', async (days, left) => {
  const member = await confirmedMember()
  const { as } = await protectWithFactor(member)
  await site.pool.query(
    `update two_factors set created_at = now() - make_interval(days => $2) where user_id = $1`,
    [member.id, days],
  )
  await changeEmail(as, `days${days}@evil.example`)
  const token = await tokenOf(member.email, changed)
  expect((await post('undo-email-change', { token })).status).toBe(200)
  expect(await factorsIn(member)).toBe(left)
})

test('a second factor that is turned on, and a way in that is linked, are told by mail', async () => {
  const member = await confirmedMember()
  const { as } = await protectWithFactor(member)
  const browser = browserOf(as)
  provider.is.now = { sub: 'my-own', email: member.email, email_verified: true }
  await comeBack(browser, (await chooseProvider(browser, 'identities/link')).body.url)
  await vi.waitFor(async () => {
    const subjects = (await site.outbox())
      .filter((mail) => mail.to === member.email)
      .map((mail) => mail.subject)
    expect(subjects).toContain('Two-factor sign-in was turned on at Foldout')
    expect(subjects).toContain('Open House was linked to your Foldout account')
  }, 30_000)
})

test('an address that a provider vouches for is where recovery goes, though a later one is not confirmed', async () => {
  const member = await site.signUp()
  const browser = browserOf(member)
  provider.is.now = { sub: 'vouched', email: member.email, email_verified: true }
  await comeBack(browser, (await chooseProvider(browser, 'identities/link')).body.url)
  await comeBack(browser, (await chooseProvider(browser, 'sign-in/social')).body.url)
  expect(await rowOf(member)).toMatchObject({ email_verified: true, confirmed_email: member.email })
})

test.each(['not an address', 'jörg@example.org', 'a..b@example.org'])(
  'the address %j, which could not sign in, is refused by every call',
  async (email) => {
    const member = await site.signUp()
    const registration = { email, username: 'some_name', password: 'long enough' }
    for (const { status } of [
      await put(member, { email }),
      await changeEmail(member, email),
      await post('sign-up/email', registration),
    ])
      expect(status).toBe(400)
    expect((await rowOf(member)).email).toBe(member.email)
  },
)

describe('at the same moment', () => {
  test('a second factor begun four times ends without an error', async () => {
    const member = await site.signUp()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post('factors/enroll', { password: member.password }, member)),
    )
    expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true)
    expect(await factorsIn(member)).toBe(1)
  })

  test('turning a factor on and off leaves it one or the other', async () => {
    for (let round = 0; round < 5; round++) {
      const member = await site.signUp()
      const { body } = await post('factors/enroll', { password: member.password }, member)
      const secret = String(body.secret)
      await Promise.all([
        post('factors/verify', { code: codeOf(secret) }, member),
        post('factors/unenroll', { code: codeOf(secret, Date.now() + 30_000) }, member),
      ])
      const { two_factor_enabled: isOn } = await rowOf(member)
      expect(await factorsIn(member)).toBe(isOn ? 1 : 0)
    }
  })
})

test('a change that is refused in part changes nothing', async () => {
  const [member, other] = [await site.signUp(), await site.signUp('has_this_name')]
  const answer = await put(member, { username: other.username, email: 'half@example.org', bio: 'Half.' })
  expect(answer.status).toBe(409)
  expect(await rowOf(member)).toMatchObject({ email: member.email })
  expect((await put(member, {})).body).toMatchObject({ user: { bio: null } })
})
