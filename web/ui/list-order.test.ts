import { expect, test } from 'vitest'
import { arrangeItems, isArranged, moveItem } from '#web/ui/list-order.ts'

const pages = ['a', 'b', 'c', 'd']

test.each([
  [3, 0, 'dabc'],
  [0, 3, 'bcda'],
  [1, 2, 'acbd'],
  [2, 2, 'abcd'],
  [0, 9, 'bcda'],
  [3, -1, 'dabc'],
  [9, 0, 'abcd'],
])('moving index %i to %i gives %s', (from, to, order) => {
  expect(moveItem(pages, from, to).join('')).toBe(order)
  expect(pages.join('')).toBe('abcd')
})

test('some items are rearranged in their positions', () => {
  const keyOf = (item: string) => item
  expect(arrangeItems(['x', 'a', 'y', 'b', 'c'], ['c', 'a', 'b', 'gone'], keyOf)).toEqual(['x', 'c', 'y', 'a', 'b'])
  expect(isArranged(['x', 'a', 'y', 'b'], ['a', 'b'], keyOf)).toBe(true)
  expect(isArranged(['x', 'b', 'y', 'a'], ['a', 'b'], keyOf)).toBe(false)
})
