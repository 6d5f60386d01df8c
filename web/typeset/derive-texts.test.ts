import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as limits from '#contract/limits.ts'
import { type PageRecipe, pageTemplates } from '#contract/page-recipe.ts'
import { ownDescription } from '#web/details/page-description.ts'
import { applyRecipe, deriveTexts } from './derive-texts.ts'
import { blankRecipe } from './recipe.ts'
import { plainText, plainWords } from './setting/markdown.ts'

const recipeOf = (change: Partial<PageRecipe>): PageRecipe => ({ ...blankRecipe('text'), ...change })
const blankPage = { altText: '', transcript: '', recipe: null, isFromDocument: false }
const url = '/media/a-1600.webp'

test('the texts of a page are in reading order', () => {
  const page = { title: 'Moths', text: 'One.\n\nTwo.' }
  expect(deriveTexts(recipeOf(page))).toEqual({ altText: 'Page of text: Moths.', transcript: 'Moths\n\nOne.\n\nTwo.' })
  expect(deriveTexts(recipeOf({ template: 'quote', title: 'A moth', text: 'Lamps!' }))).toEqual({
    altText: 'Quote: Lamps!',
    transcript: 'Lamps!\n\nA moth',
  })
  const pictures = [{ url, altText: 'A lamp' }, null, { url, altText: 'A moth.' }]
  expect(deriveTexts(recipeOf({ template: 'comic', pictures, captions: ['Dusk', '', 'Night'] }))).toEqual({
    altText: 'Comic. Panel 1: A lamp. Panel 3: A moth.',
    transcript: 'Dusk\n\nNight',
  })
})

test('a drawing is described after the pictures, while there is one', () => {
  const drawing = { strokes: [{ ink: 0 as const, width: 'thin' as const, points: '1 2 3' }], altText: ' Two moths ' }
  const page = recipeOf({ template: 'picture', pictures: [{ url, altText: 'A lamp' }], drawing })
  expect(deriveTexts(page).altText).toBe('Page with a picture. A lamp. Two moths.')
  expect(deriveTexts({ ...page, drawing: { ...drawing, strokes: [] } }).altText).toBe('Page with a picture. A lamp.')
})

test('marks are left out, except those of lists', () => {
  const text = 'One **bold** moth.\n\n## Lamps\n- porch\n| a | b |\n|---|---|'
  expect(deriveTexts(recipeOf({ title: '*Moths*', text }))).toEqual({
    altText: 'Page of text: Moths.',
    transcript: 'Moths\n\nOne bold moth.\n\nLamps\n- porch\na · b',
  })
  expect(deriveTexts(recipeOf({ template: 'list', text: 'leek\n**salt**' }))).toEqual({
    altText: 'List: leek salt.',
    transcript: '- leek\n- salt',
  })
})

test('texts that an earlier release derived follow the recipe', () => {
  const before = recipeOf({ template: 'list', title: 'Soup', text: 'leek\n**salt**' })
  const page = { ...blankPage, recipe: before, altText: 'List: Soup.', transcript: 'Soup\n\nleek\n**salt**' }
  expect(applyRecipe(page, { ...before, text: 'rice' })).toMatchObject({ transcript: 'Soup\n\n- rice' })
})

test('the description keeps what the maker wrote, without what repeats the words of the page', () => {
  const words = fc.array(fc.constantFrom('moth', 'lamp.', '夜', '\n', '\n\n', '- ', '**salt**', 'x'.repeat(90)), {
    maxLength: 12,
  })
  const text = words.map((list) => list.join(' '))
  const title = text.map((one) => one.replaceAll('\n', ' '))
  fc.assert(
    fc.property(fc.record({ template: fc.constantFrom(...pageTemplates), title, text }), (change) => {
      const recipe = recipeOf({ ...change, pictures: [{ url, altText: 'A door.' }] })
      const { altText, transcript } = deriveTexts(recipe)
      const panel = recipe.template === 'comic' ? 'Panel 1: ' : ''
      const own = altText.endsWith('A door.') ? `${panel}A door.` : ''
      expect(ownDescription(altText, transcript)).toBe(transcript ? own : altText)
    }),
    // A text that is only the mark of a list, and one that ends with a list.
    {
      examples: [
        [{ template: 'quote', title: 'moth', text: '- ' }],
        [{ template: 'title', title: '', text: 'lamp. \n\n -  moth' }],
      ],
    },
  )
  for (const own of ['A large moth', 'Quote: not on the page', 'List'])
    expect(ownDescription(own, 'Moths\n\nand lamps')).toBe(own)
})

test('captions and pictures that the template does not print are not part of the page', () => {
  const pictures = [{ url, altText: 'A lamp' }]
  expect(deriveTexts(recipeOf({ template: 'solid', text: 'Lamps', captions: ['Dusk'], pictures }))).toEqual({
    altText: 'Page of solid ink: Lamps.',
    transcript: 'Lamps',
  })
})

test('texts follow the recipe until the maker edits them', () => {
  const first = applyRecipe(blankPage, recipeOf({ title: 'Moths' }))
  expect(first).toMatchObject({ altText: 'Page of text: Moths.', transcript: 'Moths' })
  const edited = { ...first, altText: 'Large letters' }
  const second = recipeOf({ title: 'Lamps' })
  expect(applyRecipe(edited, second)).toMatchObject({ altText: 'Large letters', transcript: 'Lamps', recipe: second })
  expect(applyRecipe({ ...first, transcript: ' ' }, second)).toMatchObject({ transcript: 'Lamps' })
})

test('texts typed before a page was made here stay', () => {
  const page = { ...blankPage, transcript: 'From a PDF', isFromDocument: true }
  expect(applyRecipe(page, recipeOf({ title: 'Moths' }))).toMatchObject({
    altText: 'Page of text: Moths.',
    transcript: 'From a PDF',
    isFromDocument: false,
  })
})

test('every word of a printed text is in the transcript, and nothing is too long', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 200 })
  const panels = fc.array(fc.option(fc.record({ url: fc.constant(url), altText: words })), { maxLength: 6 })
  const fields = { title: words, text: words, captions: fc.array(words, { maxLength: 6 }), pictures: panels }
  fc.assert(
    fc.property(fc.record({ template: fc.constantFrom(...pageTemplates), ...fields }), (change) => {
      const { altText, transcript } = deriveTexts(recipeOf(change))
      expect(altText.length).toBeLessThanOrEqual(limits.altText)
      expect(altText.isWellFormed()).toBe(true)
      expect(transcript.length).toBeLessThanOrEqual(limits.transcript)
      const lettersOf = (text: string) => text.replaceAll(/[^\p{L}]/gu, '')
      for (const text of [plainWords(change.title), plainText(change.text)])
        expect(lettersOf(transcript)).toContain(lettersOf(text))
    }),
  )
})
