import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editsApart, isForgivable, lettersApart } from './vocabulary.queries.ts'

test.each([
  ['kitchen', 'kitchen', 0],
  ['kitchn', 'kitchen', 1],
  ['kicthen', 'kitchen', 2],
  ['moth', 'lamp', 4],
  ['город', 'горд', 1],
])('%s and %s are %i edits apart', (one, other, letters) => {
  expect(lettersApart(one, other)).toBe(letters)
  expect(lettersApart(other, one)).toBe(letters)
})

/** The edit distance by definition: the first letters are equal, or one was omitted, added or replaced. */
function apartByDefinition([first, ...rest]: string[], [other, ...others]: string[]): number {
  if (first === undefined || other === undefined)
    return [first, ...rest, other, ...others].filter((letter) => letter !== undefined).length
  if (first === other) return apartByDefinition(rest, others)
  const ways = [
    apartByDefinition(rest, [other, ...others]),
    apartByDefinition([first, ...rest], others),
    apartByDefinition(rest, others),
  ]
  return 1 + Math.min(...ways)
}

test('edit distance follows the definition, in any script', () => {
  const word = fc.array(fc.constantFrom(...'abж한𐐨𐐩'), { maxLength: 6 })
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(lettersApart(one.join(''), other.join(''))).toBe(apartByDefinition(one, other))
    }),
    { numRuns: 500 },
  )
})

test('words of four letters or more are corrected, and only words', () => {
  for (const text of ['moth', 'ночь', 'kitchenwindow', '한국잡지']) expect(isForgivable(text)).toBe(true)
  for (const text of ['owl', '1984', 'zine12', '東京の夜に', '++++']) expect(isForgivable(text)).toBe(false)
})

test('two transposed letters are one edit', () => {
  expect(editsApart('moht', 'moth')).toBe(1)
  expect(editsApart('mtho', 'moth')).toBe(2)
})
