import { expect, test } from 'vitest'
import { imageAddress } from '#contract/media-address.ts'
import type { PageRecipe } from '#contract/page-recipe.ts'
import { areHalves, divideOverTwo, listLonelyHalves } from './picture-spread.ts'
import { blankRecipe } from './recipe.ts'

const text = blankRecipe('text')
const url = imageAddress('a'.repeat(32))
const picture: PageRecipe = { ...blankRecipe('full-bleed'), title: 'Sea', pictures: [{ url, altText: 'The sea' }] }
const [left, right] = divideOverTwo(picture, 'ltr') as [PageRecipe, PageRecipe]

test('both pages show the same picture, and the text is on the page that is read first', () => {
  expect([left, right].map(({ spread, title }) => [spread, title])).toEqual([
    ['left', 'Sea'],
    ['right', ''],
  ])
  expect(divideOverTwo(picture, 'rtl').map(({ spread, title }) => [spread, title])).toEqual([
    ['right', 'Sea'],
    ['left', ''],
  ])
  expect(right.pictures).toEqual(picture.pictures)
  expect(areHalves(left, right)).toBe(true)
  expect(areHalves(left, left)).toBe(false)
  expect(areHalves(left, { ...right, pictures: [{ url: imageAddress('b'.repeat(32)), altText: '' }] })).toBe(false)
})

test('halves that do not face each other are found', () => {
  expect(listLonelyHalves([text, left, right, text], 'ltr')).toEqual([])
  expect(listLonelyHalves([text, right, left, text], 'rtl')).toEqual([])
  expect(listLonelyHalves([text, text, left, right], 'ltr')).toEqual([3, 4])
  expect(listLonelyHalves([left, right], 'ltr')).toEqual([1, 2])
  expect(listLonelyHalves([text, left, right], 'rtl')).toEqual([2, 3])
  expect(listLonelyHalves([text, left, undefined, right], 'ltr')).toEqual([2, 4])
  expect(listLonelyHalves([text, left], 'ltr')).toEqual([2])
  const moved = { ...right, pictures: [{ url, altText: '', frame: { x: 0.2, y: 0.5, zoom: 1, turn: 0 } }] }
  expect(listLonelyHalves([text, left, moved], 'ltr')).toEqual([2, 3])
  expect(listLonelyHalves([text, { ...left, template: 'text' }], 'ltr')).toEqual([])
})
