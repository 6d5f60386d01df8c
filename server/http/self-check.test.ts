import { expect, test } from 'vitest'
import { openTestApp } from '#tests/support/test-app.ts'
import { identifyDatabase, selfCheckHeader, selfCheckPath, signAnswer, signQuestion } from './self-check.ts'

const site = await openTestApp({ settings: { TRUST_PROXY: 'true' } })

const ask = (question: string, headers: Record<string, string> = {}) =>
  site.call({ path: selfCheckPath, headers: { [selfCheckHeader]: question, ...headers }, from: '10.0.0.1' })

test('the site proves that it knows its secret and its database, and says how the request arrived', async () => {
  const forwarded = { 'x-forwarded-for': '192.0.2.7, 198.51.100.2', 'x-forwarded-proto': 'https' }
  const { status, body, headers } = await ask(signQuestion(site.config, 'nonce'), forwarded)
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toMatchObject({ address: '198.51.100.2', scheme: 'https', forwarded: 2, trusted: 1 })
  expect(body.site).toBe(signAnswer(site.config, 'nonce'))
  expect(body.database).toBe(signAnswer(site.config, 'nonce', await identifyDatabase(site.pool)))
  expect(new Set([body.site, body.database, signQuestion(site.config, 'nonce').split('.')[1]]).size).toBe(3)
})

test('there is no such page for anyone without the secret', async () => {
  const other = { secret: 'x'.repeat(32) }
  for (const question of ['', 'nonce', 'nonce.', '.', `other.${signQuestion(site.config, 'nonce').split('.')[1]}`])
    expect((await ask(question)).status, question).toBe(404)
  expect((await ask(signQuestion(other, 'nonce'))).status).toBe(404)
  expect((await site.get(selfCheckPath)).status).toBe(404)
})
