import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { findMail } from '#tests/support/account.ts'
import { startTestApp } from '#tests/support/test-app.ts'

test('no log has the token of a moderation email, reporters’ texts, or the operator’s address', async () => {
  const REPORTS_TO = 'operator@example.org'
  const logTo = new PassThrough()
  const lines: string[] = []
  logTo.on('data', (chunk) => lines.push(String(chunk)))
  const site = await startTestApp({ jobs: true, logTo, settings: { LOG_LEVEL: 'trace', REPORTS_TO } })

  const { id: creatorId } = await site.signUp()
  const reporterText = 'My street is on page 2'
  expect((await site.post('/api/reports', { creatorId, reason: 'private', words: reporterText })).status).toBe(202)
  const { text } = await findMail(site, REPORTS_TO, /^Reported/)
  const token = /token=([\w-]{43})/.exec(text)?.[1] ?? ''
  expect((await site.post('/api/reports/email', { token })).status).toBe(200)
  expect((await site.post('/api/reports/email/decide', { token, act: 'keep' })).status).toBe(200)
  await site.close()

  const log = lines.join('')
  expect(log).toContain('/api/reports/email/decide')
  expect(log).toContain('saved an email to the outbox')
  for (const secret of [token, token.slice(0, 20), reporterText, REPORTS_TO]) expect(log).not.toContain(secret)
})
