import { expect, test } from 'vitest'
import { inks, paperColours } from '#contract/page-recipe.ts'
import { textContrast } from './contrast.ts'

test('black is easy to read on every paper, and yellow on none', () => {
  for (const paper of paperColours) {
    expect(textContrast({ paper, inks: ['black'] })).toBeGreaterThan(10)
    expect(textContrast({ paper, inks: ['yellow'] })).toBeLessThan(3)
  }
})

test('an ink is darker on coloured paper than its own colour', () => {
  // #0078bf on #faf7f0 prints as #0074b4: 4.9 : 1. Without overprinting it would be 4.4 : 1.
  expect(textContrast({ paper: 'white', inks: ['blue'] })).toBeCloseTo(4.68, 1)
})

test('text on a solid is compared with the solid too', () => {
  expect(textContrast({ paper: 'white', inks: ['black', 'violet'], template: 'text' })).toBeGreaterThan(10)
  expect(textContrast({ paper: 'white', inks: ['black', 'violet'], template: 'solid' })).toBeLessThan(4.5)
  expect(textContrast({ paper: 'white', inks: ['black', 'yellow'], template: 'solid' })).toBeGreaterThan(4.5)
})

test('every pair has a ratio between 1 and 21', () => {
  for (const paper of paperColours)
    for (const first of inks)
      for (const second of inks) {
        const ratio = textContrast({ paper, inks: [first, second], template: 'comic' })
        expect(ratio).toBeGreaterThanOrEqual(1)
        expect(ratio).toBeLessThanOrEqual(21)
      }
})
