import { createAuthClient } from 'better-auth/client'
import { jwtClient } from 'better-auth/client/plugins'
import { createRemoteJWKSet, decodeJwt, generateKeyPair, jwtVerify, SignJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import type { Device, Session } from '#contract/sessions.ts'
import { openBrowser } from '#tests/support/browser-cookies.ts'
import { type Member, startTestApp } from '#tests/support/test-app.ts'

const site = await startTestApp()
afterAll(() => site.close())

const sessionOf = async (as: Member) => (await site.call<Session>({ path: '/api/auth/session', as })).body
const withToken = (token: string, path = '/api/auth/user', method: 'GET' | 'DELETE' = 'GET') =>
  site.call<{ user: { id: string } | null; code?: string }>({
    method,
    path,
    headers: { authorization: `Bearer ${token}` },
  })

async function signInAgain(
  member: Member,
  agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
) {
  const browser = openBrowser(site)
  const body = { email: member.email, password: member.password }
  const answer = await browser.call({
    method: 'POST',
    path: '/api/auth/sign-in/email',
    body,
    headers: { 'user-agent': agent },
  })
  expect(answer.status, answer.text).toBe(200)
  return { browser, as: { ...member, cookie: browser.header() } }
}

describe('the session', () => {
  test('tells whose it is, and gives a token that says so too', async () => {
    const member = await site.signUp('sessionowner')
    const session = await sessionOf(member)
    expect(session).toMatchObject({
      token_type: 'bearer',
      expires_in: 900,
      user: {
        id: member.id,
        email: member.email,
        user_metadata: { username: 'sessionowner', bio: null },
        identities: [{ provider: 'email' }],
        factors: [],
      },
    })
    expect(Math.abs(session.expires_at - (Date.now() / 1000 + 900))).toBeLessThan(5)
    expect(Object.keys(decodeJwt(session.access_token)).sort()).toEqual([
      'aud',
      'exp',
      'iat',
      'iss',
      'sid',
      'sub',
    ])
    expect(JSON.stringify(session)).not.toMatch(/refresh|password|session_token/)
  })

  test('id that was fixed before the sign-in is not the one after it', async () => {
    const [attacker, victim] = [await site.signUp(), await site.signUp()]
    const browser = openBrowser(site)
    const [name = '', value = ''] = attacker.cookie.split('; ')[0]?.split('=') ?? []
    browser.jar.set(name, value)
    await browser.call({
      method: 'POST',
      path: '/api/auth/sign-in/email',
      body: { email: victim.email, password: victim.password },
    })
    expect(browser.jar.get(name)).not.toBe(value)
    const seen = await site.call<{ user: object | null }>({ path: '/api/auth/user', as: attacker })
    expect(seen.body.user).toBeNull()
  })
})

describe('an access token', () => {
  test('is accepted on the calls of the API', async () => {
    const member = await site.signUp()
    const { access_token: token } = await sessionOf(member)
    expect((await withToken(token)).body.user).toMatchObject({ id: member.id })
    expect((await withToken(token, '/api/auth/sessions')).status).toBe(200)
    const written = await site.call({
      method: 'PUT',
      path: `/api/users/${member.id}`,
      body: { bio: 'Written by a program.' },
      headers: { authorization: `Bearer ${token}` },
    })
    expect(written).toMatchObject({ status: 200, body: { user: { bio: 'Written by a program.' } } })
  })

  test('of the official client, over the network, is verified with the keys it finds there', async () => {
    const member = await site.signUp()
    const address = await site.app.listen({ port: 0, host: '127.0.0.1' })
    const kept: string[] = []
    const client = createAuthClient({
      baseURL: address,
      plugins: [jwtClient()],
      fetchOptions: {
        onRequest: (context) => void context.headers.set('cookie', kept.join('; ')),
        onResponse: ({ response }) =>
          void kept.push(...response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '')),
      },
    })
    const { error } = await client.signIn.email({ email: member.email, password: member.password })
    expect(error).toBeNull()
    const { data } = await client.token()
    const { publicUrl } = site.config
    const { payload, protectedHeader } = await jwtVerify(
      data?.token ?? '',
      createRemoteJWKSet(new URL('/api/auth/jwks', address)),
      { issuer: publicUrl, audience: publicUrl },
    )
    expect([payload.sub, protectedHeader.alg]).toEqual([member.id, 'EdDSA'])
    const { data: keys } = await client.jwks()
    expect(keys?.keys).toHaveLength(1)
    expect(JSON.stringify(keys)).not.toContain('"d"')
    await client.signOut()
    expect((await client.token()).error?.status).toBe(401)
  })

  test.each([
    ['without a signature', (token: string) => `${b64({ alg: 'none' })}.${token.split('.')[1]}.`],
    [
      'with an empty algorithm',
      (token: string) => `${b64({ alg: '' })}.${token.split('.')[1]}.${token.split('.')[2]}`,
    ],
    [
      'with a changed signature',
      (token: string) => token.replace(/.{4}$/, (end) => (end === 'AAAA' ? 'BBBB' : 'AAAA')),
    ],
    ['with a changed content', (token: string) => changed(token)],
    ['cut short', (token: string) => token.slice(0, -20)],
    ['of another word', () => 'token'],
    ['of nothing', () => ''],
    ['that is endless', (token: string) => `${token}${'A'.repeat(9000)}`],
  ])('%s is refused', async (_what, forge) => {
    const { access_token: token } = await sessionOf(await site.signUp())
    const answer = await withToken(forge(token))
    expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    expect(answer.headers['www-authenticate']).toContain('invalid_token')
  })

  test('signed by a key of somebody else is refused, though it names ours', async () => {
    const member = await site.signUp()
    const { access_token: token } = await sessionOf(member)
    const { privateKey } = await generateKeyPair('EdDSA')
    const kid = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
    for (const header of [
      { alg: 'EdDSA', kid },
      { alg: 'EdDSA', kid: 'unknown' },
    ]) {
      const forged = await new SignJWT(decodeJwt(token)).setProtectedHeader(header).sign(privateKey)
      expect((await withToken(forged)).status).toBe(401)
    }
    const withSecret = await new SignJWT(decodeJwt(token))
      .setProtectedHeader({ alg: 'HS256', kid })
      .sign(new TextEncoder().encode(site.config.secret))
    expect((await withToken(withSecret)).status).toBe(401)
  })

  test.each([
    ['of yesterday', { iat: -86_400, exp: -85_500 }],
    ['that expired a minute ago', { iat: -960, exp: -60 }],
    ['for another site', { aud: 'https://evil.example' }],
  ])('%s is refused', async (_what, claims: { iat?: number; exp?: number; aud?: string }) => {
    const member = await site.signUp()
    const { sid } = decodeJwt((await sessionOf(member)).access_token)
    const now = Math.floor(Date.now() / 1000)
    const { iat = 0, exp = 900, ...more } = claims
    const token = await signedByUs({ sub: member.id, sid, ...more, iat: now + iat, exp: now + exp })
    expect((await withToken(token)).status).toBe(401)
  })

  test('never makes up for a cookie that is somebody else’s', async () => {
    const [one, other] = [await site.signUp(), await site.signUp()]
    const { access_token: token } = await sessionOf(one)
    const answer = await site.call<{ user: { id: string } }>({
      path: '/api/auth/user',
      headers: { authorization: `Bearer ${token}`, cookie: other.cookie },
    })
    expect(answer.body.user.id).toBe(one.id)
  })
})

