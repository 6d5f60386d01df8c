import { describe, expect, test } from 'vitest'
import { confirmEmail } from '#tests/support/account.ts'
import { recordStatements } from '#tests/support/recorded-statements.ts'
import { openTestApp } from '#tests/support/test-app.ts'

/** Neither the response nor the work behind it reveals whether an account exists. */

const site = await openTestApp({ settings: { RATE_LIMITS: 'on' } })
const member = await site.signUp()
const recorded = recordStatements(site.pool)

const post = (path: string, body: object, from: string) =>
  site.call({ method: 'POST', path: `/api/auth/${path}`, body, from })
const unknownEmail = 'nobody@example.org'

async function withoutPassword() {
  const { id, email } = await site.signUp()
  await site.sql('delete from accounts where user_id = $1', id)
  return email
}

async function confirmed() {
  const member = await site.signUp()
  await confirmEmail(site, member)
  return member.email
}

describe('a recovery', () => {
  test('is answered alike for every address, after the same statements', async () => {
    const requestReset = (email: string, from: string) => post('request-password-reset', { email }, from)
    const responses = await Promise.all([
      requestReset(member.email, '192.0.2.1'),
      requestReset(unknownEmail, '192.0.2.2'),
    ])
    const [known, unknown] = responses.map(({ status, text }) => ({ status, text }))
    expect(known).toEqual(unknown)
    const usual = await recorded.during(() => requestReset(unknownEmail, '192.0.2.3'))
    expect(usual.join()).toContain('graphile_worker.add_job')
    for (const email of [member.email, await confirmed(), await withoutPassword()])
      expect(await recorded.during(() => requestReset(email, '192.0.2.3'))).toEqual(usual)
  })

  test('starts after the response has been sent', async () => {
    await post('request-password-reset', { email: await confirmed() }, '192.0.2.4')
    const rows = await site.sql(`select run_at > created_at + interval '400 ms' as later from graphile_worker.jobs
       where task_identifier = 'send-account-mail' order by id desc limit 1`)
    expect(rows).toEqual([{ later: true }])
  })

  test('requested too often gets the same response, too', async () => {
    const requestResets = async (email: string) => {
      const texts = []
      for (let times = 0; times < 5; times++)
        texts.push((await post('request-password-reset', { email }, `192.0.2.1${times}`)).text)
      const done = await recorded.during(() => post('request-password-reset', { email }, '192.0.2.19'))
      return { texts, done }
    }
    expect(await requestResets(await confirmed())).toEqual(await requestResets('nobody.else@example.org'))
  })
})

describe('a sign-in with a wrong password', () => {
  const guess = (email: string, password = 'a wrong guess') => post('sign-in/email', { email, password }, '192.0.2.30')
  const accounts = async () => [member.email, await confirmed(), await withoutPassword()]

  test('is answered alike for every address, after the same statements', async () => {
    const usual = await recorded.during(() => guess(unknownEmail))
    const { status, body } = await guess(unknownEmail)
    expect([status, body.error]).toEqual([401, 'Invalid email or password'])
    for (const email of await accounts()) {
      expect(await recorded.during(() => guess(email))).toEqual(usual)
      expect(await guess(email)).toMatchObject({ status, body: { error: body.error, code: body.code } })
    }
  })

  test.each(['a wrong guess', 'a wrong gue\u0301ss'])(
    'takes the same time for every address (%j)',
    async (password) => {
      const emails = [unknownEmail, ...(await accounts())]
      const times = new Map(emails.map((email) => [email, [] as number[]]))
      for (let round = 0; round < 15; round++) {
        await site.sql('delete from rate_limit_points')
        for (const email of emails) {
          const startedCpu = process.cpuUsage()
          await guess(email, password)
          const { user, system } = process.cpuUsage(startedCpu)
          times.get(email)?.push(user + system)
        }
      }
      // Checking a password is nearly all the work: skipped or done twice, it would show as half or double. Compares CPU time,
      // as elapsed time mostly shows what else the machine does.
      const [usual = 0, ...others] = [...times.values()].map(median)
      for (const each of others) expect(Math.max(each / usual, usual / each)).toBeLessThan(1.6)
    },
  )
})

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
