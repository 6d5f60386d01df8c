import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import { inEnglish } from '#contract/in-english.ts'
import { demoMember } from '#demo/demo-member.ts'
import { signInStatus } from '#tests/support/account.ts'
import { register } from '#tests/support/registration.ts'
import { callConcurrently, openTestApp } from '#tests/support/test-app.ts'
import { isCommonPassword, passwordProblem } from './passwords.ts'

const person = { username: 'night_reader', email: 'night@example.org' }

const rejectedPasswords = {
  'This password is very common': ['123456', 'password', 'PassWord', 'qwerty', 'dragon', 'football'],
  'not your username or email.': ['night_reader', 'Night_Reader', 'night@example.org', 'NIGHT@example.org'],
  'does not contain the name of this site.': ['foldout', 'Foldout2026!', 'zines-42', '123zine', 'FoldoutZines'],
}
test.each(Object.entries(rejectedPasswords))(
  'a password is rejected with a message: %s',
  async (message, passwords) => {
    for (const password of passwords)
      expect(inEnglish((await passwordProblem(password, person)) ?? '')).toContain(message)
  },
)

test.each([
  'my zine about moths',
  'fold the paper out',
  demoMember.password,
  'turn the page',
  'correct horse',
  'long enough',
  'пароль для всех',
  '🦋🦋🦋🦋🦋🦋',
])('“%s” can be a password', async (password) => {
  expect(await passwordProblem(password, person)).toBeUndefined()
})

test('ten thousand passwords are known, of those that are long enough to be one', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const rejected = await Promise.all(dictionary['passwords-common'].map(isCommonPassword))
  expect(rejected.filter(Boolean)).toHaveLength(10_000)
  expect(await isCommonPassword('12345')).toBe(false)
})

const site = await openTestApp()

describe('one password typed on two keyboards', () => {
  const composed = 'crème brûlée'
  const decomposed = composed.normalize('NFD')
  const wide = 'ｃｒèｍｅ ｂｒûｌéｅ'
  const registerWith = async (password: string) => {
    const { status, body, member } = await register(site, { password })
    return { status, error: body.error, email: member.email }
  }

  test('signs in, in whichever form it was set', async () => {
    for (const setWith of [composed, decomposed, wide]) {
      const { email, status } = await registerWith(setWith)
      expect(status).toBe(200)
      for (const input of [composed, decomposed, wide]) expect(await signInStatus(site, email, input)).toBe(200)
      for (const input of ['creme brulee', decomposed.slice(1)])
        expect(await signInStatus(site, email, input)).toBe(401)
    }
  })

  test('from before normalisation is accepted as it was set, and in any form from then on', async () => {
    const member = await site.signUp()
    await site.sql('update accounts set password = $1 where user_id = $2', await hash(decomposed), member.id)
    expect(await signInStatus(site, member.email, composed)).toBe(401)
    expect(await signInStatus(site, member.email, decomposed)).toBe(200)
    expect(await signInStatus(site, member.email, composed)).toBe(200)
    const change = { currentPassword: decomposed, newPassword: `${decomposed}!` }
    expect((await site.auth('change-password', change, member)).status).toBe(200)
    expect(await signInStatus(site, member.email, `${composed}!`)).toBe(200)
  })

  test('that was hashed with a lower cost is rehashed at sign-in, and ten concurrent sign-ins do not end each other', async () => {
    const member = await site.signUp()
    const lesser = await hash(member.password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 })
    await site.sql('update accounts set password = $1 where user_id = $2', lesser, member.id)
    const text = 'select password from accounts where user_id = $1'
    const storedHash = async () => (await site.sql(text, member.id))[0].password
    expect(await signInStatus(site, member.email, 'not the one')).toBe(401)
    expect(await storedHash()).toBe(lesser)
    const responses = await callConcurrently(10, () => signInStatus(site, member.email, member.password))
    expect(responses).toEqual(Array.from({ length: 10 }, () => 200))
    const renewed = await storedHash()
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await signInStatus(site, member.email, member.password)).toBe(200)
    expect(await storedHash()).toBe(renewed)
  })

  test('is measured and compared in its stored form', async () => {
    expect((await registerWith('é'.repeat(5).normalize('NFD'))).error).toMatch(/at least 6/)
    expect((await registerWith('é'.repeat(129))).error).toMatch(/at most 128/)
    expect((await registerWith('ｐａｓｓｗｏｒｄ')).error).toMatch(/very common/)
    const maxLengthPassword = 'é'.repeat(128).normalize('NFD')
    const { email, status } = await registerWith(maxLengthPassword)
    expect(status).toBe(200)
    expect(await signInStatus(site, email, maxLengthPassword)).toBe(200)
  })
})
