import { describe, expect, test } from 'vitest'
import { demoMember } from '#demo/demo-member.ts'
import { reader } from '../../../bench/seed/seed-library.ts'
import { isCommonPassword, passwordProblem } from './passwords.ts'

const person = { username: 'night_reader', email: 'night@example.org' }

describe('a password is refused with a sentence', () => {
  test.each(['123456', 'password', 'PassWord', 'qwerty', 'iloveyou', 'letmein', 'dragon', 'football'])(
    'when everybody has it: %s',
    async (password) => {
      expect(await passwordProblem(password, person)).toMatch(/^This password is a very common one.*\.$/)
    },
  )

  test.each(['night_reader', 'Night_Reader', 'night@example.org', 'NIGHT@example.org'])(
    'when it is the name or address it belongs to: %s',
    async (password) => {
      expect(await passwordProblem(password, person)).toMatch(/not your username or email\.$/)
    },
  )
})

test.each([
  demoMember.password,
  reader.password,
  'correct horse',
  'long enough',
  'пароль для всех',
  '🦋🦋🦋🦋🦋🦋',
])('“%s” can be a password', async (password) => {
  expect(await passwordProblem(password, person)).toBeUndefined()
})

test('ten thousand passwords are known, of those that are long enough to be one', async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const refused = await Promise.all(dictionary['passwords-common'].map(isCommonPassword))
  expect(refused.filter(Boolean)).toHaveLength(10_000)
  expect(await isCommonPassword('12345')).toBe(false)
})
