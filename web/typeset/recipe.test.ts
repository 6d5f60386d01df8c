import { expect, test } from 'vitest'
import { pageTemplates, RecipeV1, RecipeV2 } from '#contract/page-recipe.ts'
import { blankRecipe, knownRecipe } from './recipe.ts'

test.each(pageTemplates)('a blank recipe of the template %s has the defaults of the contract', (template) => {
  expect(blankRecipe(template)).toEqual(RecipeV2.parse({ version: 2, template }))
})

test('a recipe of a later version is not known', () => {
  expect(knownRecipe(blankRecipe('quote'))).toEqual(blankRecipe('quote'))
  expect(knownRecipe({ version: 3, pictures: [] })).toBeUndefined()
  expect(knownRecipe(null)).toBeUndefined()
})

test('a recipe of version 1 is drawn as before', () => {
  const old = RecipeV1.parse({ version: 1, template: 'text', textSize: 1.5 })
  expect(knownRecipe(old)).toEqual({ ...old, version: 2 })
  expect(knownRecipe(old)).toBe(knownRecipe(old))
})

test('the size of a text has a name or a number, and one outside the limits is refused', () => {
  expect(RecipeV2.parse(blankRecipe('text'))).not.toHaveProperty('textSize')
  for (const [textSize, isValid] of [
    ['medium', true],
    ['huge', false],
    [1, true],
    [10, true],
    [0.9, false],
    [11, false],
    [Number.NaN, false],
  ] as const)
    expect(RecipeV2.safeParse({ ...blankRecipe('text'), textSize }).success, String(textSize)).toBe(isValid)
})
