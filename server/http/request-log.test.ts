import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { totpCode } from '#tests/support/authenticator.ts'
import { startOidcProvider } from '#tests/support/oidc-provider.ts'
import { countConnections, openRawConnection, requestHead } from '#tests/support/raw-connection.ts'
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
  onTestFinished(async () => {
    await app.close()
    await pool.end()
  })
  return { app, pool, lines }
}

test('the log has one line with the ID of each request, and no user input or secrets', async () => {
  const { app, lines } = await startLogged()
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
})

test('the log has no id of an upload', async () => {
  const { app, lines } = await startLogged()
  const id = '0123456789abcdef'.repeat(2)
  const spellings = ['', '/media', `/?/${id}`, `/../${id}`, `//${id}`, `%2f..%2f${id}`]
  for (const spelling of spellings) await app.inject({ method: 'PATCH', url: `/api/uploads/${id}${spelling}` })
  await app.inject({ method: 'PATCH', url: `/%61pi/%75ploads/${id}` })
  expect(lines.join('')).toContain('"path":"/api/uploads/:uploadId/media"')
  expect(lines.join('')).not.toContain(id)
})

test('an error of the database is logged without the values of its rows', async () => {
  const { app, pool, lines } = await startLogged()
  const insert = `insert into users (email, username, username_key) values ('kept@example.org', 'kept', 'kept')`
  app.get('/twice', async () => {
    await pool.query(insert)
    await pool.query(insert)
  })
  const response = await app.inject({ url: '/twice' })
  expect(response).toMatchObject({ statusCode: 500 })
  expect(response.body).not.toMatch(/kept|users_/)
  expect(lines.join('')).toContain('users_email_unique')
  expect(lines.join('')).not.toContain('kept@example.org')
})

