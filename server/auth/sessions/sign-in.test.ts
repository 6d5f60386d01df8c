import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openBrowser } from '#tests/support/browser-cookies.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'

let site: TestApp
beforeAll(async () => {
  site = await startTestApp({ jobs: true, settings: { RATE_LIMITS: 'on' } })
})
afterAll(() => site.close())

type Browser = ReturnType<typeof openBrowser>
const post = (browser: Browser, path: string, body: object, headers: Record<string, string> = {}) =>
  browser.call({ method: 'POST', path: `/api/auth/${path}`, body, headers })
const signIn = (browser: Browser, { email }: Member, password: string) =>
  post(browser, 'sign-in/email', { email, password })
const forgetLimits = () => site.pool.query('delete from rate_limit_points')

/** The browser somebody registered with. */
const ownBrowser = (member: Member) => openBrowser(site, member)

describe('a sign-in', () => {
  test('from a browser that is new to the account is told by mail, once', async () => {
    const member = await site.signUp()
    const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
    const elsewhere = openBrowser(site)
    const body = { email: member.email, password: member.password }
    for (let times = 0; times < 2; times++) {
      expect((await post(elsewhere, 'sign-in/email', body, agent)).status).toBe(200)
      expect((await post(ownBrowser(member), 'sign-in/email', body)).status).toBe(200)
    }
    const told = async () =>
      (await site.outbox()).filter(
        (mail) => mail.to === member.email && /sign-in|signed in/i.test(mail.subject),
      )
    await vi.waitFor(async () => expect(await told()).toHaveLength(1), 10_000)
    expect((await told())[0]?.text).toContain('Firefox on Linux')
  })

  test('is not told of by guessing: a wrong password is nobody’s sign-in', async () => {
    const member = await site.signUp()
    expect((await signIn(openBrowser(site), member, 'a wrong guess')).status).toBe(401)
    const { rows } = await site.pool.query(
      'select count(*)::int as known from known_devices where user_id = $1',
      [member.id],
    )
    expect(rows).toEqual([{ known: 1 }])
  })
})

describe('whoever guesses a password', () => {
  test('is told to wait after ten tries, and a forged address does not help', async () => {
    await forgetLimits()
    const member = await site.signUp()
    const guess = (index: number) =>
      post(
        openBrowser(site),
        'sign-in/email',
        { email: member.email, password: `guess ${index}` },
        {
          'x-forwarded-for': `203.0.113.${index}`,
          'x-real-ip': `203.0.113.${index}`,
          forwarded: `for=203.0.113.${index}`,
        },
      )
    for (let index = 0; index < 10; index++) expect((await guess(index)).status).toBe(401)
    const refused = await guess(10)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(600)
    expect(refused.body.error).toContain('15 minutes')
  })

  test('does not lock the person out of a browser they have used', async () => {
    await forgetLimits()
    const member = await site.signUp()
    for (let index = 0; index < 12; index++) await signIn(openBrowser(site), member, `guess ${index}`)
    expect((await signIn(openBrowser(site), member, member.password)).status).toBe(429)
    expect((await signIn(ownBrowser(member), member, member.password)).status).toBe(200)
  })

  test('cannot get round it by the name or the case of the address', async () => {
    await forgetLimits()
    const member = await site.signUp('guessed_at')
    for (let index = 0; index < 10; index++)
      await signIn(openBrowser(site), { ...member, email: member.email.toUpperCase() }, `guess ${index}`)
    const { body } = await site.call<{ email: string }>({
      method: 'POST',
      path: '/api/users/get-email-by-username',
      body: { username: 'guessed_at' },
    })
    expect((await signIn(openBrowser(site), { ...member, email: body.email }, 'guess')).status).toBe(429)
  })

  test('of many accounts from one address is told to wait as well', async () => {
    await forgetLimits()
    const statuses: number[] = []
    for (let index = 0; index < 55; index++) {
      const body = { email: `nobody${index}@example.org`, password: 'password of all' }
      statuses.push((await post(openBrowser(site), 'sign-in/email', body)).status)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(50)
    expect(statuses.slice(50)).toEqual(Array(5).fill(429))
  })

  test('has no more tries by making them at the same moment', async () => {
    await forgetLimits()
    const member = await site.signUp()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => signIn(openBrowser(site), member, `guess ${index}`)),
    )
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(20)
  })
})

describe('limits hold for', () => {
  test('reset links: an address is mailed three times an hour, and the answer does not say so', async () => {
    await forgetLimits()
    const member = await site.signUp()
    for (let times = 0; times < 5; times++) {
      const answer = await post(openBrowser(site), 'request-password-reset', { email: member.email })
      expect(answer).toMatchObject({ status: 200, body: { success: true } })
    }
    const { rows } = await site.pool.query(
      "select count(*)::int as made from mail_links where purpose = 'recovery' and user_id = $1",
      [member.id],
    )
    await vi.waitFor(async () => {
      const sent = (await site.outbox()).filter(
        (mail) => mail.to === member.email && mail.links.join().includes('update-password'),
      )
      expect(sent).toHaveLength(3)
    }, 10_000)
    expect(rows[0].made).toBeLessThanOrEqual(3)
  })

  test('the current password, when it is changed', async () => {
    await forgetLimits()
    const member = await site.signUp()
    const browser = ownBrowser(member)
    const change = (currentPassword: string) =>
      post(browser, 'change-password', { currentPassword, newPassword: 'something new' })
    for (let times = 0; times < 10; times++) expect((await change('a guess')).status).toBe(400)
    expect((await change(member.password)).status).toBe(429)
  })
})
