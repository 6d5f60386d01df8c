import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { head, openConnection } from '#tests/support/raw-connection.ts'
import { createTestDatabase } from '#tests/support/test-database.ts'

async function startLogged(settings: Record<string, string> = {}) {
  const { pool } = await createTestDatabase()
  const config = readConfig({
    DATA_DIR: '/tmp',
    SECRET: 'x'.repeat(32),
    LOG_LEVEL: 'trace',
    RATE_LIMITS: 'off',
    ...settings,
  })
  const logTo = new PassThrough()
  const lines: string[] = []
  logTo.on('data', (chunk) => lines.push(String(chunk)))
  const { app } = await buildApp({ config, pool, pages: false, logTo })
  return { app, pool, lines }
}

test('the log has one line with the id of each request, and nothing that anybody typed or holds', async () => {
  const { app, pool, lines } = await startLogged()
  const body = {
    email: 'secret.person@example.org',
    password: 'hunter22hunter',
    name: 'x',
    username: 'quietperson',
  }
  const signedUp = await app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload: body })
  const [{ value: token = '' } = {}] = signedUp.cookies
  await app.inject({
    method: 'POST',
    url: '/api/auth/sign-in/email',
    payload: { ...body, password: 'wrong hunter' },
  })
  await app.inject({ url: '/api/auth/user', headers: { cookie: `foldout.session_token=${token}` } })
  const searched = await app.inject({ url: '/api/search/zines?search=private+thoughts' })
  const log = lines.join('')
  expect(log).toContain(searched.headers['x-request-id'])
  expect(log.match(/"msg":"answered"/g)).toHaveLength(4)
  for (const secret of [
    body.email,
    body.password,
    'wrong hunter',
    token,
    token.slice(0, 20),
    'private',
    'quietperson',
  ]) {
    expect(log).not.toContain(secret)
  }
  await app.close()
  await pool.end()
})

test('the log has no id of an upload', async () => {
  const { app, pool, lines } = await startLogged()
  const id = '0123456789abcdef'.repeat(2)
  const spellings = ['', '/media', `/?/${id}`, `/../${id}`, `//${id}`, `%2f..%2f${id}`]
  for (const spelling of spellings)
    await app.inject({ method: 'PATCH', url: `/api/uploads/${id}${spelling}` })
  expect(lines.join('')).toContain('"path":"/api/uploads/:uploadId/media"')
  expect(lines.join('')).not.toContain(id)
  await app.close()
  await pool.end()
})

test('an error of the database is logged without the values of its rows', async () => {
  const { app, pool, lines } = await startLogged()
  const insert = `insert into users (email, username, username_key) values ('kept@example.org', 'kept', 'kept')`
  app.get('/twice', async () => {
    await pool.query(insert)
    await pool.query(insert)
  })
  const answer = await app.inject({ url: '/twice' })
  expect(answer).toMatchObject({ statusCode: 500 })
  expect(answer.body).not.toMatch(/kept|users_/)
  expect(lines.join('')).toContain('users_email_unique')
  expect(lines.join('')).not.toContain('kept@example.org')
  await app.close()
  await pool.end()
})

test('a proxy’s request id is kept when it is one, and replaced when it is not', async () => {
  const { app, pool } = await startLogged({ TRUST_PROXY: 'true' })
  const answered = async (id: string) =>
    (await app.inject({ url: '/healthz', headers: { 'x-request-id': id } })).headers['x-request-id']
  expect(await answered('edge-0123456789')).toBe('edge-0123456789')
  expect(await answered('"><script>')).not.toContain('<')
  await app.close()
  await pool.end()
})

test('a visitor does not choose the id that the log has of them', async () => {
  const { app, pool } = await startLogged()
  const { headers } = await app.inject({ url: '/healthz', headers: { 'x-request-id': 'edge-0123456789' } })
  expect(headers['x-request-id']).not.toBe('edge-0123456789')
  await app.close()
  await pool.end()
})

test('a refusal is logged with its code', async () => {
  const { app, pool, lines } = await startLogged()
  await app.inject({ url: '/api/projects/mine' })
  await app.inject({ method: 'POST', url: '/api/zines', headers: { 'sec-fetch-site': 'cross-site' } })
  const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
  expect(answered.map(({ status, code }) => [status, code])).toEqual([
    [401, 'not_signed_in'],
    [403, 'foreign_origin'],
  ])
  await app.close()
  await pool.end()
})

test('who breaks off in the middle of a body does not fill the log', async () => {
  const { app, pool, lines } = await startLogged()
  const connection = await openConnection(await app.listen({ port: 0, host: '127.0.0.1' }))
  const headers = { 'content-type': 'application/json', 'content-length': 100, expect: '100-continue' }
  connection.say(head('POST /api/auth/sign-in/email', headers))
  await expect.poll(() => connection.statuses()).toEqual([100])
  connection.end()
  await connection.closed
  const left = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  await expect.poll(left).toBe(0)
  await app.inject({ url: '/healthz' })
  expect(lines.join('')).not.toContain('request failed')
  await app.close()
  await pool.end()
})
