import type { PageRecipe } from '#contract/page-recipe.ts'

export const exampleRecipe = (more: Partial<PageRecipe> = {}): PageRecipe => ({
  version: 2,
  template: 'text',
  title: 'Night bus',
  text: 'The last one leaves at ten past two.\n\nEveryone on it has a reason, and nobody asks.',
  captions: [],
  pictures: [],
  treatment: 'fine',
  style: 'poster',
  paper: 'cream',
  inks: ['black', 'pink'],
  isTextured: true,
  language: 'en',
  ...more,
})
