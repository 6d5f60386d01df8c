import type { PageRecipe, PageTemplate, StoredRecipe } from '#contract/page-recipe.ts'

const version: PageRecipe['version'] = 2

/** Results of layouts belong to a recipe's object, so an old one becomes the same object each time. */
const upgraded = new WeakMap<object, PageRecipe>()

/** The recipe, if this release can draw it. The browser does not load the schema, so only the version is checked. */
export function knownRecipe(recipe: StoredRecipe | undefined): PageRecipe | undefined {
  if (!recipe || recipe.version > version) return undefined
  if (recipe.version === version) return recipe as PageRecipe
  const known = upgraded.get(recipe) ?? ({ ...recipe, version } as PageRecipe)
  upgraded.set(recipe, known)
  return known
}

/** A recipe without texts and pictures, as the editor starts with it. */
export const blankRecipe = (template: PageTemplate): PageRecipe => ({
  version,
  template,
  title: '',
  text: '',
  captions: [],
  pictures: [],
  treatment: 'fine',
  style: 'poster',
  paper: 'cream',
  inks: ['black'],
  isTextured: true,
  language: '',
})

/** What the pages of a zine usually share. */
export type Look = Pick<PageRecipe, 'style' | 'textSize' | 'alignment' | 'paper' | 'inks'>

export const lookOf = ({ style, textSize, alignment, paper, inks }: Look): Look => ({
  style,
  textSize,
  alignment,
  paper,
  inks,
})

/** The same recipe, or one with another page number if pages have numbers. */
export const numberPage = (recipe: PageRecipe, number: number): PageRecipe =>
  !recipe.folio || recipe.folio.number === number ? recipe : { ...recipe, folio: { ...recipe.folio, number } }
