import { expect, test } from 'vitest'
import { movePage, wrapped } from './draft-pages.ts'

const pages = ['a', 'b', 'c', 'd']

test.each([
  [3, 0, 'dabc'],
  [0, 3, 'bcda'],
  [1, 2, 'acbd'],
  [2, 2, 'abcd'],
  [0, 9, 'bcda'],
  [3, -1, 'dabc'],
  [9, 0, 'abcd'],
])('moving place %i to %i gives %s', (from, to, order) => {
  expect(movePage(pages, from, to).join('')).toBe(order)
  expect(pages.join('')).toBe('abcd')
})

test('looking on past the last page comes to the first, and back', () => {
  expect(wrapped(4, 4)).toBe(0)
  expect(wrapped(-1, 4)).toBe(3)
  expect(wrapped(2, 4)).toBe(2)
  expect(wrapped(1, 0)).toBe(0)
})
