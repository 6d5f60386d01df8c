import { expect, test } from 'vitest'
import { inEnglish } from '#web/languages/english.testing.ts'
import { foldedLabel, foldedSpreads } from './folded-zine.tsx'

const labelsOf = (count: number) =>
  foldedSpreads(count).map((spread) => spread.map((index) => inEnglish(foldedLabel(index, count))).join(' '))

test.each([
  [2, ['Cover', 'Back']],
  [3, ['Cover', 'Page 2 Blank', 'Back']],
  [6, ['Cover', 'Page 2 Page 3', 'Page 4 Page 5', 'Blank Blank', 'Back']],
  [8, ['Cover', 'Page 2 Page 3', 'Page 4 Page 5', 'Page 6 Page 7', 'Back']],
  [9, ['Cover', 'Page 2 Page 3', 'Page 4 Page 5', 'Page 6 Page 7', 'Page 8 Blank', 'Blank Blank', 'Back']],
])('%d pages are folded so, and blank ones fill the sheet before the back', (count, spreads) => {
  expect(labelsOf(count)).toEqual(spreads)
})

test('a zine that is too long for a sheet of its own has no blank pages', () => {
  expect(labelsOf(65).join(' ')).not.toContain('Blank')
})
