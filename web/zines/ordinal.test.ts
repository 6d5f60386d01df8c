import { expect, test } from 'vitest'
import { ordinal } from './printings.tsx'

test.each([
  [1, 'first'],
  [2, 'second'],
  [10, 'tenth'],
  [11, '11th'],
  [12, '12th'],
  [21, '21st'],
  [22, '22nd'],
  [43, '43rd'],
  [50, '50th'],
])('%i is the %s', (number, words) => {
  expect(ordinal(number)).toBe(words)
})
