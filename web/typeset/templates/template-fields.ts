import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import * as limits from '#contract/limits.ts'
import type { PageRecipe, PageTemplate } from '#contract/page-recipe.ts'

/** What a template prints: the labels of its texts, and how many pictures it has. */
type TemplateFields = {
  name: MessageDescriptor
  title: MessageDescriptor
  text: MessageDescriptor
  /** The label of the caption, or of the captions of all panels. */
  caption?: MessageDescriptor
  pictures: number
}

export const templateFields: Record<PageTemplate, TemplateFields> = {
  title: { name: msg`Title page`, title: msg`Title`, text: msg`Subtitle`, pictures: 1 },
  text: { name: msg`Text`, title: msg`Heading`, text: msg`Text`, pictures: 0 },
  columns: { name: msg`Two columns`, title: msg`Heading`, text: msg`Text`, pictures: 0 },
  picture: { name: msg`Image`, title: msg`Heading`, text: msg`Text`, caption: msg`Caption`, pictures: 1 },
  'full-bleed': { name: msg`Full image`, title: msg`Heading`, text: msg`Text`, caption: msg`Caption`, pictures: 1 },
  quote: { name: msg`Quote`, title: msg`Who said it`, text: msg`Quote`, pictures: 0 },
  list: { name: msg`List or recipe`, title: msg`Heading`, text: msg`Entries, one per line`, pictures: 0 },
  letter: { name: msg`Letter`, title: msg`Heading`, text: msg`Letter`, pictures: 0 },
  comic: {
    name: msg`Comic`,
    title: msg`Heading`,
    text: msg`Text`,
    caption: msg`Caption`,
    pictures: limits.recipePanels,
  },
  solid: { name: msg`Solid ink`, title: msg`Heading`, text: msg`Text`, pictures: 0 },
  back: {
    name: msg`Back cover`,
    title: msg`Name`,
    text: msg`Year and rights`,
    caption: msg`Address, as a QR code`,
    pictures: 0,
  },
}

/** Covers and pages filled by a picture have no number. */
export const hasFolio = (template: PageTemplate) => !['title', 'full-bleed', 'back'].includes(template)

/** The captions and pictures that the template prints. The editor keeps the others for another template. */
export function printedParts({ template, captions, pictures }: PageRecipe) {
  const { caption, pictures: count } = templateFields[template]
  return { captions: caption ? captions.slice(0, Math.max(1, count)) : [], pictures: pictures.slice(0, count) }
}
