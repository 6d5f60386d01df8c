import { afterAll, describe, expect, test } from 'vitest'
import { handleOfUser, userOfHandle } from '#server/auth/usernames/login-handle.ts'
import { type Member, startTestApp } from '#tests/support/test-app.ts'

const site = await startTestApp()
afterAll(() => site.close())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  site.call({ method: 'POST', path, body, headers })
const signIn = (email: string, password: string) => post('/api/auth/sign-in/email', { email, password })
const cookieOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['set-cookie'])
const viewer = (cookie: string) =>
  site.call<{ user: object | null }>({ path: '/api/auth/user', headers: { cookie } })

describe('signing in', () => {
  test('with the address gives a session that no script can read, and no token in the answer', async () => {
    const member = await site.signUp('byaddress')
    const answer = await signIn(member.email, member.password)
    expect(answer).toMatchObject({ status: 200, body: { user: { id: member.id } } })
    expect(cookieOf(answer)).toMatch(/^foldout\.session_token=.*HttpOnly; SameSite=Lax/)
    expect(JSON.stringify(answer.body)).not.toContain('token')
    const seen = await viewer(cookieOf(answer).split(';', 1)[0] ?? '')
    expect(seen.body.user).toMatchObject({ id: member.id, username: 'byaddress', email: member.email })
  })

  test('with the username goes through a handle that is not the address', async () => {
    const member = await site.signUp('ByName')
    const { body } = await post('/api/users/get-email-by-username', { username: 'byname' })
    expect(body.email).toMatch(/@handle\.invalid$/)
    expect((await signIn(String(body.email), member.password)).body).toEqual({ user: { id: member.id } })
    expect((await signIn(String(body.email), 'wrong password')).status).toBe(401)
  })

  test('from another site’s page is refused', async () => {
    const member = await site.signUp()
    const body = { email: member.email, password: member.password }
    const answer = await post('/api/auth/sign-in/email', body, { origin: 'https://evil.example' })
    expect(answer.status).toBe(403)
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
  expect(
    userOfHandle(
      ['a secret'],
      handle.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
      0,
    ),
  ).toBeUndefined()
})

describe('registering', () => {
  test('tells every problem at once', async () => {
    const taken = await site.signUp('Taken_Name')
    const answer = await post('/api/validate-registration', {
      email: taken.email.toUpperCase(),
      username: 'taken_name',
    })
    expect(answer.body).toEqual({
      valid: false,
      errors: ['This email is already registered.', 'This username is already taken.'],
      issues: [
        { path: 'email', message: 'This email is already registered.' },
        { path: 'username', message: 'This username is already taken.' },
      ],
    })
    expect((await post('/api/validate-registration', { email: 'no', username: '' })).body.errors).toEqual([
      'Please enter a valid email address.',
      'Please enter a username.',
    ])
    expect((await post('/api/validate-registration', { email: 'a@b.org', username: 'fine' })).body).toEqual({
      valid: true,
      errors: [],
      issues: [],
    })
  })

  test('the same name in twenty cases at once makes one account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const username = [...'moonlight']
          .map((letter, at) => ((index >> (at % 5)) & 1 ? letter.toUpperCase() : letter))
          .join('')
        return post('/api/auth/sign-up/email', {
          email: `moon${index}@example.org`,
          password: 'long enough',
          name: username,
          username,
        })
      }),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    for (const answer of answers.filter((each) => each.status !== 200))
      expect(answer.text).not.toMatch(/username_key|users_|constraint/)
    const { rows } = await site.pool.query(
      `select count(*)::int as made from users where lower(username) = 'moonlight'`,
    )
    expect(rows[0].made).toBe(1)
  })

  test('an account from before look-alikes counted is found by its own name', async () => {
    const { rows } = await site.pool.query(
      `insert into users (email, username, username_key) values ('m00th@example.org', 'M00th', 'm00th') returning id`,
    )
    const younger = await site.signUp('mooth')
    const found = async (username: string) => {
      const { body } = await post('/api/users/get-email-by-username', { username })
      return userOfHandle(site.config.secrets, String(body.email))
    }
    expect(await found('m00TH')).toBe(rows[0].id)
    expect(await found('Mooth')).toBe(younger.id)
  })

  test('of thirty people at the same moment makes thirty accounts', async () => {
    const made = await Promise.all(Array.from({ length: 30 }, () => site.signUp()))
    expect(new Set(made.map(({ id }) => id)).size).toBe(30)
  })

  test('a reserved or misshapen name is refused by the account call itself', async () => {
    for (const username of ['admin', 'аdmin', 'adm1n', 'a', 'white space', '<b>']) {
      const answer = await post('/api/auth/sign-up/email', {
        email: 'q@example.org',
        password: 'long enough',
        name: 'q',
        username,
      })
      expect(answer.status).toBe(400)
    }
  })

  test('the profile is made once, however often it is asked for', async () => {
    const member = await site.signUp()
    const create = () =>
      site.call({ method: 'POST', path: '/api/users/create-profile', body: { id: member.id }, as: member })
    const answers = await Promise.all(Array.from({ length: 5 }, create))
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
    const { rows } = await site.pool.query('select count(*)::int as made from profiles where user_id = $1', [
      member.id,
    ])
    expect(rows[0].made).toBe(1)
  })

  test('a stranger cannot make another’s profile', async () => {
    const [one, other] = [await site.signUp(), await site.signUp()]
    const answer = await site.call({
      method: 'POST',
      path: '/api/users/create-profile',
      body: { id: one.id },
      as: other,
    })
    expect(answer.status).toBe(403)
  })
})

