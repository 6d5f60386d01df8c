import { afterAll, describe, expect, test, vi } from 'vitest'
import { codeOf } from '#tests/support/authenticator.ts'
import { openBrowser } from '#tests/support/browser-cookies.ts'
import { type Member, startTestApp } from '#tests/support/test-app.ts'

const site = await startTestApp({ jobs: true })
afterAll(() => site.close())

const post = (path: string, body: object, as?: Member) =>
  site.call({ method: 'POST', path: `/api/auth/${path}`, body, ...(as && { as }) })
const signIn = (email: string, password: string) => post('sign-in/email', { email, password })
const viewer = async (as: Member) =>
  (
    await site.call<{ user: { email: string; emailVerified: boolean } | null }>({
      path: '/api/auth/user',
      as,
    })
  ).body.user
const isIn = async (as: Member) => (await viewer(as)) !== null

/** The newest mail to an address whose subject fits, once it has arrived. */
function mailTo(address: string, subject: RegExp) {
  return vi.waitFor(
    async () => {
      const mail = (await site.outbox())
        .filter((each) => each.to === address && subject.test(each.subject))
        .at(-1)
      if (!mail) throw new Error(`no mail to ${address} about ${subject}`)
      return mail
    },
    { timeout: 30_000, interval: 50 },
  )
}
const tokenIn = ({ links }: { links: string[] }) => /token=([\w-]+)/.exec(links.join(' '))?.[1] ?? ''
const tokenOf = async (address: string, subject: RegExp) => tokenIn(await mailTo(address, subject))

const subjects = { confirm: /confirm/i, recovery: /password/i, changed: /changed/i }

async function recoveryToken(email: string) {
  expect((await post('request-password-reset', { email })).body).toEqual({ success: true })
  return tokenOf(email, subjects.recovery)
}

describe('a forgotten password', () => {
  test('is set anew with the mailed link, which signs in, ends every other session and proves the address', async () => {
    const member = await site.signUp()
    const { links } = await (async () => {
      await post('request-password-reset', { email: member.email.toUpperCase() })
      return mailTo(member.email, subjects.recovery)
    })()
    expect(links.join(' ')).toContain(`${site.config.publicUrl}/auth/update-password#token=`)
    const token = tokenIn({ links })
    const answer = await post('reset-password', { token, newPassword: 'a new one' })
    expect(answer).toMatchObject({ status: 200, body: { user: { id: member.id } } })
    const cookie = [answer.headers['set-cookie'] ?? []].flat().map(String).join('; ')
    expect(await isIn(member)).toBe(false)
    expect(await viewer({ ...member, cookie })).toMatchObject({ emailVerified: true })
    expect((await signIn(member.email, member.password)).status).toBe(401)
    expect((await signIn(member.email, 'a new one')).status).toBe(200)
    await mailTo(member.email, /password was changed/i)
  })

  test('link followed ten times at once sets one password', async () => {
    const member = await site.signUp()
    const token = await recoveryToken(member.email)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        post('reset-password', { token, newPassword: `password ${index}` }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.body.code === 'link_expired')).toHaveLength(9)
  })

  test('link that expired, was cut short, made up or meant for something else is refused', async () => {
    const member = await site.signUp()
    const token = await recoveryToken(member.email)
    const confirming = await tokenOf(member.email, subjects.confirm)
    await site.pool.query(
      "update mail_links set expires_at = now() - interval '1 second' where purpose = 'recovery'",
    )
    for (const each of [token, token.slice(1), 'x'.repeat(43), '', confirming]) {
      expect(await post('reset-password', { token: each, newPassword: 'a new one' })).toMatchObject({
        status: 400,
        body: { code: 'link_expired' },
      })
    }
    expect((await signIn(member.email, member.password)).status).toBe(200)
  })

  test('is answered alike for an address that nobody has, to which nothing is sent', async () => {
    const answer = await post('request-password-reset', { email: 'nobody-at-all@example.org' })
    expect(answer).toMatchObject({ status: 200, body: { success: true } })
    await recoveryToken((await site.signUp()).email)
    expect((await site.outbox()).map((mail) => mail.to)).not.toContain('nobody-at-all@example.org')
  })

  test('cannot become one of the commonest, and the link stays good', async () => {
    const member = await site.signUp()
    const token = await recoveryToken(member.email)
    const weak = await post('reset-password', { token, newPassword: 'password1' })
    expect(weak).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', error: expect.stringMatching(/common/i) },
    })
    expect((await post('reset-password', { token, newPassword: 'an uncommon one' })).status).toBe(200)
  })

  test('does not lead past the second factor', async () => {
    const member = await site.signUp()
    const begun = await site.call<{ secret: string }>({
      method: 'POST',
      path: '/api/auth/factors/enroll',
      body: { password: member.password },
      as: member,
    })
    await post('factors/verify', { code: codeOf(begun.body.secret) }, member)
    const token = await recoveryToken(member.email)
    const browser = openBrowser(site)
    const reset = await browser.call({
      method: 'POST',
      path: '/api/auth/reset-password',
      body: { token, newPassword: 'a new one' },
    })
    expect(reset.body).toMatchObject({ twoFactorRedirect: true })
    expect((await browser.call({ path: '/api/auth/session' })).status).toBe(401)
    const code = codeOf(begun.body.secret, Date.now() + 30_000)
    const signedIn = await browser.call({ method: 'POST', path: '/api/auth/factors/verify', body: { code } })
    expect(signedIn.body).toEqual({ user: { id: member.id } })
  })
})

