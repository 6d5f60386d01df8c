import { afterAll, expect, test } from 'vitest'
import { startMailbox } from '#tests/support/mailbox.ts'
import { createOperator } from '#tests/support/operator.ts'
import { openTestApp, startTestApp } from '#tests/support/test-app.ts'

const mailbox = await startMailbox({ login: { user: 'ana', pass: 'hunter2' } })
afterAll(() => mailbox.close())
const site = await openTestApp({
  settings: { SMTP_URL: mailbox.url, MAIL_FROM: 'Zines <post@zines.example>' },
})
const operator = createOperator(site)

const audited = async () =>
  (await site.db.selectFrom('audit_log').selectAll().execute()).filter(({ act }) => act === 'test mail sent')

test('a test mail arrives once per request, with one line in the audit log without the address', async () => {
  for (const times of [1, 2]) {
    const result = await operator.runAdmin('mail', 'test', 'ana@elsewhere.example', '--as', 'Ben')
    expect(result).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(
        /^127\.0\.0\.1:\d+ accepted an email to ana@elsewhere.example from post@zines.example\./,
      ),
    })
    expect(mailbox.mails).toHaveLength(times)
    const lines = await audited()
    expect(lines).toHaveLength(times)
    expect(lines[0]).toMatchObject({ operator: 'Ben', actor: 'operator' })
    expect(JSON.stringify(lines)).not.toContain('elsewhere')
  }
  const [mail] = mailbox.mails
  expect(mail).toMatchObject({
    subject: 'Test email from Foldout',
    envelope: { to: ['ana@elsewhere.example'] },
  })
  expect(mail?.text).toContain('An operator of this site sent this email')
})

test('a mail server that refuses or cannot be reached is named, with what to check and without its password', async () => {
  const before = (await audited()).length
  mailbox.rejectWith({ code: 550, text: 'no such user' })
  const rejected = await operator.runJson('mail', 'test', 'ana@elsewhere.example')
  expect(rejected).toEqual({
    code: 1,
    error: expect.stringMatching(/^The mail server refused \(.*550.*\)\. Nothing was sent\. Check SMTP_URL \(127/),
  })
  mailbox.rejectWith(undefined)
  await mailbox.stop()
  const { code, err } = await operator.runAdmin('mail', 'test', 'ana@elsewhere.example')
  await mailbox.restart()
  expect(code).toBe(1)
  expect(err).toMatch(/^The mail server could not be reached \(.*ECONNREFUSED.*\)\. Nothing was sent\. Check SMTP_URL/)
  expect(err + JSON.stringify(rejected)).not.toMatch(/hunter2|ana:/)
  expect(await audited()).toHaveLength(before)
})

test.each(['', 'ana', 'ana@', 'a@b.example,c@d.example', 'Ana <ana@b.example>', 'a@b.example\nBcc: x@y.example'])(
  'nothing is sent to %j, which is no address',
  async (address) => {
    const before = mailbox.mails.length
    const { code, err } = await operator.runAdmin('mail', 'test', address)
    expect([code, err]).toEqual([1, expect.stringMatching(/^(.* is not an email address|ADDRESS is needed: ).*\.\n$/s)])
    expect(mailbox.mails).toHaveLength(before)
  },
)

test('without a mail server it says where the file is', async () => {
  const local = await startTestApp()
  const { out } = await createOperator(local).runAdmin('mail', 'test', 'ana@elsewhere.example')
  expect(out).toBe(`SMTP_URL is not set, so the email was saved as a file in ${local.dataDir}/outbox.\n`)
  expect(await local.outbox()).toMatchObject([{ to: 'ana@elsewhere.example' }])
  await local.close()
})
