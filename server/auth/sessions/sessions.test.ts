import { createAuthClient } from 'better-auth/client'
import { jwtClient } from 'better-auth/client/plugins'
import { createRemoteJWKSet, decodeJwt, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { inEnglish } from '#contract/in-english.ts'
import type { Device, Session } from '#contract/sessions.ts'
import { cookieFrom, expireRecentSignIns, isSignedIn, signInFromNewBrowser } from '#tests/support/account.ts'
import { createBrowser } from '#tests/support/browser-cookies.ts'
import { callConcurrently, listening, type Member, openTestApp, startTestApp } from '#tests/support/test-app.ts'
import { deviceName } from './sessions.queries.ts'

const site = await openTestApp()

const sessionOf = async (as: Member) => (await site.get<Session>('/api/auth/session', as)).body
const tokenFor = async (as: Member) => (await sessionOf(as)).access_token
const withBearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const withToken = (token: string, path = '/api/auth/user') =>
  site.call<{ user: { id: string } | null; code?: string }>({ path, ...withBearer(token) })

const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const signIn = async (member: Member) => {
  const { response, ...other } = await signInFromNewBrowser(site, member, agent)
  expect(response.status, response.text).toBe(200)
  return other
}

describe('the session', () => {
  test('says who is signed in, and returns a token that says so too', async () => {
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
    expect(Object.keys(decodeJwt(session.access_token)).sort().join()).toBe('aud,exp,iat,iss,sid,sub')
    expect(JSON.stringify(session)).not.toMatch(/refresh|password|session_token/)
  })

  test('id that was fixed before the sign-in is not the one after it', async () => {
    const [attacker, victim] = [await site.signUp(), await site.signUp()]
    const browser = createBrowser(site)
    const [name = '', value = ''] = attacker.cookie.split('; ')[0]?.split('=') ?? []
    browser.jar.set(name, value)
    const { email, password } = victim
    await browser.auth('sign-in/email', { email, password })
    expect(browser.jar.get(name)).not.toBe(value)
    expect(await isSignedIn(site, attacker)).toBe(false)
  })
})

describe('an access token', () => {
  test('is accepted on the calls of the API', async () => {
    const member = await site.signUp()
    const token = await tokenFor(member)
    expect((await withToken(token)).body.user).toMatchObject({ id: member.id })
    expect((await withToken(token, '/api/auth/sessions')).status).toBe(200)
    const body = { bio: 'Written by a program.' }
    const written = await site.call({
      method: 'PUT',
      path: `/api/users/${member.id}`,
      body,
      ...withBearer(token),
    })
    expect(written).toMatchObject({ status: 200, body: { user: body } })
  })

  test('of the official client, over the network, is verified with the keys it finds there', async () => {
    const member = await site.signUp()
    const address = await listening(site)
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

  test.each<[what: string, forge: (token: string, claims: JWTPayload) => string | Promise<string>]>([
    ['without a signature', (token) => `${b64({ alg: 'none' })}.${token.split('.')[1]}.`],
    ['with an empty algorithm', (token) => token.replace(/^[^.]+/, b64({ alg: '' }))],
    ['with a changed signature', (token) => token.replace(/.{4}$/, (end) => (end === 'AAAA' ? 'BBBB' : 'AAAA'))],
    ['with a changed content', (token, claims) => token.replace(/\.[^.]+/, `.${b64({ ...claims, sub: unknownId })}`)],
    ['cut short', (token) => token.slice(0, -20)],
    ['of another word', () => 'token'],
    ['of nothing', () => ''],
    ['that is endless', (token) => `${token}${'A'.repeat(9000)}`],
    ['signed by a foreign key with our key id', (token) => signedByOther(token, kidOf(token))],
    ['signed by a foreign key', (token) => signedByOther(token, 'unknown')],
    ['signed with the secret', (token, claims) => signedWithSecret(claims, kidOf(token))],
    ['of yesterday', (_token, claims) => signedByUs(claims, { iat: -86_400, exp: -85_500 })],
    ['that expired a minute ago', (_token, claims) => signedByUs(claims, { iat: -960, exp: -60 })],
    ['for another site', (_token, claims) => signedByUs({ ...claims, aud: 'https://evil.example' })],
  ])('%s is rejected', async (_what, forge) => {
    const token = await tokenFor(await site.signUp())
    const response = await withToken(await forge(token, decodeJwt(token)))
    expect(response).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    expect(response.headers['www-authenticate']).toContain('invalid_token')
  })

  test('as our server signs it is accepted', async () => {
    const token = await tokenFor(await site.signUp())
    expect((await withToken(await signedByUs(decodeJwt(token)))).status).toBe(200)
  })

  test('takes precedence over another member’s cookie', async () => {
    const [one, other] = [await site.signUp(), await site.signUp()]
    const headers = { ...withBearer(await tokenFor(one)).headers, cookie: other.cookie }
    const { body } = await site.call({ path: '/api/auth/user', headers })
    expect(body.user).toMatchObject({ id: one.id })
  })
})

const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unknownId = '01a1fc0a-7117-7285-b635-c994aaf5edeb'
const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid

async function signedByOther(token: string, kid: string) {
  const { privateKey } = await generateKeyPair('EdDSA')
  return new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'EdDSA', kid }).sign(privateKey)
}
const signedWithSecret = (claims: JWTPayload, kid: string) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(new TextEncoder().encode(site.config.secret))

async function signedByUs({ sub, sid, aud }: JWTPayload, { iat = 0, exp = 900 } = {}) {
  const { createAuth } = await import('../better-auth/auth.ts')
  const auth = createAuth({ config: site.config, db: site.db })
  const now = Math.floor(Date.now() / 1000)
  const payload = { sub, sid, aud, iat: now + iat, exp: now + exp }
  return (await auth.api.signJWT({ body: { payload } })).token
}

describe('devices', () => {
  const list = (as: Member) => site.get<{ sessions: Device[] }>('/api/auth/sessions', as)

  async function onTwo() {
    const member = await site.signUp()
    const { as, browser } = await signIn(member)
    const { sessions } = (await list(as)).body
    const path = `/api/auth/sessions/${sessions.find((each) => !each.isCurrent)?.id}`
    return { member, as, browser, sessions, path }
  }

  test('are listed with descriptions, and the current one is marked', async () => {
    const { sessions } = await onTwo()
    expect(sessions).toHaveLength(2)
    expect(sessions.filter((each) => each.isCurrent)).toMatchObject([{ device: 'Firefox on Linux' }])
    expect(JSON.stringify(sessions)).not.toContain('token')
  })

  test('with unknown browsers are not named after the text that these send', () => {
    const agents = ['lightMyRequest', 'Scanner/1.0 (X11; Linux x86_64)', undefined]
    expect(agents.map((agent) => inEnglish(deviceName(agent)))).toEqual([
      'Unknown device',
      'Unknown browser on Linux',
      'Unknown device',
    ])
  })

  test('can be signed out one by one, seen on their very next request', async () => {
    const { member, as, path } = await onTwo()
    expect((await site.delete(path, as)).status).toBe(200)
    expect((await list(member)).status).toBe(401)
    expect((await list(as)).status).toBe(200)
    expect((await site.delete(path, as)).status).toBe(404)
  })

  test('of a stranger cannot be signed out', async () => {
    const { member, path } = await onTwo()
    expect((await site.delete(path, await site.signUp())).status).toBe(404)
    expect((await list(member)).status).toBe(200)
  })

  test('can all be signed out together, including tokens, without affecting other members', async () => {
    const otherMember = await site.signUp()
    const { member, as, browser } = await onTwo()
    const token = await tokenFor(member)
    expect((await browser.delete('/api/auth/sessions')).status).toBe(200)
    expect([...browser.jar.keys()]).not.toContain('foldout.session_token')
    for (const each of [member, as]) expect((await site.get('/api/auth/session', each)).status).toBe(401)
    expect((await withToken(token)).status).toBe(401)
    expect(await isSignedIn(site, otherMember)).toBe(true)
  })

  test('are signed out only after a recent sign-in, or the password again', async () => {
    const { member, as, path } = await onTwo()
    await expireRecentSignIns(site, member)
    for (const each of [path, '/api/auth/sessions'])
      expect(await site.delete(each, as)).toMatchObject(confirmationNeeded)
    expect(await isSignedIn(site, member)).toBe(true)
  })

  test('logging out ends this session only', async () => {
    const { member, as, browser } = await onTwo()
    await browser.auth('sign-out')
    expect([await isSignedIn(site, as), await isSignedIn(site, member)]).toEqual([false, true])
  })
})

describe('the sessions of one member', () => {
  const sessionsOf = ({ id }: Member) => site.sql('select id from sessions where user_id = $1', id)
  const useAll = ({ id }: Member, when: string) =>
    site.sql('update sessions set updated_at = now() + $2::interval where user_id = $1', id, when)
  /** Sessions of other devices: the first was last used a day ago, each further one an hour earlier. */
  const addSessions = ({ id }: Member, count: number) =>
    site.sql(
      `insert into sessions (user_id, token, expires_at, created_at, updated_at)
       select $1, gen_random_uuid(), now() + interval '20 days', now() - interval '9 days',
         now() - interval '1 day' - n * interval '1 hour' from generate_series(1, $2::int) n`,
      id,
      count,
    )

  test('are fifty at most: a sign-in ends the one that was not used for longest, its token too', async () => {
    const member = await site.signUp()
    const token = await tokenFor(member)
    await useAll(member, '-8 days')
    await addSessions(member, 49)
    const fiftyFirst = (await signIn(member)).as
    expect(await sessionsOf(member)).toHaveLength(50)
    expect([await isSignedIn(site, member), await isSignedIn(site, fiftyFirst)]).toEqual([false, true])
    expect((await withToken(token)).status).toBe(401)
    expect(await isSignedIn((await signIn(member)).browser)).toBe(true)
    expect(await sessionsOf(member)).toHaveLength(50)
  })

  test('are limited to fifty after many concurrent sign-ins, and the newest are signed in', async () => {
    const [member, other] = [await site.signUp(), await site.signUp()]
    await addSessions(member, 45)
    await addSessions(other, 49)
    const signedIn = await callConcurrently(20, () => signIn(member))
    expect(await sessionsOf(member)).toHaveLength(50)
    for (const { browser } of signedIn) expect(await isSignedIn(browser)).toBe(true)
    expect(await sessionsOf(other)).toHaveLength(50)
  })

  test('never end the one that is signing in, even if its clock is behind', async () => {
    const member = await site.signUp()
    await addSessions(member, 60)
    await useAll(member, '1 hour')
    expect(await isSignedIn((await signIn(member)).browser)).toBe(true)
    expect(await sessionsOf(member)).toHaveLength(50)
  })
})

const confirmationNeeded = { status: 403, body: { code: 'confirmation_needed' } }

describe('a sign-in that is older than fifteen minutes', () => {
  const change = (as: Member) => site.auth('admin-update-email', { newEmail: 'later@example.org' }, as)
  const confirm = (member: Member, password = member.password) => {
    const browser = createBrowser(site, member)
    return browser.auth('confirm-password', { password }).then((response) => ({ ...response, browser }))
  }

  test('asks for the password again, once', async () => {
    const member = await site.signUp()
    await expireRecentSignIns(site, member)
    expect(await change(member)).toMatchObject(confirmationNeeded)
    expect(await confirm(member, 'not my password')).toMatchObject({
      status: 400,
      body: { code: 'wrong_password', error: 'Current password is incorrect' },
    })
    expect((await change(member)).status).toBe(403)
    const { browser, status } = await confirm(member)
    expect(status).toBe(200)
    expect((await change({ ...member, cookie: browser.cookieHeader() })).status).toBe(200)
  })

  test('that is confirmed has another cookie, and a copy of the one before is worth nothing', async () => {
    const member = await site.signUp()
    const token = await tokenFor(member)
    const { browser } = await confirm(member)
    expect([await isSignedIn(site, member), await isSignedIn(browser)]).toEqual([false, true])
    expect((await withToken(token)).status).toBe(200)
  })

  test('is confirmed for this device alone', async () => {
    const member = await site.signUp()
    const { as } = await signIn(member)
    await expireRecentSignIns(site, member)
    await confirm(as)
    expect((await change(member)).status).toBe(403)
  })
})

test('over https every cookie is tied to this very host', async () => {
  const secure = await startTestApp({ settings: { PUBLIC_URL: 'https://zines.example.org' } })
  onTestFinished(() => secure.close())
  const response = await secure.call({
    method: 'POST',
    path: '/api/auth/sign-up/email',
    body: { email: 'a@example.org', password: 'long enough', username: 'secured' },
    headers: { host: 'zines.example.org', origin: 'https://zines.example.org' },
  })
  const cookies = [response.headers['set-cookie'] ?? []].flat().map(String)
  const names = cookies.map((line) => line.split('=', 1)[0]).sort()
  expect(names).toEqual(['__Host-foldout.device', '__Host-foldout.session_token'])
  for (const line of cookies) {
    for (const each of [/Path=\//, /HttpOnly/i, /Secure/, /SameSite=Lax/i]) expect(line).toMatch(each)
    expect(line).not.toMatch(/Domain/i)
  }
  const headers = { cookie: cookieFrom(response) }
  expect((await secure.call({ path: '/api/auth/session', headers })).status).toBe(200)
})
