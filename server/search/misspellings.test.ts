import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance, isCorrectable, levenshteinDistance } from './vocabulary.queries.ts'

test.each([
  ['kitchen', 'kitchen', 0],
  ['kitchn', 'kitchen', 1],
  ['kicthen', 'kitchen', 2],
  ['moth', 'lamp', 4],
  ['город', 'горд', 1],
])('%s and %s are %i edits apart', (a, b, distance) => {
  expect(levenshteinDistance(a, b)).toBe(distance)
  expect(levenshteinDistance(b, a)).toBe(distance)
})

/** The edit distance by definition: the first letters are equal, or one was omitted, added or replaced. */
function distanceByDefinition([first, ...rest]: string[], [b, ...others]: string[]): number {
  if (first === undefined || b === undefined)
    return [first, ...rest, b, ...others].filter((character) => character !== undefined).length
  if (first === b) return distanceByDefinition(rest, others)
  const distances = [
    distanceByDefinition(rest, [b, ...others]),
    distanceByDefinition([first, ...rest], others),
    distanceByDefinition(rest, others),
  ]
  return 1 + Math.min(...distances)
}

test('edit distance follows the definition, in any script', () => {
  const word = fc.array(fc.constantFrom(...'abж한𐐨𐐩'), { maxLength: 6 })
  fc.assert(
    fc.property(word, word, (a, b) => {
      expect(levenshteinDistance(a.join(''), b.join(''))).toBe(distanceByDefinition(a, b))
    }),
    { numRuns: 500 },
  )
})

test('words of four letters or more are corrected, and only words', () => {
  for (const text of ['moth', 'ночь', 'kitchenwindow', '한국잡지']) expect(isCorrectable(text)).toBe(true)
  for (const text of ['owl', '1984', 'zine12', '東京の夜に', '++++']) expect(isCorrectable(text)).toBe(false)
})

test('two transposed letters are one edit', () => {
  expect(editDistance('moht', 'moth')).toBe(1)
  expect(editDistance('mtho', 'moth')).toBe(2)
})