const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
function changed(token: string) {
  const [head, , tail] = token.split('.')
  return `${head}.${b64({ ...decodeJwt(token), sub: '01a1fc0a-7117-7285-b635-c994aaf5edeb' })}.${tail}`
}

/** A token as our server would have made it, with these claims. */
async function signedByUs(payload: Record<string, unknown>) {
  const { createAuth } = await import('../better-auth/auth.ts')
  const auth = createAuth({ config: site.config, db: site.db })
  return (await auth.api.signJWT({ body: { payload } })).token
}

describe('devices', () => {
  test('are listed in words, this one marked', async () => {
    const member = await site.signUp()
    const { as } = await signInAgain(member)
    const { body } = await site.call<{ sessions: Device[] }>({ path: '/api/auth/sessions', as })
    expect(body.sessions).toHaveLength(2)
    expect(body.sessions.filter((each) => each.isCurrent)).toMatchObject([{ device: 'Firefox on Linux' }])
    expect(JSON.stringify(body)).not.toContain('token')
  })

  test('can be signed out one by one, seen on their very next request', async () => {
    const member = await site.signUp()
    const { as } = await signInAgain(member)
    const { body } = await site.call<{ sessions: Device[] }>({ path: '/api/auth/sessions', as })
    const other = body.sessions.find((each) => !each.isCurrent)
    const end = () => site.call({ method: 'DELETE', path: `/api/auth/sessions/${other?.id}`, as })
    expect((await end()).status).toBe(200)
    expect((await site.call({ path: '/api/auth/sessions', as: member })).status).toBe(401)
    expect((await site.call({ path: '/api/auth/sessions', as })).status).toBe(200)
    expect((await end()).status).toBe(404)
  })

  test('of a stranger cannot be signed out', async () => {
    const [member, stranger] = [await site.signUp(), await site.signUp()]
    const { body } = await site.call<{ sessions: Device[] }>({ path: '/api/auth/sessions', as: member })
    const path = `/api/auth/sessions/${body.sessions[0]?.id}`
    expect((await site.call({ method: 'DELETE', path, as: stranger })).status).toBe(404)
    expect((await site.call({ path: '/api/auth/sessions', as: member })).status).toBe(200)
  })

  test('all end at once, tokens too, and nobody else’s', async () => {
    const [member, stranger] = [await site.signUp(), await site.signUp()]
    const { as, browser } = await signInAgain(member)
    const { access_token: token } = await sessionOf(member)
    const answer = await browser.call({ method: 'DELETE', path: '/api/auth/sessions' })
    expect(answer.status).toBe(200)
    expect([...browser.jar.keys()]).not.toContain('foldout.session_token')
    for (const each of [member, as])
      expect((await site.call({ path: '/api/auth/session', as: each })).status).toBe(401)
    expect((await withToken(token)).status).toBe(401)
    expect((await site.call({ path: '/api/auth/session', as: stranger })).status).toBe(200)
  })

  test('are signed out only after a recent sign-in, or the password again', async () => {
    const member = await site.signUp()
    const { as } = await signInAgain(member)
    const { body } = await site.call<{ sessions: Device[] }>({ path: '/api/auth/sessions', as })
    const other = body.sessions.find((each) => !each.isCurrent)
    await site.pool.query(
      "update sessions set confirmed_at = now() - interval '16 minutes' where user_id = $1",
      [member.id],
    )
    for (const path of [`/api/auth/sessions/${other?.id}`, '/api/auth/sessions'])
      expect(await site.call({ method: 'DELETE', path, as })).toMatchObject({
        status: 403,
        body: { code: 'confirmation_needed' },
      })
    expect((await site.call({ path: '/api/auth/session', as: member })).status).toBe(200)
  })

  test('logging out ends this session only', async () => {
    const member = await site.signUp()
    const { as, browser } = await signInAgain(member)
    await browser.call({ method: 'POST', path: '/api/auth/sign-out', body: {} })
    expect((await site.call({ path: '/api/auth/session', as })).status).toBe(401)
    expect((await site.call({ path: '/api/auth/session', as: member })).status).toBe(200)
  })
})