describe('changing the password', () => {
  const change = (as: Member, currentPassword: string, newPassword = 'a new one') =>
    post('change-password', { currentPassword, newPassword }, as)

  test('takes the current one, keeps this device and ends the others', async () => {
    const member = await site.signUp()
    const other = { ...member, cookie: await cookieOfSignIn(member) }
    expect(await change(member, 'not my password')).toMatchObject({
      status: 400,
      body: { error: 'Current password is incorrect' },
    })
    expect(await isIn(other)).toBe(true)
    const body = { currentPassword: member.password, newPassword: 'a new one' }
    const here = openBrowser(site, member)
    expect((await here.call({ method: 'POST', path: '/api/auth/change-password', body })).status).toBe(200)
    expect((await here.call({ path: '/api/auth/session' })).status).toBe(200)
    expect(await isIn(member), 'a copy of the cookie before it').toBe(false)
    expect(await isIn(other)).toBe(false)
    expect((await signIn(member.email, member.password)).status).toBe(401)
    expect((await signIn(member.email, 'a new one')).status).toBe(200)
  })

  test('to a common one, or the own name or address, is refused', async () => {
    const member = await site.signUp('moonlight_press')
    for (const newPassword of ['QWERTY', '  ', 'Moonlight_Press', member.email])
      expect((await change(member, member.password, newPassword)).status).toBe(400)
    expect((await signIn(member.email, member.password)).status).toBe(200)
  })

  test('at once in two tabs leaves one of the two passwords', async () => {
    const member = await site.signUp()
    await Promise.all(
      ['first new one', 'second new one'].map((each) => change(member, member.password, each)),
    )
    const answers = await Promise.all(
      ['first new one', 'second new one'].map((each) => signIn(member.email, each)),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })
})

async function cookieOfSignIn({ email, password }: Member) {
  const answer = await signIn(email, password)
  return [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => String(line).split(';', 1)[0])
    .join('; ')
}

describe('confirming an address', () => {
  test('works once, on another device, and signs nobody in', async () => {
    const member = await site.signUp()
    const mail = await mailTo(member.email, subjects.confirm)
    expect(mail.links.join(' ')).toContain(`${site.config.publicUrl}/auth/callback#type=signup&token=`)
    const token = tokenIn(mail)
    const answer = await post('verify-email', { token })
    expect(answer).toMatchObject({ status: 200, body: { success: true, isSignedIn: false } })
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(await viewer(member)).toMatchObject({ emailVerified: true })
    expect(await post('verify-email', { token })).toMatchObject({
      status: 400,
      body: { code: 'link_expired' },
    })
  })

  test('says so to the person who is signed in, and only to them', async () => {
    const [member, stranger] = [await site.signUp(), await site.signUp()]
    const strangers = await post(
      'verify-email',
      { token: await tokenOf(stranger.email, subjects.confirm) },
      member,
    )
    expect(strangers.body).toMatchObject({ isSignedIn: false })
    const own = await post('verify-email', { token: await tokenOf(member.email, subjects.confirm) }, member)
    expect(own.body).toMatchObject({ isSignedIn: true })
  })

  test('is asked for again by a mail on request, until it is done', async () => {
    const member = await site.signUp()
    const first = await tokenOf(member.email, subjects.confirm)
    await post('send-verification-email', {}, member)
    const second = await vi.waitFor(async () => {
      const token = await tokenOf(member.email, subjects.confirm)
      expect(token).not.toBe(first)
      return token
    }, 30_000)
    expect((await post('verify-email', { token: second })).status).toBe(200)
    const before = (await site.outbox()).length
    expect((await post('send-verification-email', {}, member)).status).toBe(200)
    await recoveryToken(member.email)
    expect((await site.outbox()).length).toBe(before + 1)
  })
})

describe('changing the address', () => {
  const change = (as: Member, newEmail: string) => post('admin-update-email', { userId: as.id, newEmail }, as)

  test('holds at once, asks the new one to confirm and tells the old one', async () => {
    const member = await site.signUp()
    await post('verify-email', { token: await tokenOf(member.email, subjects.confirm) })
    expect(await change(member, 'New.Home@Example.org')).toMatchObject({
      status: 200,
      body: { success: true, user: { id: member.id, email: 'new.home@example.org' } },
    })
    expect(await viewer(member)).toMatchObject({ email: 'new.home@example.org', emailVerified: false })
    expect((await signIn('new.home@example.org', member.password)).status).toBe(200)
    expect((await signIn(member.email, member.password)).status).toBe(401)
    const told = await mailTo(member.email, subjects.changed)
    expect(`${told.text}${told.html}`).not.toContain('new.home@example.org')

    await post('request-password-reset', { email: 'new.home@example.org' })
    const mail = await mailTo(member.email, /set a new password|reset|forgot/i)
    expect(mail.links.join(' ')).toContain('/auth/update-password')
    const token = await tokenOf('new.home@example.org', subjects.confirm)
    expect((await post('verify-email', { token })).status).toBe(200)
    expect(await viewer(member)).toMatchObject({ emailVerified: true })
  })

  test('is undone from the old one: nobody stays in, and neither the password nor what was added since counts', async () => {
    const member = await site.signUp()
    await post('verify-email', { token: await tokenOf(member.email, subjects.confirm) })
    await change(member, 'taken-over@example.org')
    const begun = await site.call<{ secret: string }>({
      method: 'POST',
      path: '/api/auth/factors/enroll',
      body: { password: member.password },
      as: member,
    })
    const on = await post('factors/verify', { code: codeOf(begun.body.secret) }, member)
    expect(on.status).toBe(200)
    const token = await tokenOf(member.email, subjects.changed)
    expect((await post('undo-email-change', { token })).status).toBe(200)
    expect(await isIn(member)).toBe(false)
    expect((await signIn('taken-over@example.org', member.password)).status).toBe(401)
    expect((await signIn(member.email, member.password)).status).toBe(401)
    const recovering = await tokenOf(member.email, /set a new password|reset|forgot/i)
    const reset = await post('reset-password', { token: recovering, newPassword: 'mine again' })
    expect(reset.body).toEqual({ user: { id: member.id } })
    expect((await post('undo-email-change', { token })).body.code).toBe('link_expired')
  })

  test.each([
    ['keeps', '8 days', 1],
    ['removes', '6 days', 0],
  ])('undone, it %s ways to sign in that were added %s before', async (_, age, left) => {
    const member = await site.signUp()
    await post('verify-email', { token: await tokenOf(member.email, subjects.confirm) })
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
    await post('undo-email-change', { token: await tokenOf(member.email, subjects.changed) })
    const { rows } = await site.pool.query(
      `select (select count(*)::int from accounts where user_id = $1) as identities,
         (select count(*)::int from two_factors where user_id = $1) as factors`,
      [member.id],
    )
    expect(rows).toEqual([{ identities: left, factors: left }])
  })

  test('tells nobody at an address that was never confirmed: it may be a stranger’s', async () => {
    const member = await site.signUp()
    await change(member, 'spelled-right@example.org')
    await tokenOf('spelled-right@example.org', subjects.confirm)
    const subjectsSent = (await site.outbox())
      .filter((mail) => mail.to === member.email)
      .map((mail) => mail.subject)
    expect(subjectsSent.filter((subject) => subjects.changed.test(subject))).toEqual([])
  })

  test('to one that somebody has is refused, whoever gets there first', async () => {
    const [one, other] = [await site.signUp(), await site.signUp()]
    expect(await change(one, other.email.toUpperCase())).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
    const answers = await Promise.all([one, other].map((each) => change(each, 'wanted@example.org')))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  })

  test('to the same one is no change', async () => {
    const member = await site.signUp()
    expect(await change(member, member.email.toUpperCase())).toMatchObject({
      status: 400,
      body: { error: 'Email address is already set to this value.' },
    })
    const put = await site.call({
      method: 'PUT',
      path: `/api/users/${member.id}`,
      body: { email: member.email },
      as: member,
    })
    expect(put).toMatchObject({ status: 200, body: { user: { email: member.email } } })
  })

  test('of somebody else is refused, by every call that could', async () => {
    const [member, stranger] = [await site.signUp(), await site.signUp()]
    const newEmail = 'stolen@example.org'
    for (const path of ['admin-update-email', 'direct-update-email'])
      expect((await post(path, { userId: member.id, newEmail }, stranger)).status).toBe(403)
    const put = await site.call({
      method: 'PUT',
      path: `/api/users/${member.id}`,
      body: { email: newEmail },
      as: stranger,
    })
    expect(put.status).toBe(403)
    expect(await viewer(member)).toMatchObject({ email: member.email })
  })
})
