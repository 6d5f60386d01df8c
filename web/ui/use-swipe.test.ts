import { expect, test } from 'vitest'
import { turnBySwipe } from './carousel/carousel.tsx'

test('a swipe must be long and sideways', () => {
  expect(turnBySwipe(-60, 10)).toBe(1)
  expect(turnBySwipe(60, -10)).toBe(-1)
  expect(turnBySwipe(-20, 0)).toBe(0)
  expect(turnBySwipe(-60, 90)).toBe(0)
})
