import type { PageRecipe, PageTemplate, StoredRecipe } from '#contract/page-recipe.ts'

const version: PageRecipe['version'] = 2

/** The recipe, if this release can draw it. The browser does not load the schema, so only the version is checked. */
export const knownRecipe = (recipe: StoredRecipe | undefined): PageRecipe | undefined =>
  recipe && recipe.version <= version ? ({ ...recipe, version } as PageRecipe) : undefined

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
