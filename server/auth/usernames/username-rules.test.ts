import { describe, expect, test } from 'vitest'
import { registrationNameProblem } from './username-rules.ts'

test.each([
  'night_reader',
  'zine.club-2',
  'محمد',
  'پریسا',
  '日本語',
  'コーヒー',
  'Пётр',
  'Зина',
  'Νίκος',
  'Գրիգոր',
  'हिन्दी',
  'தமிழ்',
  'สมชาย',
  'e\u0301lan',
  '東京_zines',
  'Ɗanladi',
])('%s can be a username', (username) => {
  expect(registrationNameProblem(username)).toBeUndefined()
})

describe('a reserved name', () => {
  test.each([
    'admin',
    'ADMIN',
    'аdmin',
    'adm1n',
    'ａｄｍｉｎ',
    'adrnin',
    'αdmin',
    'fοldout',
    'm0derator',
    'suppоrt',
  ])('is refused as %s', (username) => {
    expect(registrationNameProblem(username)).toMatch('reserved')
  })

  test('may be part of another', () => {
    expect(registrationNameProblem('administrata')).toBeUndefined()
  })
})

test.each([
  ['', 'Please enter a username.'],
  ['ab', '3 to 30'],
  ['x'.repeat(31), '3 to 30'],
  ['𝕏'.repeat(30), undefined],
  ['_moth', 'letters, digits'],
  ['white space', 'letters, digits'],
  ['<b>x</b>', 'letters, digits'],
  ['moth🦋', 'letters, digits'],
  ['z\u0336a\u0336l\u0336g\u0336o', 'letters, digits'],
  ['mo\u200bth', 'letters, digits'],
  ['moth\u3164', 'letters, digits'],
  ['\u202ehtom', 'letters, digits'],
])('%j is told %j', (username, problem) => {
  if (problem) expect(registrationNameProblem(username)).toMatch(problem)
  else expect(registrationNameProblem(username)).toBeUndefined()
})

test.each(['trіck', 'lаntern', 'Пётр_dj', 'οslo', 'ԁave', 'Ꭰave', 'ＴRIСK'])(
  '%s is refused: it mixes alphabets',
  (username) => {
    expect(registrationNameProblem(username)).toMatch('alphabets')
  },
)

test.each(['東京_zines', 'نادا_zines', 'zine_한글', 'zine_カナ', 'हिन्दी_zine', 'zine_ไทย'])(
  '%s is not: nobody takes one alphabet for the other',
  (username) => {
    expect(registrationNameProblem(username)).toBeUndefined()
  },
)

test.each(['ΝΟΡΑ', 'Ƽam'])(
  '%s is refused: its first letter has the key of another than it looks like',
  (username) => {
    expect(registrationNameProblem(username)).toMatch('lower case')
    expect(registrationNameProblem(username.toLowerCase())).toBeUndefined()
  },
)
