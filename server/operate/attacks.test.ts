import { createHash } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { enqueueJob } from '#server/db/jobs.ts'
import { createOperator } from '#tests/support/operator.ts'
import { callConcurrently, openTestApp, startTestApp } from '#tests/support/test-app.ts'
import { createOperatorBrowser, openOperatorBrowser, printCode } from './operate.testing.ts'
import { operatePages } from './operate-pages.ts'

const logTo = new PassThrough()
let log = ''
logTo.on('data', (chunk) => {
  log += chunk
})
const site = await openTestApp({ settings: { LOG_LEVEL: 'trace', PUBLIC_URL: 'https://zines.example' }, logTo })
const { runAdmin, runJson } = createOperator(site)

const expired = /This link has expired or was used before/
const addresses = operatePages.map(({ path }) => `/operate/${path}`.replace(/\/$/, ''))
const announcement = { command: 'announce', text: 'Hello' }
const hashOf = (code: string) => createHash('sha256').update(code).digest()
const isAnnounced = async () => (await site.sql('select from announcements')).length > 0

test.each(addresses)('%s is closed to guests, members and invented sessions', async (path) => {
  const member = await site.signUp()
  const session = member.cookie.split('session_token=')[1]?.split(';')[0] ?? ''
  const operatorSession = (await openOperatorBrowser(site)).cookie().split('=')[1] ?? ''
  const cookies = [
    '',
    member.cookie,
    `__Host-foldout.operator=${session}`,
    `__Host-foldout.operator=${'a'.repeat(43)}`,
    `__Host-foldout.operator=${await printCode(site)}`,
    `foldout.operator=${operatorSession}`,
    `__Host-foldout.session_token=${operatorSession}`,
  ]
  for (const cookie of cookies) {
    const { status, text } = await site.call({ path, headers: { cookie } })
    expect(status).toBe(401)
    expect(text).not.toContain('<nav')
  }
})

test('a session of an operator is no session of a member', async () => {
  const cookie = (await openOperatorBrowser(site)).cookie()
  expect((await site.call({ path: '/api/auth/session', headers: { cookie } })).status).toBe(401)
})

test('without a session no form acts', async () => {
  const guest = createOperatorBrowser(site)
  const { status } = await guest.post('/operate/announcement', announcement)
  expect([status, await isAnnounced()]).toEqual([401, false])
})

test.each([
  ['another site', { origin: 'https://evil.example' }],
  ['another site, as browsers say', { 'sec-fetch-site': 'cross-site' }],
  ['a subdomain', { origin: 'https://evil.zines.example', 'sec-fetch-site': 'same-site' }],
  ['a page without an origin', { origin: 'null' }],
])('%s cannot send a form, not even with the cookie', async (_who, headers) => {
  const robin = await openOperatorBrowser(site)
  const { status } = await robin.post('/operate/announcement', announcement, headers)
  expect([status, await isAnnounced()]).toEqual([403, false])
  for (const path of ['/operate/end', '/operate/open'])
    expect((await robin.post(path, { code: await printCode(site) }, headers)).status).toBe(403)
  expect((await robin.get('/operate')).status).toBe(200)
})

test('no site can show the pages in a frame, and nothing else may run in them', async () => {
  const robin = await openOperatorBrowser(site)
  for (const path of [...addresses, '/operate/open', '/operate/unknown']) {
    const { headers } = await robin.get(path)
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers['content-security-policy']).not.toContain('unsafe')
    expect(headers['cache-control']).toMatch(/no-store/)
  }
})

