import { expect, test } from 'vitest'
import * as limits from '#contract/limits.ts'
import { readPlace } from './read-address.ts'

test.each([
  ['?page=3', 2],
  ['', 0],
  ['?page=0', 0],
  ['?page=-4', 0],
  ['?page=2.5', 0],
  ['?page=nonsense', 0],
  ['?page=99999999', limits.longZinePagesMost - 1],
])('%s opens at place %i', (search, place) => {
  expect(readPlace(new URLSearchParams(search))).toBe(place)
})
