import { expect, test } from 'vitest'
import { closestAspectRatio } from './aspect-ratio.ts'

const a5 = { width: 1480, height: 2100 }

test.each([
  ['a-size', '4:5'],
  ['half-letter', '9:16'],
  ['square', '1:1'],
  ['4:5', '4:5'],
  ['9:16', '9:16'],
  ['pictures', '4:5'],
] as const)('of A5 pictures on the paper %s, %s is the closest aspect ratio', (format, ratio) => {
  expect(closestAspectRatio(format, a5)).toBe(ratio)
})

test.each([
  [400, 400, '1:1'],
  [300, 533, '9:16'],
  [595, 842, '4:5'],
  [842, 595, '1:1'],
])('pictures of %d × %d are closest to %s', (width, height, ratio) => {
  expect(closestAspectRatio('pictures', { width, height })).toBe(ratio)
})

test('pictures of unknown size have no closest ratio', () => {
  expect(closestAspectRatio('pictures', undefined)).toBeUndefined()
})
