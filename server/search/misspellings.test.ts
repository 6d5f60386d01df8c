import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  editsApart,
  isForgivable,
  lettersApart,
  nearestSpellings,
  nearSpellings,
  thirdsOfLong,
} from './misspellings.ts'

test.each([
  ['kitchen', 'kitchen', 0],
  ['kitchn', 'kitchen', 1],
  ['kicthen', 'kitchen', 2],
  ['moth', 'lamp', 4],
  ['город', 'горд', 1],
])('%s and %s are %i letters apart', (one, other, letters) => {
  expect(lettersApart(one, other)).toBe(letters)
  expect(lettersApart(other, one)).toBe(letters)
})

const word = (letters: string, minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...letters), { minLength, maxLength }).map((some) => some.join(''))
const withoutALetter = (text: string) => [
  text,
  ...[...text].map((_, at) => text.slice(0, at) + text.slice(at + 1)),
]

const meets = (spellings: Iterable<string>, word: string) => {
  const all = new Set(spellings)
  return withoutALetter(word).some((text) => all.has(text))
}

test('the spellings of a word meet every word within two letters, or that word without a letter', () => {
  fc.assert(
    fc.property(word('abc', 4, 9), word('abc', 2, 11), (one, other) => {
      if (lettersApart(one, other) <= 2) expect(meets(nearSpellings(one), other)).toBe(true)
      if (editsApart(one, other) <= 1) expect(meets(nearestSpellings(one), other)).toBe(true)
    }),
    { numRuns: 3_000 },
  )
})

test('what was typed partly on the keyboard of another script meets words of either', () => {
  fc.assert(
    fc.property(word('абa', 4, 7), word('аб', 4, 7), (one, other) => {
      if (lettersApart(one, other) <= 2) expect(meets(nearSpellings(one), other)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

test('a third of a long word is in every word within two letters', () => {
  fc.assert(
    fc.property(
      word('ab', 12, 20),
      fc.array(fc.tuple(fc.nat(20), fc.constantFrom('', 'a', 'z'), fc.nat(1)), { maxLength: 2 }),
      (one, changes) => {
        const other = changes.reduce(
          (text, [at, letter, gone]) => text.slice(0, at) + letter + text.slice(at + gone),
          one,
        )
        expect(thirdsOfLong(one)?.some((part) => other.includes(part))).toBe(true)
      },
    ),
  )
  expect(thirdsOfLong('elevenlette')).toBeUndefined()
})

test('words of four letters or more are forgiven, and nothing that is no word', () => {
  for (const text of ['moth', 'ночь', 'kitchenwindow', '한국잡지']) expect(isForgivable(text)).toBe(true)
  for (const text of ['owl', '1984', 'zine12', '東京の夜に', '++++']) expect(isForgivable(text)).toBe(false)
})

test('two letters that changed places are one slip', () => {
  expect(editsApart('moht', 'moth')).toBe(1)
  expect(editsApart('mtho', 'moth')).toBe(2)
})
