import { expect, test } from 'vitest'
import { pageTemplates, RecipeV1 } from '#contract/page-recipe.ts'
import { blankRecipe, knownRecipe } from './recipe.ts'

test.each(pageTemplates)('a blank recipe of the template %s has the defaults of the contract', (template) => {
  expect(blankRecipe(template)).toEqual(RecipeV1.parse({ version: 1, template }))
})

test('a recipe of a later version is not known', () => {
  expect(knownRecipe(blankRecipe('quote'))).toEqual(blankRecipe('quote'))
  expect(knownRecipe({ version: 2, pictures: [] })).toBeUndefined()
  expect(knownRecipe(null)).toBeUndefined()
})

test('old recipes stay as they are, and a size outside the limits is refused', () => {
  expect(RecipeV1.parse(blankRecipe('text'))).not.toHaveProperty('textSize')
  for (const [textSize, isValid] of [
    [1, true],
    [10, true],
    [0.9, false],
    [11, false],
    [Number.NaN, false],
  ] as const)
    expect(RecipeV1.safeParse({ ...blankRecipe('text'), textSize }).success, String(textSize)).toBe(isValid)
})
