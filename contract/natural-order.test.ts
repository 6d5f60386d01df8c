import { expect, test } from 'vitest'
import { comparePaths } from './natural-order.ts'

test.each([
  [['p1.png', 'p2.png', 'p3.png', 'p10.png', 'p11.png']],
  [['01.png', '2.png', '003.png', '10.png']],
  [['scan.png', 'scan (2).png', 'scan (10).png']],
  [['scan.png', 'scan 2.png', 'scan 10.png']],
  [['IMG_9.JPG', 'img_10.jpg', 'IMG_11.JPG']],
  [['1.jpg', '1.png', '2.jpg']],
  [['Seite 1.png', 'Seite 2.png', 'zulu.png', '頁1.png', '頁2.png', '頁10.png']],
  [['a/2.png', 'a/10.png', 'a-b/1.png', 'b/1.png', 'b/2/1.png', 'b/10/1.png']],
  [['.hidden', '1.png']],
])('%j is in order', (names) => {
  expect(names.toReversed().sort(comparePaths)).toEqual(names)
})

test('names that differ only in how accents are written are equal', () => {
  expect(comparePaths('cafe\u0301.png', 'caf\u00e9.png')).toBe(0)
})