describe('the sessions of one member', () => {
  const sessionsOf = async ({ id }: Member) =>
    (await site.pool.query('select id from sessions where user_id = $1', [id])).rows.map(
      (row) => row.id as string,
    )
  const signIn = async ({ email, password, ...member }: Member): Promise<Member> => {
    const answer = await site.call({
      method: 'POST',
      path: '/api/auth/sign-in/email',
      body: { email, password },
    })
    expect(answer.status).toBe(200)
    const cookies = [answer.headers['set-cookie'] ?? []].flat().map((line) => String(line).split(';')[0])
    return { ...member, email, password, cookie: cookies.join('; ') }
  }
  const isIn = async (as: Member) =>
    (await site.call<{ user: object | null }>({ path: '/api/auth/user', as })).body.user !== null
  /** Sessions of other devices, the first of them used last a day ago and each next one an hour earlier. */
  const addSessions = ({ id }: Member, count: number) =>
    site.pool.query(
      `insert into sessions (user_id, token, expires_at, created_at, updated_at)
       select $1, gen_random_uuid(), now() + interval '20 days', now() - interval '9 days',
         now() - interval '1 day' - n * interval '1 hour' from generate_series(1, $2::int) n`,
      [id, count],
    )

  test('are fifty at most: a sign-in ends the one that was not used for longest, its token too', async () => {
    const member = await site.signUp()
    const { access_token: token } = await sessionOf(member)
    await site.pool.query(`update sessions set updated_at = now() - interval '8 days' where user_id = $1`, [
      member.id,
    ])
    await addSessions(member, 49)
    const fiftyFirst = await signIn(member)
    expect(await sessionsOf(member)).toHaveLength(50)
    expect([await isIn(member), await isIn(fiftyFirst)]).toEqual([false, true])
    expect((await withToken(token)).status).toBe(401)
    expect(await isIn(await signIn(member))).toBe(true)
    expect(await sessionsOf(member)).toHaveLength(50)
  })

  test('are fifty at most after many sign-ins at once, and those are in', async () => {
    const [member, other] = [await site.signUp(), await site.signUp()]
    await addSessions(member, 45)
    await addSessions(other, 49)
    const signedIn = await Promise.all(Array.from({ length: 20 }, () => signIn(member)))
    expect(await sessionsOf(member)).toHaveLength(50)
    for (const each of signedIn) expect(await isIn(each)).toBe(true)
    expect(await sessionsOf(other)).toHaveLength(50)
  })

  test('never end the one that is signing in, though its clock is behind those of the others', async () => {
    const member = await site.signUp()
    await addSessions(member, 60)
    await site.pool.query(`update sessions set updated_at = now() + interval '1 hour' where user_id = $1`, [
      member.id,
    ])
    expect(await isIn(await signIn(member))).toBe(true)
    expect(await sessionsOf(member)).toHaveLength(50)
  })
})

