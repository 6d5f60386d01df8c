import { expect, test } from 'vitest'
import { usernameKey } from './username-key.ts'

const letters = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((letter) => /[\p{L}\p{N}\p{M}_.-]/u.test(letter))

test('the key is idempotent, and independent of case and normalisation form, for every letter', () => {
  const wrongLetters = letters.filter((letter) => {
    const key = usernameKey(letter)
    const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'].map((form) => letter.normalize(form))
    return [key, letter.toLowerCase(), letter.toUpperCase(), ...forms].some((other) => usernameKey(other) !== key)
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
])('%s and %s are two', (one, other) => {
  expect(usernameKey(one)).not.toBe(usernameKey(other))
})

test('no two ASCII username characters share a key except o and 0, and i, l and 1', () => {
  const keys = [...'abcdefghijklmnopqrstuvwxyz0123456789_.-'].map(usernameKey)
  expect(keys.length - new Set(keys).size).toBe(3)
})
