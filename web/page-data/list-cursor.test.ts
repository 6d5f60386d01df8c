import { expect, test } from 'vitest'
import { addressAfter, readCursor } from './list-cursor.ts'

test.each(['abc', 'a+b', 'a/b=&c', undefined])('the rest of a list after %j has an address', (cursor) => {
  const address = addressAfter('/shelf/moths', cursor)
  expect(readCursor(new URL(address, 'https://foldout.example').searchParams)).toBe(cursor)
})

test('a list on its first page has the address of its page', () => {
  expect(addressAfter('/shelf/moths', undefined)).toBe('/shelf/moths')
  expect(addressAfter('/profile/wren', 'a+b')).toBe('/profile/wren?cursor=a%2Bb')
})
