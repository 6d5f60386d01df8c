import { expect, test } from 'vitest'
import { inEnglish } from '#contract/in-english.ts'
import { pageRatio } from './paper-formats.ts'
import { paperName } from './paper-names.ts'

const a5 = { width: 1480, height: 2100 }
const landscapeA5 = { width: 2100, height: 1480 }

/** In English, unless it is a ratio. */
function nameOf(...parameters: Parameters<typeof paperName>) {
  const name = paperName(...parameters)
  return typeof name === 'object' ? inEnglish(name) : name
}

test.each([
  ['A5', a5, 'A-size'],
  ['A5 at screen size', { width: 420, height: 595 }, 'A-size'],
  ['A5, landscape', landscapeA5, 'A-size landscape'],
  ['half-letter', { width: 1650, height: 2550 }, 'Half-letter'],
  ['half-letter, landscape', { width: 2550, height: 1650 }, 'Half-letter landscape'],
  ['an almost square picture', { width: 1010, height: 1000 }, 'Square'],
  ['4:5', { width: 1080, height: 1350 }, '4:5'],
  ['4:5, landscape', { width: 1350, height: 1080 }, '5:4'],
  ['9:16', { width: 1080, height: 1920 }, '9:16'],
  ['16:9', { width: 1920, height: 1080 }, '16:9'],
  ['letter', { width: 850, height: 1100 }, '7:9'],
  ['a photo', { width: 3000, height: 4000 }, '3:4'],
  ['a photo, landscape', { width: 3000, height: 2000 }, '3:2'],
  ['two percent from A-size', { width: 721, height: 1000 }, 'A-size'],
  ['three percent from A-size', { width: 729, height: 1000 }, '8:11'],
  ['a strip', { width: 10, height: 1000 }, '1:100'],
])('the format of pictures is the paper they fit, otherwise their ratio: %s', (_, picture, name) => {
  expect(nameOf('pictures', picture)).toBe(name)
})

test('a chosen format keeps its name with any picture, and is turned for a landscape one', () => {
  expect(nameOf('half-letter', a5)).toBe('Half-letter')
  expect(nameOf('9:16', landscapeA5)).toBe('9:16 landscape')
  expect(nameOf('square', landscapeA5)).toBe('Square')
  expect(nameOf('a-size', undefined)).toBe('A-size')
  expect(pageRatio('half-letter', a5)).toBe(5.5 / 8.5)
  expect(pageRatio('half-letter', landscapeA5)).toBe(8.5 / 5.5)
  expect(pageRatio('square', landscapeA5)).toBe(1)
})

test('a picture that fills the paper up to two percent has no margin', () => {
  expect(pageRatio('a-size', { width: 420, height: 595 })).toBe(420 / 595)
  expect(pageRatio('a-size', { width: 595, height: 420 })).toBe(595 / 420)
  expect(pageRatio('a-size', { width: 729, height: 1000 })).toBe(Math.SQRT1_2)
})

test('the format of pictures of unknown size is unknown', () => {
  for (const picture of [undefined, { width: null, height: null }, { width: 0, height: 100 }]) {
    expect(pageRatio('pictures', picture)).toBeUndefined()
    expect(paperName('pictures', picture)).toBeUndefined()
  }
})
