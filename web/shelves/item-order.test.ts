import { expect, test } from 'vitest'
import type { ShelfItem } from '#contract/shelves.ts'
import { indexAfterKey, moveItem } from '#web/ui/list-order.ts'
import { distribute, itemsOf, positionOf } from './item-order.ts'

const item = (id: string): ShelfItem => ({ id, note: '', addedAt: '2026-11-18T10:00:00Z', zine: null })
const shelf = (...pages: string[]) => pages.map((ids) => ({ items: [...ids].map(item) }))
const ids = (items: { id: string }[]) => items.map(({ id }) => id).join('')

test('wherever an item is moved, the position sent to the server puts it there', () => {
  const before = [...'abcde'].map((id) => ({ id }))
  for (let from = 0; from < before.length; from++)
    for (let to = 0; to < before.length; to++) {
      const after = moveItem(before, from, to)
      const movedItem = before[from]
      const others = before.filter((other) => other !== movedItem)
      const { before: next, after: last } = { before: undefined, after: undefined, ...positionOf(after, to) }
      const at = last ? others.findIndex(({ id }) => id === last) + 1 : others.findIndex(({ id }) => id === next)
      expect(ids(others.toSpliced(at, 0, movedItem as { id: string }))).toBe(ids(after))
    }
})

test('an item without neighbours is moved to the end', () => {
  expect(positionOf([{ id: 'a' }], 0)).toEqual({ before: null })
})

test('pages keep their lengths, and the last takes the rest', () => {
  expect(distribute(shelf('abc', 'de'), itemsOf(shelf('edcba'))).map(({ items }) => ids(items))).toEqual(['edc', 'ba'])
  expect(distribute(shelf('ab', 'c'), itemsOf(shelf('abcd'))).map(({ items }) => ids(items))).toEqual(['ab', 'cd'])
})

test('a duplicate stays at its first position', () => {
  expect(ids(itemsOf(shelf('abc', 'dbe')))).toBe('abcde')
})

test('arrow keys move by one, Home and End to the ends, and no other key moves', () => {
  expect(
    ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'Home', 'End', 'a'].map((key) => indexAfterKey(key, 2, 5)),
  ).toEqual([1, 1, 3, 3, 0, 4, undefined])
  expect([indexAfterKey('ArrowUp', 0, 5), indexAfterKey('ArrowDown', 4, 5)]).toEqual([0, 4])
})
