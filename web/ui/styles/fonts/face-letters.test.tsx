import { expect, test } from 'vitest'
import css from '../fonts.css?raw'
import { pieces, unicodeRange } from './face-letters.ts'

const faces = css.split('@font-face')

test.each(['bricolage', 'atkinson'])('the styles request %s for the letters of each subset', (name) => {
  for (const [piece, letters] of Object.entries(pieces)) {
    const face = faces.find((each) => each.includes(`/${name}-${piece}.woff2`))
    const range = face?.match(/unicode-range:([^;]+);/)?.[1]
    expect(range?.replaceAll(/\s+/g, ' ').trim()).toBe(unicodeRange(letters))
  }
})

test('a letter is in one subset', () => {
  expect([...pieces.rest].filter((letter) => pieces.basic.includes(letter))).toEqual([])
})
