import { describe, expect, test } from 'vitest'
import { handleOfUser, userOfHandle } from '#server/auth/usernames/login-handle.ts'
import { isSignedIn, signInFromNewBrowser, viewerOf } from '#tests/support/account.ts'
import { callConcurrently, type Member, openTestApp } from '#tests/support/test-app.ts'

const site = await openTestApp()

const cookieOf = (response: { headers: Record<string, unknown> }) => String(response.headers['set-cookie'])
const handleOf = async (username: string) =>
  String((await site.post('/api/users/get-email-by-username', { username })).body.email)
const validate = async (email: string, username: string) =>
  (await site.post('/api/validate-registration', { email, username })).body

describe('signing in', () => {
  test('with an email address creates a session that scripts cannot read, and returns no token', async () => {
    const member = await site.signUp('byaddress')
    const { response, browser } = await signInFromNewBrowser(site, member)
    expect(response).toMatchObject({ status: 200, body: { user: { id: member.id } } })
    expect(cookieOf(response)).toMatch(/^foldout\.session_token=.*HttpOnly; SameSite=Lax/)
    expect(JSON.stringify(response.body)).not.toContain('token')
    const { id, email } = member
    expect(await viewerOf(browser)).toMatchObject({ id, username: 'byaddress', email })
  })

  test('with the username goes through a handle that is not the address', async () => {
    const member = await site.signUp('ByName')
    const email = await handleOf('byname')
    expect(email).toMatch(/@handle\.invalid$/)
    expect((await signInFromNewBrowser(site, { ...member, email })).response.body).toEqual({
      user: { id: member.id },
    })
    const wrong = { ...member, email, password: 'wrong password' }
    expect((await signInFromNewBrowser(site, wrong)).response.status).toBe(401)
  })

  test('from another site’s page is rejected', async () => {
    const { response } = await signInFromNewBrowser(site, await site.signUp(), {
      origin: 'https://evil.example',
    })
    expect(response.status).toBe(403)
  })
})

test('a handle dies after five minutes, and with any change to it', () => {
  const id = '01a1fc0a-7117-7285-b635-c994aaf5edeb'
  const handle = handleOfUser('a secret', id, 0)
  expect(handle).toMatch(/^[0-9a-z]{56}@/)
  expect(userOfHandle(['a secret'], handle, 299_000)).toBe(id)
  expect(userOfHandle(['another secret', 'a secret'], handle, 299_000)).toBe(id)
  expect(userOfHandle(['a secret'], handle, 301_000)).toBeUndefined()
  expect(userOfHandle(['another secret'], handle, 0)).toBeUndefined()
  const changed = handle.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
  expect(userOfHandle(['a secret'], changed, 0)).toBeUndefined()
})

