import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { startJobs } from '#server/db/jobs.ts'
import { findInOutbox, listOutbox, outboxFolder } from '#server/mail/outbox.ts'
import { receivedMail } from '#tests/support/received-mail.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'

test('no log has the token of a letter, nor what reporters wrote, nor who decides', async () => {
  const { pool } = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'foldout-test-'))
  const REPORTS_TO = 'operator@example.org'
  const config = readConfig({
    ...{ DATA_DIR: dataDir, SECRET: 'x'.repeat(32), LOG_LEVEL: 'trace', RATE_LIMITS: 'off', REPORTS_TO },
  })
  const logTo = new PassThrough()
  const lines: string[] = []
  logTo.on('data', (chunk) => lines.push(String(chunk)))
  const { app, taskList, crontab } = await buildApp({ config, pool, pages: false, logTo })
  const jobs = await startJobs(pool, taskList, crontab, app.log)
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })

  const body = { email: 'maker@example.org', password: 'correct horse', name: 'maker', username: 'maker' }
  const signedUp = await post('/api/auth/sign-up/email', body)
  const [{ value = '' } = {}] = signedUp.cookies
  const headers = { cookie: `foldout.session_token=${encodeURIComponent(value)}` }
  await app.inject({ method: 'POST', url: '/api/users/create-profile', payload: {}, headers })
  const words = 'My street is on page 2'
  const report = { creatorId: signedUp.json().user.id, reason: 'private', words }
  expect((await post('/api/reports', report)).statusCode).toBe(202)
  const letter = async () => {
    const names = await listOutbox(outboxFolder(config))
    const files = await Promise.all(names.map((name) => findInOutbox(outboxFolder(config), name)))
    const mails = await Promise.all(files.filter((file) => file !== undefined).map(receivedMail))
    return mails.find(({ to }) => to === REPORTS_TO)
  }
  await expect.poll(letter).toBeDefined()
  const token = /token=([\w-]{43})/.exec((await letter())?.text ?? '')?.[1] ?? ''
  expect((await post('/api/reports/letter', { token })).statusCode).toBe(200)
  expect((await post('/api/reports/letter/decide', { token, act: 'keep' })).statusCode).toBe(200)
  await jobs.stop()
  await app.close()
  await pool.end()
  await rm(dataDir, { recursive: true, force: true })

  const log = lines.join('')
  expect(log).toContain('/api/reports/letter/decide')
  expect(log).toContain('a mail was written to the outbox')
  for (const secret of [token, token.slice(0, 20), words, REPORTS_TO]) expect(log).not.toContain(secret)
})