describe('a profile', () => {
  test('shows the address to its owner alone', async () => {
    const [owner, stranger] = [await site.signUp(), await site.signUp()]
    const path = `/api/users/${owner.id}`
    expect((await site.call({ path, as: owner })).body.user).toMatchObject({ email: owner.email })
    expect((await site.call({ path, as: stranger })).body.user).toMatchObject({ email: null })
    expect((await site.call({ path })).text).not.toContain(owner.email)
  })
})

describe('a session that is used', () => {
  const lastUsed = (member: Member, days: number) =>
    site.pool.query(
      `update sessions set updated_at = now() - make_interval(days => $2), expires_at = now() + make_interval(days => 30 - $2)
       where user_id = $1`,
      [member.id, days],
    )

  test('after a day is extended, in the database and in the browser', async () => {
    const member = await site.signUp()
    await lastUsed(member, 2)
    expect(cookieOf(await viewer(member.cookie))).toMatch(/Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    const { rows } = await site.pool.query(
      `select expires_at > now() + interval '29 days' as extended from sessions where user_id = $1`,
      [member.id],
    )
    expect(rows).toEqual([{ extended: true }])
    expect((await viewer(member.cookie)).headers['set-cookie']).toBeUndefined()
  })

  test('for a year since its sign-in ends, however often it was used', async () => {
    const member = await site.signUp()
    const begun = (days: number) =>
      site.pool.query(
        `update sessions set created_at = now() - make_interval(days => $2), expires_at = now() + interval '2 days'
         where user_id = $1`,
        [member.id, days],
      )
    await begun(362)
    expect((await viewer(member.cookie)).body.user).not.toBeNull()
    const { rows } = await site.pool.query(
      `select expires_at < now() + interval '4 days' as ends from sessions where user_id = $1`,
      [member.id],
    )
    expect(rows).toEqual([{ ends: true }])
    await begun(366)
    expect((await viewer(member.cookie)).body.user).toBeNull()
  })

  test('too late is nobody’s', async () => {
    const member = await site.signUp()
    await lastUsed(member, 31)
    expect((await viewer(member.cookie)).body.user).toBeNull()
  })
})

test('a session cookie with a wrong signature is nobody’s', async () => {
  const member = await site.signUp()
  const forged = member.cookie.replace(/=(.)/, (_all, first) => `=${first === 'A' ? 'B' : 'A'}`)
  expect((await viewer(forged)).body.user).toBeNull()
  for (const cookie of ['foldout.session_token=', 'foldout.session_token=%', 'foldout.session_token=a.b.c']) {
    expect((await viewer(cookie)).body.user).toBeNull()
  }
})
