import { msg } from '@lingui/core/macro'
import * as limits from '#contract/limits.ts'
import type { PageRecipe, PageTemplate } from '#contract/page-recipe.ts'

/** What a template prints: the labels of its texts, and how many pictures it has. */
type TemplateFields = {
  name: string
  title: string
  text: string
  /** The label of the caption, or of the captions of all panels. */
  caption?: string
  pictures: number
}

export const templateFields: Record<PageTemplate, TemplateFields> = {
  title: { name: 'Title page', title: msg`Title`, text: msg`Subtitle`, pictures: 1 },
  text: { name: 'Text', title: msg`Heading`, text: msg`Text`, pictures: 0 },
  columns: { name: 'Two columns', title: msg`Heading`, text: msg`Text`, pictures: 0 },
  picture: { name: 'Image', title: msg`Heading`, text: msg`Text`, caption: msg`Caption`, pictures: 1 },
  'full-bleed': { name: 'Full image', title: msg`Heading`, text: msg`Text`, caption: msg`Caption`, pictures: 1 },
  quote: { name: 'Quote', title: msg`Who said it`, text: msg`Quote`, pictures: 0 },
  list: { name: 'List or recipe', title: msg`Heading`, text: msg`Entries, one per line`, pictures: 0 },
  letter: { name: 'Letter', title: msg`Heading`, text: msg`Letter`, pictures: 0 },
  comic: { name: 'Comic', title: msg`Heading`, text: msg`Text`, caption: msg`Caption`, pictures: limits.recipePanels },
  solid: { name: 'Solid ink', title: msg`Heading`, text: msg`Text`, pictures: 0 },
  back: {
    name: 'Back cover',
    title: msg`Name`,
    text: msg`Year and rights`,
    caption: msg`Address, as a QR code`,
    pictures: 0,
  },
}

/** The captions and pictures that the template prints. The editor keeps the others for another template. */
export function printedParts({ template, captions, pictures }: PageRecipe) {
  const { caption, pictures: count } = templateFields[template]
  return { captions: caption ? captions.slice(0, Math.max(1, count)) : [], pictures: pictures.slice(0, count) }
}
