import { expect, test } from 'vitest'
import type { ShelfItem } from '#contract/shelves.ts'
import { moved, placeAfterKey } from '#web/ui/list-order.ts'
import { dealt, itemsOf, placeOf } from './arranged.ts'

const item = (id: string): ShelfItem => ({ id, note: '', addedAt: '2026-11-18T10:00:00Z', zine: null })
const shelf = (...pages: string[]) => pages.map((ids) => ({ items: [...ids].map(item) }))
const ids = (items: { id: string }[]) => items.map(({ id }) => id).join('')

test('wherever an item is moved, the position sent to the server puts it there', () => {
  const before = [...'abcde'].map((id) => ({ id }))
  for (let from = 0; from < before.length; from++)
    for (let to = 0; to < before.length; to++) {
      const after = moved(before, from, to)
      const one = before[from]
      const others = before.filter((each) => each !== one)
      const { before: next, after: last } = { before: undefined, after: undefined, ...placeOf(after, to) }
      const at = last
        ? others.findIndex(({ id }) => id === last) + 1
        : others.findIndex(({ id }) => id === next)
      expect(ids(others.toSpliced(at, 0, one as { id: string }))).toBe(ids(after))
    }
})

test('an item without neighbours is moved to the end', () => {
  expect(placeOf([{ id: 'a' }], 0)).toEqual({ before: null })
})

test('pages keep their lengths, and the last takes the rest', () => {
  expect(dealt(shelf('abc', 'de'), itemsOf(shelf('edcba'))).map(({ items }) => ids(items))).toEqual([
    'edc',
    'ba',
  ])
  expect(dealt(shelf('ab', 'c'), itemsOf(shelf('abcd'))).map(({ items }) => ids(items))).toEqual(['ab', 'cd'])
})

test('a duplicate stays at its first position', () => {
  expect(ids(itemsOf(shelf('abc', 'dbe')))).toBe('abcde')
})

test('arrow keys move by one, Home and End to the ends, and no other key moves', () => {
  expect(
    ['ArrowUp', 'ArrowLeft', 'ArrowDown', 'ArrowRight', 'Home', 'End', 'a'].map((key) =>
      placeAfterKey(key, 2, 5),
    ),
  ).toEqual([1, 1, 3, 3, 0, 4, undefined])
  expect([placeAfterKey('ArrowUp', 0, 5), placeAfterKey('ArrowDown', 4, 5)]).toEqual([0, 4])
})