test('the cookie is for this host, for requests of this site, and for one run of the browser', async () => {
  const browser = createOperatorBrowser(site)
  const { headers, status } = await browser.open(await printCode(site))
  expect(status).toBe(303)
  expect(headers['set-cookie']).toMatch(
    /^__Host-foldout\.operator=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
})

test('a link opens one browser, once, within ten minutes', async () => {
  const code = await printCode(site)
  const browsers = Array.from({ length: 6 }, () => createOperatorBrowser(site))
  const statuses = await callConcurrently(6, async (n) => (await browsers[n]?.open(code))?.status)
  expect(statuses.sort()).toEqual([303, 400, 400, 400, 400, 400])
  expect((await createOperatorBrowser(site).open(code)).text).toMatch(expired)
  const stale = await printCode(site)
  await site.sql(`update operator_sessions set expires_at = expires_at - interval '10 minutes' where not is_opened`)
  expect(await createOperatorBrowser(site).open(stale)).toMatchObject({
    status: 400,
    text: expect.stringMatching(expired),
  })
  for (const invented of ['', 'x', 'a'.repeat(43), `' or true --`])
    expect((await createOperatorBrowser(site).open(invented)).text).toMatch(expired)
})

test('a session lasts for an hour at most', async () => {
  const robin = await openOperatorBrowser(site)
  await site.sql(`update operator_sessions set expires_at = expires_at - interval '59 minutes'`)
  expect((await robin.get('/operate')).status).toBe(200)
  await site.sql(`update operator_sessions set expires_at = expires_at - interval '1 minute'`)
  expect((await robin.get('/operate')).status).toBe(401)
})

test('a session ends from its page, and all of them by command', async () => {
  const [robin, kim] = [await openOperatorBrowser(site), await openOperatorBrowser(site, 'Kim')]
  const cookie = robin.cookie()
  const { status, headers } = await robin.post('/operate/end', {})
  expect([status, headers.location]).toEqual([303, '/operate/open'])
  expect((await site.call({ path: '/operate', headers: { cookie } })).status).toBe(401)
  expect((await kim.get('/operate')).status).toBe(200)
  const unused = await printCode(site)
  expect((await runAdmin('operate', '--end', '--as', 'Robin')).out).toBe('All sessions and links are ended.\n')
  expect((await kim.get('/operate')).status).toBe(401)
  expect((await createOperatorBrowser(site).open(unused)).status).toBe(400)
  expect(await runJson('operate', '--end', '--as', 'Robin')).toMatchObject({ outcome: 'already' })
})

test('signing everyone out also ends sessions of operators', async () => {
  const robin = await openOperatorBrowser(site)
  await runAdmin('member', 'sign-out', '--all', '--as', 'Robin')
  expect((await robin.get('/operate')).status).toBe(401)
})

test.each(['member export', 'restore', 'backup', 'member reset-two-factor', 'operate', 'toString', '__proto__', ''])(
  'the command “%s” has no form, so it cannot be sent',
  async (command) => {
    const robin = await openOperatorBrowser(site)
    const { id } = await site.signUp()
    for (const path of ['/operate/members', `/operate/members/${id}`, '/operate/backups'])
      for (const target of [{}, { target: id }] as Record<string, string>[])
        expect((await robin.post(path, { command, file: '/tmp/x', folder: '/tmp/x', ...target })).status).toBe(404)
  },
)

test('a form cannot decide what its page decides', async () => {
  const robin = await openOperatorBrowser(site)
  const ana = await site.signUp()
  const printed = { command: 'member reset-password', target: ana.id, print: 'true' }
  expect((await robin.post(`/operate/members/${ana.id}`, printed)).text).not.toContain('#token=')
  const everyone = { command: 'member sign-out', target: ana.id, all: 'true' }
  await robin.post(`/operate/members/${ana.id}`, everyone)
  expect((await robin.get('/operate')).status).toBe(200)
})

test('texts of members cannot add markup', async () => {
  const robin = await openOperatorBrowser(site)
  await runAdmin('announce', `"><img src=x onerror='alert(1)'>`, '--as', '<b>Kim</b>')
  const { text } = await robin.get('/operate/announcement')
  expect(text).toContain('&#60;img')
  expect(text).not.toContain('<img')
  expect((await robin.get('/operate/audit')).text).not.toContain('<b>Kim')
  for (const path of [`/operate/members?search="><script>`, `/operate/members/"><script>`])
    expect((await robin.get(path)).text).not.toMatch(/"><script>/)
})

test('the database and the log contain neither a link nor a session', async () => {
  const code = await printCode(site)
  const robin = createOperatorBrowser(site)
  await robin.open(code)
  await robin.get('/operate/audit')
  await site.audit.flush()
  const token = robin.cookie().split('=')[1] ?? ''
  const rows = await site.sql(
    'select operator_sessions::text as row from operator_sessions union all select audit_log::text from audit_log',
  )
  expect(log.length).toBeGreaterThan(0)
  for (const secret of [code, token]) {
    expect(secret).toHaveLength(43)
    expect(log + JSON.stringify(rows)).not.toContain(secret)
  }
})

test('a body of another type, or with lists, is refused without an error of the server', async () => {
  const robin = await openOperatorBrowser(site)
  const headers = { cookie: robin.cookie(), 'content-type': 'application/json' }
  for (const body of ['[]', 'null', '{"command":["announce"]}', '"x"'])
    expect((await site.call({ method: 'POST', path: '/operate/announcement', headers, body })).status).toBe(404)
  expect((await robin.post('/operate/announcement', { command: 'announce', text: 'a\0b' })).status).toBe(400)
})

test('a guest cannot try links without end', async () => {
  const limited = await startTestApp({ settings: { RATE_LIMITS: 'on' } })
  const guest = createOperatorBrowser(limited)
  for (let tries = 0; tries < 20; tries += 1) expect((await guest.open('x')).status).toBe(400)
  const { status, text } = await guest.open('x')
  expect(status).toBe(429)
  expect(text).toContain('Too many attempts to open a link.')
  expect((await guest.open(await printCode(limited))).status).toBe(303)
  await limited.close()
})

test('others in the network of an operator cannot lock out an open session', async () => {
  const limited = await startTestApp({ settings: { RATE_LIMITS: 'on' } })
  const [robin, guest] = [await openOperatorBrowser(limited), createOperatorBrowser(limited)]
  await guest.get('/operate/open')
  await limited.sql('update rate_limit_points set points = 600')
  expect((await guest.get('/operate/open')).status).toBe(429)
  expect((await robin.get('/operate')).status).toBe(200)
  await limited.sql('update rate_limit_points set points = 600')
  expect((await robin.get('/operate')).status).toBe(429)
  await limited.close()
})

test('a refusal before the pages has their headers too', async () => {
  const robin = await openOperatorBrowser(site)
  const { status, headers } = await robin.post('/operate/announcement', announcement, {
    origin: 'https://evil.example',
  })
  expect(status).toBe(403)
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'/)
  expect(headers).toMatchObject({ 'referrer-policy': 'same-origin', 'cache-control': 'no-store' })
})

test('a cursor that PostgreSQL cannot read is refused', async () => {
  const robin = await openOperatorBrowser(site)
  const id = '00000000-0000-0000-0000-000000000000'
  for (const time of ['-271821-04-20T00:00:00.000Z', '0000-01-01T00:00:00.000Z', '0000-01-01T00:00:00.123456Z'])
    for (const path of ['members', 'zines', 'audit'])
      expect((await robin.get(`/operate/${path}?after=${time}/${id}`)).status).toBe(200)
})

test('names of properties and values of programs are texts like any other', async () => {
  const robin = await openOperatorBrowser(site)
  const ana = await site.signUp()
  const reasons = ['constructor', '__proto__', 'toString', 'true']
  for (const reason of reasons)
    for (const act of ['suspend', 'restore'])
      await robin.post(`/operate/members/${ana.id}`, { command: `member ${act}`, target: ana.id, reason })
  const { status, text } = await robin.get(`/operate/members/${ana.id}`)
  expect(status).toBe(200)
  for (const reason of reasons) expect(text).toContain(`<bdi>${reason}</bdi>`)
})

test('one report email cannot use up the links by email', async () => {
  const settings = { RATE_LIMITS: 'on', REPORTS_TO: 'reports@mail.example' }
  const limited = await startTestApp({ settings })
  const codes = ['a', 'b'].map((letter) => letter.repeat(43))
  for (const code of codes) {
    const { id } = await limited.signUp()
    await limited.sql('insert into moderation_emails (creator_id, token_hash) values ($1, $2)', id, hashOf(code))
  }
  const statuses = async (code = '', times = 0) => {
    const reader = createOperatorBrowser(limited)
    return Promise.all(Array.from({ length: times }, async () => (await reader.open(code)).status))
  }
  expect((await statuses(codes[0], 4)).sort()).toEqual([200, 200, 200, 429])
  expect((await statuses(codes[1], 3)).sort()).toEqual([200, 200, 429])
  await limited.close()
})

test('a link by email that waits is not sent after OPERATE_WEB is off', async () => {
  const closed = await startTestApp({
    settings: { OPERATE_WEB: 'off', REPORTS_TO: 'reports@mail.example' },
    jobs: true,
  })
  await closed.db.transaction().execute((tx) => enqueueJob(tx, 'send-operator-link', {}))
  await expect.poll(() => closed.sql('select from graphile_worker._private_jobs'), { timeout: 10_000 }).toEqual([])
  expect(await closed.outbox()).toEqual([])
  expect(await closed.sql('select from operator_sessions')).toEqual([])
  await closed.close()
})

test('with OPERATE_WEB=off there are no such pages, and no link to them', async () => {
  const closed = await startTestApp({ settings: { OPERATE_WEB: 'off' } })
  for (const path of [...addresses, '/operate/open', '/operate/end']) {
    expect((await closed.call({ path })).status).toBe(404)
    expect((await createOperatorBrowser(closed).post(path, {})).status).toBe(404)
  }
  expect((await createOperator(closed).runAdmin('operate', '--as', 'Robin')).err).toMatch(/OPERATE_WEB is off/)
  await closed.close()
})
