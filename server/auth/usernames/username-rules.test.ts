import { describe, expect, test } from 'vitest'
import { inEnglish } from '#contract/in-english.ts'
import { usernameProblem } from '#contract/registration.ts'
import { registrationNameProblem } from './username-rules.ts'

test.each([
  'night_reader',
  'zine.club-2',
  'e\u0301lan',
  'Ɗanladi',
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
  '東京_zines',
  'نادا_zines',
  'zine_한글',
  'zine_カナ',
  'हिन्दी_zine',
  'zine_ไทย',
])('%s can be a username', (username) => {
  expect(registrationNameProblem(username)).toBeUndefined()
})

describe('a reserved name', () => {
  test.each([
    'admin',
    'ADMIN',
    'adm1n',
    'ａｄｍｉｎ',
    'adrnin',
    'm0derator',
    'admin.',
    'Moderator_',
    'sUpport-._',
    'adminʼ',
    'ADMİN',
  ])('is rejected as %s', (username) => {
    expect(inEnglish(registrationNameProblem(username) ?? '')).toMatch('reserved')
  })

  test('may be part of another', () => {
    expect(registrationNameProblem('administrata')).toBeUndefined()
  })
})

const spacesMessage = 'Usernames cannot have spaces. Use _ . or - instead.'
const emojiMessage = (character: string) => `Usernames cannot have emoji. Please remove “${character}”.`
const invisibleCharacterMessage = 'This username contains an invisible character. Please type it again.'
const startMessage = (character: string) => `Usernames start with a letter or a digit, not with “${character}”.`
const unsupportedMessage = (character: string) =>
  `Usernames can have letters, digits, and _ . - only. Please remove “${character}”.`

test.each([
  ['', 'Please enter a username.'],
  ['ab', 'Usernames are 3 to 30 characters long. This one has 2.'],
  ['x'.repeat(31), 'Usernames are 3 to 30 characters long. This one has 31.'],
  ['𝕏'.repeat(30), ''],
  ['_moth', startMessage('_')],
  ['<b>x</b>', startMessage('<')],
  ['white space', spacesMessage],
  ['\u3000', spacesMessage],
  ['moth🦋', emojiMessage('🦋')],
  ['👩‍🎨', emojiMessage('👩‍🎨')],
  ['🇩🇪_moth', emojiMessage('🇩🇪')],
  ['moth❤\ufe0f', emojiMessage('❤\ufe0f')],
  ['mo!th', unsupportedMessage('!')],
  ['wren@moths.example', unsupportedMessage('@')],
  ['z\u0336a\u0336l\u0336g\u0336o', unsupportedMessage('z\u0336')],
  ['mo\u200bth', invisibleCharacterMessage],
  ['moth\u3164', invisibleCharacterMessage],
  ['\u202ehtom', invisibleCharacterMessage],
  ['mo\u0007th', invisibleCharacterMessage],
])('%j is rejected with the reason', (username, problem) => {
  expect(inEnglish(registrationNameProblem(username) ?? '')).toBe(problem)
  expect(inEnglish(usernameProblem(username) ?? ''), 'in the browser').toBe(problem)
})

test.each(['trіck', 'lаntern', 'Пётр_dj', 'οslo', 'ԁave', 'Ꭰave', 'ＴRIСK', 'аdmin', 'αdmin', 'fοldout', 'suppоrt'])(
  '%s is rejected: it mixes alphabets',
  (username) => {
    const problem = inEnglish(registrationNameProblem(username) ?? '')
    expect(problem).toMatch(/alphabets that look alike: “[іаПоοԁᎠСα]” is not a Latin letter/)
    expect(inEnglish(usernameProblem(username) ?? ''), 'in the browser').toBe(problem)
  },
)

test.each(['ΝΟΡΑ', 'Ƽam'])('%s is rejected: its first letter has the key of a different-looking letter', (username) => {
  expect(inEnglish(registrationNameProblem(username) ?? '')).toMatch('lowercase')
  expect(registrationNameProblem(username.toLowerCase())).toBeUndefined()
})
