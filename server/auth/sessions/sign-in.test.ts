import { beforeEach, describe, expect, test } from 'vitest'
import { findMail, signInFromNewBrowser } from '#tests/support/account.ts'
import { createBrowser } from '#tests/support/browser-cookies.ts'
import { openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp({ jobs: true, settings: { RATE_LIMITS: 'on' } })

const mailed = async (address: string, subject: RegExp) =>
  (await site.outbox()).filter((mail) => mail.to === address && subject.test(mail.subject))

describe('a sign-in', () => {
  test('from a device that is new to the account is reported by email once', async () => {
    const member = await site.signUp()
    const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
    const { response, browser } = await signInFromNewBrowser(site, member, agent)
    expect(response.status).toBe(200)
    const { email, password } = member
    for (const each of [createBrowser(site, member), browser])
      expect((await each.auth('sign-in/email', { email, password })).status).toBe(200)
    expect((await findMail(site, email, /^New sign-in/)).text).toContain('Firefox on Linux')
    expect(await mailed(email, /sign-in|signed in/i)).toHaveLength(1)
  })

  test('with a wrong password is not reported', async () => {
    const member = await site.signUp()
    expect((await signInFromNewBrowser(site, { ...member, password: 'a wrong guess' })).response.status).toBe(401)
    expect(await site.sql('select from known_devices where user_id = $1', member.id)).toHaveLength(1)
  })
})

test('a second factor that is required without being there, because its setup broke off, does not lock out', async () => {
  const member = await site.signUp()
  await site.sql('update users set two_factor_enabled = true where id = $1', member.id)
  const { response, as } = await signInFromNewBrowser(site, member)
  expect(response.body).toMatchObject({ user: { id: member.id } })
  expect((await site.get('/api/auth/session', as)).status).toBe(200)
})

describe('limits hold for', () => {
  beforeEach(() => site.sql('delete from rate_limit_points'))

  test('reset links: an address is mailed three times an hour, and the answer does not say so', async () => {
    const { email, id } = await site.signUp()
    for (let times = 0; times < 5; times++) {
      const response = await site.auth('request-password-reset', { email })
      expect(response).toMatchObject({ status: 200, body: { success: true } })
    }
    await expect.poll(() => mailed(email, /^Set a new password/)).toHaveLength(3)
    const recoveryLink = `select from mail_links where purpose = 'recovery' and user_id = $1`
    expect((await site.sql(recoveryLink, id)).length).toBeLessThanOrEqual(3)
  })

  test('the current password, when it is changed', async () => {
    const member = await site.signUp()
    const change = (currentPassword: string) =>
      site.auth('change-password', { currentPassword, newPassword: 'something new' }, member)
    for (let times = 0; times < 10; times++) expect((await change('a guess')).status).toBe(400)
    expect((await change(member.password)).status).toBe(429)
  })
})
