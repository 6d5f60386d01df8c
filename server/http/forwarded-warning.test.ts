import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/test-database.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config/config.ts'

/** How often TRUST_PROXY is named in the log after these visits. */
async function warningsAfter(TRUST_PROXY: string, visits: { from: string; forwarded?: string }[]) {
  const { pool } = await createTestDatabase()
  const config = readConfig({ SECRET: 'x'.repeat(32), DATA_DIR: '/tmp', TRUST_PROXY })
  const logTo = new PassThrough()
  let logged = ''
  logTo.on('data', (text) => {
    logged += text
  })
  const { app } = await buildApp({ config, pool, pages: false, logTo })
  for (const { from, forwarded } of visits)
    await app.inject({
      url: '/healthz',
      remoteAddress: from,
      headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
    })
  await app.close()
  await pool.end()
  expect(logged).not.toMatch(/203\.0\.113\.9|192\.0\.2\.66/)
  return logged.match(/X-Forwarded-For .* set TRUST_PROXY/g)?.length ?? 0
}

const forwarded = '203.0.113.9'

test('a proxy that nobody named is warned of once', async () => {
  expect(await warningsAfter('false', Array(3).fill({ from: '127.0.0.1', forwarded }))).toBe(1)
  expect(
    await warningsAfter('10.0.0.0/8', [
      { from: '10.0.0.1', forwarded },
      { from: '192.0.2.66', forwarded },
    ]),
  ).toBe(1)
})

test('one that was named is not, nor is a visitor without a proxy', async () => {
  expect(await warningsAfter('true', [{ from: '127.0.0.1', forwarded }])).toBe(0)
  expect(await warningsAfter('10.0.0.0/8', [{ from: '10.0.0.1', forwarded }])).toBe(0)
  expect(await warningsAfter('false', [{ from: '127.0.0.1' }])).toBe(0)
})
