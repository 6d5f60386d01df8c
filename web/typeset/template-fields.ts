import * as limits from '#contract/limits.ts'
import type { PageRecipe, PageTemplate } from '#contract/page-recipe.ts'

/** What a template prints: the label of each text, and how many pictures it has. */
type TemplateFields = {
  name: string
  title?: string
  text?: string
  /** One caption, or one for each panel. */
  caption?: string
  pictures: number
}

export const templateFields: Record<PageTemplate, TemplateFields> = {
  title: { name: 'Title page', title: 'Title', text: 'Subtitle', pictures: 0 },
  text: { name: 'Text', title: 'Heading', text: 'Text', pictures: 0 },
  columns: { name: 'Two columns', title: 'Heading', text: 'Text', pictures: 0 },
  picture: { name: 'Picture', title: 'Heading', caption: 'Caption', pictures: 1 },
  'full-bleed': { name: 'Full picture', title: 'Title', text: 'Text', pictures: 1 },
  quote: { name: 'Quote', text: 'Quote', title: 'Who said it', pictures: 0 },
  list: { name: 'List or recipe', title: 'Heading', text: 'Entries, one per line', pictures: 0 },
  letter: { name: 'Letter', title: 'Place and date', text: 'Letter', pictures: 0 },
  comic: { name: 'Comic', title: 'Title', caption: 'Caption', pictures: limits.recipePanels },
  solid: { name: 'Solid ink', title: 'Words', pictures: 0 },
  back: { name: 'Back cover', title: 'Name', text: 'Year and rights', caption: 'Address for a QR code', pictures: 0 },
}

/** The recipe without what its template does not print. The editor keeps these texts for another template. */
export function printedFields(recipe: PageRecipe) {
  const { title, text, caption, pictures } = templateFields[recipe.template]
  return {
    title: title ? recipe.title : '',
    text: text ? recipe.text : '',
    captions: caption ? recipe.captions.slice(0, Math.max(1, pictures)) : [],
    pictures: recipe.pictures.slice(0, pictures),
  }
}
