import { expect, test } from 'vitest'
import { usernameKey, usernameKeys } from './username-key.ts'

const letters = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => /[\p{L}\p{N}\p{M}_.-]/u.test(letter))

test('the key is idempotent, and independent of case and normalisation form, for every letter', () => {
  const wrongLetters = letters.filter((letter) => {
    const name = `a${letter}a`
    const key = usernameKey(name)
    const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => name.normalize(form))
    return [key, name.toLowerCase(), name.toUpperCase(), ...forms].some((other) => usernameKey(other) !== key)
  })
  expect(wrongLetters).toEqual([])
})

test.each([
  ['moonlight', 'MOONLIGHT'],
  ['moonlight', 'm00n1ight'],
  ['moonlight', 'rnoonIight'],
  ['anna', 'аnnа'],
  ['Bob', 'Вob'],
  ['paper', 'рареr'],
  ['oslo', 'οslο'],
  ['bill', 'BI|1'],
  ['scope', 'ѕсоре'],
  ['dave', 'Ꭰave'],
  ['kiosk', 'ｋｉｏｓｋ'],
  ['ёлка', 'ëлка'],
  ['élan', 'e\u0301lan'],
  ['strasse', 'Straße'],
  ['ΟΔΟΣ', 'οδός'.normalize('NFD').replace('\u0301', '')],
  ['ロボット', '口ボット'],
  ['İpek', 'ipek'],
  ['İpek', 'ıpek'],
  ['İpek', 'İPEK'.toLowerCase()],
  ['ALİ', 'ali'],
  ['admin', 'admin.'],
  ['admin', 'Admin-_'],
  ['moderator', 'moderator_'],
  ['moth', '__moth'],
  ['moth', 'moth._-.'],
  ['moth', 'mothʼ'],
  ['moth', 'mothˍ'],
  ['moth', 'mothꓸ'],
  ['محمد', 'محمدـ'],
  ['имя', 'имя.'],
  ['猫カフェ', '猫カフェ_'],
])('%s and %s are one', (one, other) => {
  expect(usernameKey(one)).toBe(usernameKey(other))
})

test.each([
  ['elan', 'élan'],
  ['ana', 'ava'],
  ['guy', 'guu'],
  ['night_reader', 'night-reader'],
  ['zine2', 'zine3'],
  ['müller', 'muller'],
  ['한글', '하늘'],
  ['محمد', 'محمود'],
  ['コーヒー', 'コヒ'],
  ['Пётр', 'Павел'],
  ['a.b', 'ab'],
  ['moth_', 'moth1'],
  ['コーヒ', 'コーヒー'],
  ['佐', '佐々'],
  ['לוי', 'לו'],
  ['नी', 'न'],
])('%s and %s are two', (one, other) => {
  expect(usernameKey(one)).not.toBe(usernameKey(other))
})

test('no two ASCII username characters share a key except o and 0, and i, l and 1', () => {
  const keys = [...'abcdefghijklmnopqrstuvwxyz0123456789_.-'].map((letter) => usernameKey(`a${letter}a`))
  expect(keys.length - new Set(keys).size).toBe(3)
})

test('an account is looked for with the keys of all rules, the strictest first', () => {
  expect(usernameKeys('İ00l_')).toEqual(['i\u030700l_', 'i\u0307ooi_', 'iooi'])
})
