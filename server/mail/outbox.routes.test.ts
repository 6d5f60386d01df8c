import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { openMailer } from './mailer.ts'
import { listOutbox } from './outbox.ts'

const dataDir = createTestFolder()
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
const { pool } = await createTestDatabase()
const { app: development } = await buildApp({ config, pool, dev: true, pages: false })
const { app: production } = await buildApp({ config, pool, pages: false })
afterAll(async () => {
  for (const app of [development, production]) await app.close()
  await pool.end()
})

async function sendMail(messageId: string) {
  const mailer = openMailer({
    config: {
      dataDir,
      publicUrl: 'http://localhost',
      smtpUrl: undefined,
      mailFrom: { name: '', address: 'desk@zines.example' },
    },
    log: { info: () => undefined },
  })
  const text = 'Go to https://zines.example/auth#token=abc & see'
  const html = '<p class="x">Go "there" &amp; see</p><script>alert(1)</script>'
  await mailer.send({ to: 'ana@example.org', subject: `<b>${messageId}</b>`, text, html, messageId })
}

test('an empty outbox says so, and newer mails are listed above older ones', async () => {
  expect((await development.inject('/dev/outbox')).body).toContain('No mail yet')
  await sendMail('older')
  await sendMail('newer')
  const { body, headers } = await development.inject('/dev/outbox')
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
  expect(body.indexOf('newer')).toBeGreaterThan(0)
  expect(body.indexOf('newer')).toBeLessThan(body.indexOf('older'))
  expect(body).not.toContain('<b>')
})

test('a mail is shown as text, with its links, and as HTML in a frame that may do nothing', async () => {
  await sendMail('shown')
  const [name] = await listOutbox(join(dataDir, 'outbox'))
  const { body, headers } = await development.inject(`/dev/outbox/${name}`)
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  expect(body).toContain('<iframe title="The mail as HTML" sandbox srcdoc="&#60;p class=&#34;x&#34;&#62;')
  expect(body).toContain('<a href="https://zines.example/auth#token=abc">')
  expect(body).not.toContain('<script')
})

test.each(['absent.eml', '..%2Fsecret', '..%2f..%2fsecret.eml', '%00.eml', '.hidden.eml'])(
  'the mail %s is not found',
  async (name) => {
    expect((await development.inject(`/dev/outbox/${name}`)).statusCode).toBe(404)
  },
)

test('the page exists only in development', async () => {
  expect((await production.inject('/dev/outbox')).statusCode).toBe(404)
})