test.each(['true', 'false'])('clients cannot choose a request ID, with TRUST_PROXY=%s', async (TRUST_PROXY) => {
  const { app, lines } = await startLogged({ TRUST_PROXY })
  const id = 'chosen-0123456789'
  const headers = { 'x-request-id': id, 'request-id': id, 'x-correlation-id': id }
  expect((await app.inject({ url: '/healthz', headers })).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(lines.join('')).not.toContain(id)
})

test('a refusal is logged with its code', async () => {
  const { app, lines } = await startLogged()
  await app.inject({ url: '/api/projects/mine' })
  await app.inject({ method: 'POST', url: '/api/zines', headers: { 'sec-fetch-site': 'cross-site' } })
  const answeredLines = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
  expect(answeredLines.map(({ status, code }) => [status, code])).toEqual([
    [401, 'not_signed_in'],
    [403, 'foreign_origin'],
  ])
})

test('clients that disconnect during a body do not fill the log', async () => {
  const { app, lines } = await startLogged()
  const connection = await openRawConnection(await app.listen({ port: 0, host: '127.0.0.1' }))
  const headers = { 'content-type': 'application/json', 'content-length': 100, expect: '100-continue' }
  connection.write(requestHead('POST /api/auth/sign-in/email', headers))
  await expect.poll(() => connection.statuses()).toEqual([100])
  connection.end()
  await connection.closed
  await expect.poll(() => countConnections(app)).toBe(0)
  await app.inject({ url: '/healthz' })
  expect(lines.join('')).not.toContain('request failed')
})

type Line = {
  path: string
  status: number
  member?: string
  event?: string
  factor?: string
  outcome?: string
}

test('the log records writes and sign-ins with member ID, method and result, and no reads', async () => {
  const { app, lines } = await startLogged()
  const person = { email: 'who.is@example.org', password: 'a quiet horse', name: 'x', username: 'whoisthis' }
  const post = (path: string, payload: object, cookie = '') =>
    app.inject({ method: 'POST', url: `/api/${path}`, payload, headers: { cookie } })
  const signedUp = await post('auth/sign-up/email', person)
  const { id } = signedUp.json().user
  const headerOf = ({ cookies }: typeof signedUp) =>
    cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  const cookie = headerOf(signedUp)
  await app.inject({ url: '/api/auth/user', headers: { cookie } })
  await post('workspace/projects', { title: 'Mine' }, cookie)
  const { email, password } = person
  await post('auth/sign-in/email', { email, password: 'not the one' })
  await post('auth/sign-in/email', { email: 'nobody@example.org', password })
  const enrollment = await post('auth/factors/enroll', { password }, cookie)
  const verified = await post('auth/factors/verify', { code: totpCode(enrollment.json().secret) }, cookie)
  const [recoveryCode] = verified.json().recoveryCodes
  const challenged = await post('auth/sign-in/email', { email, password })
  await post('auth/factors/verify', { code: '000000' }, headerOf(challenged))
  const signedInCookie = headerOf(await post('auth/factors/verify', { code: recoveryCode }, headerOf(challenged)))
  const newEmail = 'who.was@example.org'
  await post('auth/admin-update-email', { newEmail }, signedInCookie)
  const change = { currentPassword: password, newPassword: 'a louder horse' }
  const renewedCookie = headerOf(await post('auth/change-password', change, signedInCookie))
  await post('auth/request-password-reset', { email: newEmail })
  await post('auth/sign-out', {}, renewedCookie)

  const answeredLines: Line[] = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
  const securityEvents = answeredLines.map(({ member, event, factor, outcome }) => [event, factor, outcome, member])
  expect(securityEvents).toEqual([
    ['sign-up', 'password', 'done', id],
    [undefined, undefined, undefined, undefined],
    [undefined, undefined, undefined, id],
    ['sign-in', 'password', 'refused', id],
    ['sign-in', 'password', 'refused', undefined],
    [undefined, undefined, undefined, id],
    ['factor-on', 'code', 'done', id],
    ['sign-in', 'password', 'code needed', id],
    ['sign-in', 'code', 'refused', id],
    ['sign-in', 'recovery code', 'done', id],
    ['email-change', undefined, 'done', id],
    ['password-change', 'password', 'done', id],
    ['recovery-requested', undefined, 'done', undefined],
    ['sign-out', undefined, 'done', id],
  ])
  for (const secret of [email, newEmail, person.username, password, recoveryCode, 'nobody@'])
    expect(lines.join('')).not.toContain(secret)
})

test('the log records which provider a member signed in through, and failed provider sign-ins', async () => {
  const publicUrl = 'http://localhost:3000'
  const provider = await startOidcProvider(`${publicUrl}/api/auth/callback/oidc`)
  const { app, pool, lines } = await startLogged({ ...provider.settings, PUBLIC_URL: publicUrl })
  provider.state.user = {
    sub: 'paper',
    email: 'paper@elsewhere.example',
    email_verified: true,
    name: 'Paper',
  }
  const signInWithProvider = async () => {
    const payload = { provider: 'oidc' }
    const signInStart = await app.inject({ method: 'POST', url: '/api/auth/sign-in/social', payload })
    const callbackUrl = await provider.followRedirects(signInStart.json().url)
    const cookie = signInStart.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
    await app.inject({ url: callbackUrl.pathname + callbackUrl.search, headers: { cookie } })
  }
  await signInWithProvider()
  provider.state.deniesAccess = true
  provider.state.user = { sub: 'another' }
  await signInWithProvider()
  const { rows } = await pool.query('select id from users')
  const events = lines.map((line) => JSON.parse(line)).filter(({ event }) => event)
  expect(events).toMatchObject([
    { event: 'sign-in', factor: 'provider', outcome: 'done', member: rows[0].id },
    { event: 'sign-in', factor: 'provider', outcome: 'refused' },
  ])
  expect(lines.join('')).not.toContain('paper@')
  await provider.stop()
})

/** How often the log mentions TRUST_PROXY after requests from these addresses with a proxy's header. */
async function warningsAfter(TRUST_PROXY: string, addresses: string[], forwarded = '203.0.113.9') {
  const { app, lines } = await startLogged({ TRUST_PROXY })
  const headers = forwarded ? { 'x-forwarded-for': forwarded } : {}
  for (const remoteAddress of addresses) await app.inject({ url: '/healthz', remoteAddress, headers })
  expect(lines.join('')).not.toMatch(/203\.0\.113\.9|192\.0\.2\.66/)
  return lines.join('').match(/X-Forwarded-For .* set TRUST_PROXY/g)?.length ?? 0
}

test('an unconfigured proxy is warned about once, and a configured one is not', async () => {
  expect(await warningsAfter('false', Array(3).fill('127.0.0.1'))).toBe(1)
  expect(await warningsAfter('10.0.0.0/8', ['10.0.0.1', '192.0.2.66'])).toBe(1)
  expect(await warningsAfter('true', ['127.0.0.1'])).toBe(0)
  expect(await warningsAfter('10.0.0.0/8', ['10.0.0.1'])).toBe(0)
  expect(await warningsAfter('false', ['127.0.0.1'], '')).toBe(0)
})