describe('a sign-in that is older than fifteen minutes', () => {
  const age = (member: Member) =>
    site.pool.query("update sessions set confirmed_at = now() - interval '16 minutes' where user_id = $1", [
      member.id,
    ])
  const change = (as: Member, newEmail: string) =>
    site.call({ method: 'POST', path: '/api/auth/admin-update-email', body: { newEmail }, as })
  const confirm = (as: Member, password: string) =>
    site.call({ method: 'POST', path: '/api/auth/confirm-password', body: { password }, as })

  test('asks for the password again, once', async () => {
    const member = await site.signUp()
    await age(member)
    expect(await change(member, 'later@example.org')).toMatchObject({
      status: 403,
      body: { code: 'confirmation_needed' },
    })
    expect(await confirm(member, 'not my password')).toMatchObject({
      status: 400,
      body: { code: 'wrong_password', error: 'Current password is incorrect' },
    })
    expect((await change(member, 'later@example.org')).status).toBe(403)
    const browser = openBrowser(site, member)
    const path = '/api/auth/confirm-password'
    const { password } = member
    expect((await browser.call({ method: 'POST', path, body: { password } })).status).toBe(200)
    const now = { ...member, cookie: browser.header() }
    expect((await change(now, 'later@example.org')).status).toBe(200)
  })

  test('that is confirmed has another cookie, and a copy of the one before is worth nothing', async () => {
    const member = await site.signUp()
    const { access_token: token } = await sessionOf(member)
    const browser = openBrowser(site, member)
    const path = '/api/auth/confirm-password'
    await browser.call({ method: 'POST', path, body: { password: member.password } })
    expect((await site.call({ path: '/api/auth/session', as: member })).status).toBe(401)
    expect((await browser.call({ path: '/api/auth/session' })).status).toBe(200)
    expect((await withToken(token)).status).toBe(200)
  })

  test('is confirmed for this device alone', async () => {
    const member = await site.signUp()
    const { as } = await signInAgain(member)
    await age(member)
    await confirm(as, member.password)
    expect((await change(member, 'elsewhere@example.org')).status).toBe(403)
  })
})

describe('over https', () => {
  test('every cookie is tied to this very host', async () => {
    const secure = await startTestApp({ settings: { PUBLIC_URL: 'https://zines.example.org' } })
    try {
      const answer = await secure.call({
        method: 'POST',
        path: '/api/auth/sign-up/email',
        body: { email: 'a@example.org', password: 'long enough', username: 'secured' },
        headers: { host: 'zines.example.org', origin: 'https://zines.example.org' },
      })
      const cookies = [answer.headers['set-cookie'] ?? []].flat().map(String)
      expect(cookies.map((line) => line.split('=', 1)[0]).sort()).toEqual([
        '__Host-foldout.device',
        '__Host-foldout.session_token',
      ])
      for (const line of cookies) {
        expect(line).toMatch(/Path=\//)
        expect(line).toMatch(/HttpOnly/i)
        expect(line).toMatch(/Secure/)
        expect(line).toMatch(/SameSite=Lax/i)
        expect(line).not.toMatch(/Domain/i)
      }
      const cookie = cookies.map((line) => line.split(';', 1)[0]).join('; ')
      expect((await secure.call({ path: '/api/auth/session', headers: { cookie } })).status).toBe(200)
    } finally {
      await secure.close()
    }
  })
})
