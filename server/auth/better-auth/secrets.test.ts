import { symmetricEncrypt } from 'better-auth/crypto'
import { expect, test } from 'vitest'
import { renewKeptSecrets } from '#server/auth/factors/kept-secrets.jobs.ts'
import { codeOf } from '#tests/support/authenticator.ts'
import { openBrowser } from '#tests/support/browser-cookies.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { decrypt } from './secrets.ts'

const [first, second, third] = ['first', 'second', 'third'].map((name) =>
  `the ${name} secret `.repeat(4).trim(),
) as [string, string, string]
const post = (browser: ReturnType<typeof openBrowser>, path: string, body: object) =>
  browser.call({ method: 'POST', path: `/api/auth/${path}`, body })

/** The same database under another secret. */
async function startAgain({ connection }: TestApp, SECRET: string, ...older: string[]) {
  const { host, port, user, database } = connection as Record<string, string>
  const databaseUrl = `postgres:///${database}?host=${host}&port=${port}&user=${user}`
  return startTestApp({ databaseUrl, settings: { SECRET, OLD_SECRETS: older.join(', ') } })
}

async function protect(site: TestApp) {
  const member = await site.signUp()
  const browser = openBrowser(site, member)
  const { body } = await post(browser, 'factors/enroll', { password: member.password })
  const key = String(body.secret)
  expect((await post(browser, 'factors/verify', { code: codeOf(key) })).status).toBe(200)
  return { member: { ...member, cookie: browser.header() }, key }
}

async function signInWithCode(site: TestApp, { email, password, id }: Member, key: string) {
  await site.pool.query('delete from used_codes where user_id = $1', [id])
  const browser = openBrowser(site)
  await post(browser, 'sign-in/email', { email, password })
  return post(browser, 'factors/verify', { code: codeOf(key) })
}

/** As it was kept before it said which secret it was encrypted with. */
async function keepWithoutNumber({ config, pool }: TestApp, { id }: Member) {
  const { rows } = await pool.query('select secret from two_factors where user_id = $1', [id])
  const bare = await symmetricEncrypt({ key: config.secret, data: await decrypt(config, rows[0].secret) })
  await pool.query('update two_factors set secret = $2 where user_id = $1', [id, bare])
}

test('with the old secret beside a new one everybody stays signed in, and second factors go on', async () => {
  const before = await startTestApp({ settings: { SECRET: first } })
  const [one, older] = [await protect(before), await protect(before)]
  await keepWithoutNumber(before, older.member)
  const token = String((await before.call({ path: '/api/auth/token', as: one.member })).body.token)
  const waiting = openBrowser(before)
  await post(waiting, 'sign-in/email', { email: older.member.email, password: older.member.password })

  const after = await startAgain(before, second, first)
  for (const { member, key } of [one, older]) {
    expect(await signInWithCode(after, member, key)).toMatchObject({
      status: 200,
      body: { user: { id: member.id } },
    })
  }
  const authorization = `Bearer ${token}`
  expect((await after.call({ path: '/api/auth/user', headers: { authorization } })).body).toMatchObject({
    user: { id: one.member.id },
  })
  const begun = openBrowser(after)
  for (const [name, value] of waiting.jar) begun.jar.set(name, value)
  expect((await post(begun, 'factors/challenge', {})).status).toBe(200)
  const signedIn = openBrowser(after, one.member)
  expect((await signedIn.call({ path: '/api/auth/session' })).status).toBe(200)

  await renewKeptSecrets(after)
  await after.close()
  const last = await startAgain(before, second)
  const renewed = openBrowser(last)
  for (const [name, value] of signedIn.jar) renewed.jar.set(name, value)
  expect((await renewed.call({ path: '/api/auth/session' })).status).toBe(200)
  expect((await last.call({ path: '/api/auth/session', as: one.member })).status).toBe(401)
  for (const { member, key } of [one, older])
    expect((await signInWithCode(last, member, key)).status).toBe(200)
  await last.close()
  await before.close()
})

test('a secret that is not named beside the new one opens nothing', async () => {
  const before = await startTestApp({ settings: { SECRET: first } })
  const { member, key } = await protect(before)
  const after = await startAgain(before, third, second)
  expect((await after.call({ path: '/api/auth/session', as: member })).status).toBe(401)
  expect((await signInWithCode(after, member, key)).status).not.toBe(200)
  await after.close()
  await before.close()
})
