import { expect, test } from 'vitest'
import { inks, paperColours } from '#contract/page-recipe.ts'
import { darkerInk, overprints, paperContrast, solidContrast } from './contrast.ts'

test('black is easy to read on every paper, and yellow on none', () => {
  for (const paper of paperColours) {
    expect(paperContrast({ paper, inks: ['black'] })).toBeGreaterThan(10)
    expect(paperContrast({ paper, inks: ['yellow'] })).toBeLessThan(3)
  }
})

test('an ink is darker on coloured paper than its own colour', () => {
  // #0078bf on #f6eedb prints as #0070a4. Without overprinting it would be 4.09 : 1.
  expect(paperContrast({ paper: 'cream', inks: ['blue'] })).toBeCloseTo(4.71, 1)
})

test('text on a solid is compared with the solid', () => {
  expect(solidContrast({ paper: 'white', inks: ['black', 'violet'] })).toBeLessThan(4.5)
  expect(solidContrast({ paper: 'white', inks: ['black', 'yellow'] })).toBeGreaterThan(4.5)
  expect(solidContrast({ paper: 'white', inks: ['black'] })).toBeGreaterThan(4.5)
})

test('text that cannot be read on the second ink is knocked out of it', () => {
  expect(overprints({ paper: 'cream', inks: ['black', 'pink'] })).toBe(true)
  expect(overprints({ paper: 'cream', inks: ['blue', 'black'] })).toBe(false)
  expect(solidContrast({ paper: 'cream', inks: ['blue', 'black'] })).toBeGreaterThan(10)
  expect(overprints({ paper: 'cream', inks: ['black'] })).toBe(false)
})

test('the darker ink is found', () => {
  expect([darkerInk({ inks: ['yellow', 'black'] }), darkerInk({ inks: ['blue', 'pink'] })]).toEqual([1, 0])
  expect(darkerInk({ inks: ['yellow'] })).toBe(0)
})

test('every pair has a ratio between 1 and 21', () => {
  for (const paper of paperColours)
    for (const first of inks)
      for (const second of inks) {
        const ratio = solidContrast({ paper, inks: [first, second] })
        expect(ratio).toBeGreaterThanOrEqual(1)
        expect(ratio).toBeLessThanOrEqual(21)
      }
})
