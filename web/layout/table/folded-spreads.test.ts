import { expect, test } from 'vitest'
import { foldedSpreads, spreadName } from './folded-zine.tsx'

test('every page is there once and in order, however many there are', () => {
  for (let count = 0; count <= 64; count += 1) {
    expect(foldedSpreads(count).flat()).toEqual(Array.from({ length: count }, (_, place) => place))
  }
})

test.each([
  [1, ['Page 1']],
  [2, ['Cover', 'Back']],
  [5, ['Cover', 'Pages 2–3', 'Pages 4–5']],
  [8, ['Cover', 'Pages 2–3', 'Pages 4–5', 'Pages 6–7', 'Back']],
])('%d pages are called so', (count, names) => {
  expect(foldedSpreads(count).map((spread) => spreadName(spread, count))).toEqual(names)
})
