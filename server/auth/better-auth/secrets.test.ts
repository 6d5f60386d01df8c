import { symmetricEncrypt } from 'better-auth/crypto'
import { expect, test } from 'vitest'
import { reencryptSecrets } from '#server/auth/factors/reencrypt-secrets.jobs.ts'
import { enableTwoFactor, signInFromNewBrowser } from '#tests/support/account.ts'
import { totpCode } from '#tests/support/authenticator.ts'
import { createBrowser } from '#tests/support/browser-cookies.ts'
import { type Member, startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { databaseUrlOf } from '#tests/support/test-database.ts'
import { decrypt } from './secrets.ts'

const [first, second, third] = ['first', 'second', 'third'].map((name) => `the ${name} secret `.repeat(4).trim()) as [
  string,
  string,
  string,
]
/** Starts another site on the same database with a different secret. */
async function restart({ connection }: TestApp, SECRET: string, ...older: string[]) {
  const databaseUrl = databaseUrlOf(connection)
  return startTestApp({ databaseUrl, settings: { SECRET, OLD_SECRETS: older.join(', ') } })
}

async function signInWithCode(site: TestApp, member: Member, secret: string) {
  await site.sql('delete from used_codes where user_id = $1', member.id)
  const { browser } = await signInFromNewBrowser(site, member)
  return browser.auth('factors/verify', { code: totpCode(secret) })
}

/** Stores the secret without a key version, as earlier versions did. */
async function removeKeyVersion({ config, pool }: TestApp, { id }: Member) {
  const { rows } = await pool.query('select secret from two_factors where user_id = $1', [id])
  const bare = await symmetricEncrypt({ key: config.secret, data: await decrypt(config, rows[0].secret) })
  await pool.query('update two_factors set secret = $2 where user_id = $1', [id, bare])
}

test('while both the old and the new secret are set, members stay signed in and second factors work', async () => {
  const before = await startTestApp({ settings: { SECRET: first } })
  const [one, older] = [await enableTwoFactor(before), await enableTwoFactor(before)]
  await removeKeyVersion(before, older.member)
  const token = String((await before.get('/api/auth/token', one.member)).body.token)
  const pendingSignIn = (await signInFromNewBrowser(before, older.member)).browser

  const after = await restart(before, second, first)
  for (const { member, secret } of [one, older]) {
    expect(await signInWithCode(after, member, secret)).toMatchObject({
      status: 200,
      body: { user: { id: member.id } },
    })
  }
  const authorization = `Bearer ${token}`
  expect((await after.call({ path: '/api/auth/user', headers: { authorization } })).body).toMatchObject({
    user: { id: one.member.id },
  })
  const pendingBrowser = createBrowser(after)
  for (const [name, value] of pendingSignIn.jar) pendingBrowser.jar.set(name, value)
  expect((await pendingBrowser.auth('factors/challenge')).status).toBe(200)
  const signedIn = createBrowser(after, one.member)
  expect((await signedIn.get('/api/auth/session')).status).toBe(200)

  await reencryptSecrets(after)
  await after.close()
  const last = await restart(before, second)
  const renewed = createBrowser(last)
  for (const [name, value] of signedIn.jar) renewed.jar.set(name, value)
  expect((await renewed.get('/api/auth/session')).status).toBe(200)
  expect((await last.get('/api/auth/session', one.member)).status).toBe(401)
  for (const { member, secret } of [one, older]) expect((await signInWithCode(last, member, secret)).status).toBe(200)
  await last.close()
  await before.close()
})

test('a secret that is not configured decrypts nothing', async () => {
  const before = await startTestApp({ settings: { SECRET: first } })
  const { member, secret } = await enableTwoFactor(before)
  const after = await restart(before, third, second)
  expect((await after.get('/api/auth/session', member)).status).toBe(401)
  expect((await signInWithCode(after, member, secret)).status).not.toBe(200)
  await after.close()
  await before.close()
})
