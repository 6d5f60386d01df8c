import { expect, test } from 'vitest'
import css from '../fonts.css?raw'
import { subsets, unicodeRange } from './font-subsets.ts'

const faces = css.split('@font-face')

test.each(['bricolage', 'atkinson'])('the styles request %s for the letters of each subset', (name) => {
  for (const [subset, characters] of Object.entries(subsets)) {
    const fontFace = faces.find((rule) => rule.includes(`/${name}-${subset}.woff2`))
    const range = fontFace?.match(/unicode-range:([^;]+);/)?.[1]
    expect(range?.replaceAll(/\s+/g, ' ').trim()).toBe(unicodeRange(characters))
  }
})

test('a letter is in one subset', () => {
  expect([...subsets.rest].filter((character) => subsets.basic.includes(character))).toEqual([])
})