describe('registering', () => {
  test('reports every problem in one response', async () => {
    const existing = await site.signUp('Taken_Name')
    const messages = ['This email is already registered.', 'This username is already taken.']
    expect(await validate(existing.email.toUpperCase(), 'taken_name')).toEqual({
      valid: false,
      errors: messages,
      issues: ['email', 'username'].map((path, at) => ({ path, message: messages[at] })),
    })
    const noMessages = ['Please enter a valid email address.', 'Please enter a username.']
    expect((await validate('no', '')).errors).toEqual(noMessages)
    expect(await validate('a@b.org', 'fine')).toEqual({ valid: true, errors: [], issues: [] })
  })

  test('an account from before the look-alike rule is found by its own name', async () => {
    const rows = await site.sql(
      `insert into users (email, username, username_key) values ('m00th@example.org', 'M00th', 'm00th') returning id`,
    )
    const younger = await site.signUp('mooth')
    const foundUserId = async (username: string) => userOfHandle(site.config.secrets, await handleOf(username))
    expect(await foundUserId('m00TH')).toBe(rows[0].id)
    expect(await foundUserId('Mooth')).toBe(younger.id)
  })

  test('a name that looks like another is taken, and finds its account', async () => {
    const { id } = await site.signUp('İremsu_')
    const handle = (name: string) => handleOf(name).then((value) => userOfHandle(site.config.secrets, value))
    for (const username of ['iremsu', 'IREMSU', 'İREMSU', 'İremsu.', 'ıremsu-']) {
      expect((await validate('free@example.org', username)).errors, username).toEqual([
        'This username is already taken.',
      ])
      expect(await handle(username), username).toBe(id)
    }
    expect(await handle('İremsu_'.toLowerCase())).toBe(id)
  })

  test('one of two registrations with names that look alike succeeds', async () => {
    const register = (n: number) =>
      site.auth('sign-up/email', {
        email: `alike${n}@example.org`,
        password: 'long enough',
        username: ['İnci', 'inci', 'inci.', 'İNCİ_'][n],
      })
    const responses = await callConcurrently(4, register)
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('a reserved or malformed name is rejected by the account endpoint itself', async () => {
    for (const username of ['admin', 'аdmin', 'adm1n', 'a', 'white space', '<b>']) {
      const body = { email: 'q@example.org', password: 'long enough', username }
      expect((await site.auth('sign-up/email', body)).status).toBe(400)
    }
  })

  test('the profile is created once, however often it is requested', async () => {
    const member = await site.signUp()
    const create = () => site.post('/api/users/create-profile', { id: member.id }, member)
    const responses = await callConcurrently(5, create)
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200, 200, 200])
    expect(await site.sql('select from profiles where user_id = $1', member.id)).toHaveLength(1)
  })

  test('a stranger cannot make another’s profile', async () => {
    const [one, other] = [await site.signUp(), await site.signUp()]
    const response = await site.post('/api/users/create-profile', { id: one.id }, other)
    expect(response.status).toBe(403)
  })
})

describe('a profile', () => {
  test('shows the address to its owner alone', async () => {
    const [owner, stranger] = [await site.signUp(), await site.signUp()]
    const path = `/api/users/${owner.id}`
    expect((await site.get(path, owner)).body.user).toMatchObject({ email: owner.email })
    expect((await site.get(path, stranger)).body.user).toMatchObject({ email: null })
    expect((await site.get(path)).text).not.toContain(owner.email)
  })
})

describe('a session that is used', () => {
  const setLastUsed = (member: Member, days: number) =>
    site.sql(
      `update sessions set updated_at = now() - make_interval(days => $2), expires_at = now() + make_interval(days => 30 - $2)
       where user_id = $1`,
      member.id,
      days,
    )

  test('after a day is extended, in the database and in the browser', async () => {
    const member = await site.signUp()
    await setLastUsed(member, 2)
    const visit = () => site.get('/api/auth/user', member)
    expect(cookieOf(await visit())).toMatch(/Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    const extended = `select from sessions where user_id = $1 and expires_at > now() + interval '29 days'`
    expect(await site.sql(extended, member.id)).toHaveLength(1)
    expect((await visit()).headers['set-cookie']).toBeUndefined()
  })

  test('for a year since its sign-in ends, however often it was used', async () => {
    const member = await site.signUp()
    const setCreated = (days: number) =>
      site.sql(
        `update sessions set created_at = now() - make_interval(days => $2), expires_at = now() + interval '2 days'
         where user_id = $1`,
        member.id,
        days,
      )
    await setCreated(362)
    expect(await isSignedIn(site, member)).toBe(true)
    const expiringSoon = `select from sessions where user_id = $1 and expires_at < now() + interval '4 days'`
    expect(await site.sql(expiringSoon, member.id)).toHaveLength(1)
    await setCreated(366)
    expect(await isSignedIn(site, member)).toBe(false)
  })

  test('is rejected after it has expired', async () => {
    const member = await site.signUp()
    await setLastUsed(member, 31)
    expect(await isSignedIn(site, member)).toBe(false)
  })
})

test('with a wrong signature is rejected', async () => {
  const member = await site.signUp()
  const forged = member.cookie.replace(/=(.)/, (_all, first) => `=${first === 'A' ? 'B' : 'A'}`)
  const invalidCookies = ['', '%', 'a.b.c'].map((value) => `foldout.session_token=${value}`)
  for (const cookie of [forged, ...invalidCookies]) expect(await isSignedIn(site, { ...member, cookie })).toBe(false)
})
