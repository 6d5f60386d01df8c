import { expect, test } from 'vitest'
import { foldedLabel } from './folded-zine.tsx'

test.each([
  [1, ['Page 1']],
  [2, ['Cover', 'Back']],
  [3, ['Cover', 'Page 2', 'Page 3']],
  [6, ['Cover', 'Page 2', 'Page 3', 'Page 4', 'Page 5', 'Back']],
])('%d pages are called so', (count, names) => {
  expect(names.map((_, index) => foldedLabel(index, count))).toEqual(names)
})
