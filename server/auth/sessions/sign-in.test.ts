import { afterAll, describe, expect, test, vi } from 'vitest'
import { openBrowser } from '#tests/support/browser-cookies.ts'
import { type Member, startTestApp } from '#tests/support/test-app.ts'

const site = await startTestApp({ jobs: true, settings: { RATE_LIMITS: 'on' } })
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
    }, 30_000)
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
