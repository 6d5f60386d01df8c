import { expect, test } from 'vitest'
import { turn, turnByKey } from './carousel.tsx'

test('pages follow each other in a circle, in both directions', () => {
  expect([0, 1, 2].map((index) => turn(index, 1, 3))).toEqual([1, 2, 0])
  expect([0, 1, 2].map((index) => turn(index, -1, 3))).toEqual([2, 0, 1])
})

test('a zine of one page or none stays where it is', () => {
  expect(turn(0, 1, 1)).toBe(0)
  expect(turn(0, -1, 0)).toBe(0)
})

test('arrows turn, Home and End go to the ends, other keys are not ours', () => {
  expect(turnByKey('ArrowLeft', 0, 4)).toBe(3)
  expect(turnByKey('ArrowRight', 3, 4)).toBe(0)
  expect(turnByKey('Home', 2, 4)).toBe(0)
  expect(turnByKey('End', 2, 4)).toBe(3)
  expect(turnByKey('a', 2, 4)).toBeUndefined()
})
