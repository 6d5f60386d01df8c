import { expect, test } from 'vitest'
import { foldedSpreads, spreadLabel } from './folded-zine.tsx'

test.each([
  [1, ['Page 1']],
  [2, ['Cover', 'Back']],
  [5, ['Cover', 'Pages 2–3', 'Pages 4–5']],
  [8, ['Cover', 'Pages 2–3', 'Pages 4–5', 'Pages 6–7', 'Back']],
])('%d pages are called so', (count, names) => {
  expect(foldedSpreads(count).map((spread) => spreadLabel(spread, count))).toEqual(names)
})
