import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PageRecipe, TypeStyle } from '#contract/page-recipe.ts'
import { isDrawnOn, loadPen } from '../pen/print-pen.ts'
import { loadHyphenation } from '../setting/hyphenation.ts'
import { forgetMeasurements } from '../setting/measure.ts'
import type { Face } from './faces.ts'
import { fontFilesFor, hasLetters } from './fonts.ts'
import { type FontFile, loadFontFiles } from './load-font-files.ts'

type Style = {
  name: MessageDescriptor
  heading: Face
  body: Face
}

const sans = { substitute: 'onest', weight: 400, leading: 1.36, generic: 'sans-serif' } as const
const mono = { substitute: 'onest', weight: 400, leading: 1.36, generic: 'monospace' } as const
const plain: Face = { ...sans, family: 'plain' }
const courier: Face = { ...mono, family: 'courier' }
const typewriter: Face = { ...mono, family: 'typewriter' }
const handwriting: Face = { ...sans, family: 'handwriting', leading: 1.28 }
const pixel: Face = { ...sans, family: 'pixel', leading: 1.3 }
const book: Face = { family: 'book', substitute: 'book', weight: 400, leading: 1.42, generic: 'serif' }

export const typeStyles: Record<TypeStyle, Style> = {
  poster: {
    name: msg`Poster`,
    heading: { ...sans, family: 'poster', weight: 800, leading: 0.94, stretch: 'semi-condensed' },
    body: plain,
  },
  plain: {
    name: msg({ message: 'Plain', context: 'style of type' }),
    heading: { ...plain, weight: 700, leading: 1.02 },
    body: plain,
  },
  courier: { name: msg`Courier`, heading: { ...courier, weight: 700, leading: 1 }, body: courier },
  typewriter: { name: msg`Typewriter`, heading: { ...typewriter, weight: 700, leading: 1.04 }, body: typewriter },
  stencil: { name: msg`Stencil`, heading: { ...sans, family: 'stencil', weight: 800, leading: 0.98 }, body: courier },
  handwriting: {
    name: msg`Handwriting`,
    heading: { ...sans, family: 'marker', substitute: 'handwriting', weight: 800, leading: 1.08 },
    body: handwriting,
  },
  pixel: { name: msg`Pixel`, heading: { ...pixel, weight: 700, leading: 0.96 }, body: pixel },
  book: {
    name: msg({ message: 'Book', context: 'style of type' }),
    heading: { ...book, weight: 800, leading: 1.04 },
    body: book,
  },
}

const recipeTexts = ({ title, text, captions, bubbles = [], folio }: PageRecipe) =>
  [title, text, ...captions, ...bubbles.map((bubble) => bubble.text), folio?.title].join('\n')

/** Loads the fonts of a page and what else its layout needs, before it is laid out. Returns the files of the fonts. */
export async function loadType(recipe: PageRecipe): Promise<FontFile[]> {
  const { heading, body } = facesOf(recipe)
  const families = [...new Set([heading.family, body.family, 'scripts'])]
  const load = async () => {
    const files = await fontFilesFor(families, recipeTexts(recipe))
    if (await loadFontFiles(files)) forgetMeasurements()
    return files
  }
  const [files] = await Promise.all([load(), loadHyphenation(recipe.language), isDrawnOn(recipe) && loadPen()])
  return files
}

/** The faces of the style that have the letters of the page. Accented capitals and other scripts need more leading. */
export function facesOf(recipe: PageRecipe) {
  const texts = recipeTexts(recipe)
  const { heading, body } = typeStyles[recipe.style]
  const large = recipe.template === 'quote' ? recipe.text : recipe.title
  return {
    heading: { ...withLetters(heading, texts), leading: heading.leading + extraLeading(large || texts) },
    body: { ...withLetters(body, texts), leading: body.leading + (tall.test(texts) ? 0.2 : 0) },
  }
}

/** Titles have tight lines, which accents of capitals, Greek and Cyrillic letters would touch. */
const extraLeading = (text: string) => (tall.test(text) ? 0.24 : accented.test(text.normalize('NFD')) ? 0.14 : 0)

const accented = /\p{Lu}\p{M}|\p{Script=Greek}|\p{Script=Cyrillic}/u
const tall =
  /[\u1ea0-\u1ef9]|\p{Script=Arabic}|\p{Script=Thai}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Devanagari}/u

/** A substitute has the weight of the face, as have other fonts for single letters. */
const withLetters = (face: Face, text: string): Face =>
  hasLetters(face.family, text) ? face : { ...face, family: face.substitute }
