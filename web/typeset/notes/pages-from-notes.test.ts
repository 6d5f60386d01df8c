import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as limits from '#contract/limits.ts'
import { type PageRecipe, RecipeV2, recipeInput } from '#contract/page-recipe.ts'
import { randomRuns } from '#tests/support/random-runs.ts'
import { type NotesToPages, pagesFromNotes } from './pages-from-notes.ts'

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean)

/** Simulates a layout whose pages have space for some words. Spaces become single, as they do on a page. */
const overflowAfter =
  (words: number) =>
  ({ title, text }: PageRecipe) =>
    wordsIn(text)
      .slice(Math.max(0, words - wordsIn(title).length))
      .join(' ')

/** Fewer words are set in larger type. */
const layOut = (overflowOf: (recipe: PageRecipe) => string) => (recipe: PageRecipe) => ({
  overflow: overflowOf(recipe),
  textSize: Math.sqrt(60 / Math.max(10, wordsIn(`${recipe.title} ${recipe.text}`).length)),
})

const look = { style: 'poster', paper: 'cream', inks: ['black', 'pink'], isTextured: true, language: 'en' } as const

type Options = Partial<NotesToPages> & { overflowOf?: (recipe: PageRecipe) => string }

const make = (notes: string, { overflowOf = overflowAfter(60), ...options }: Options = {}) =>
  pagesFromNotes({
    title: 'Eleven Moths',
    notes,
    name: 'night_reader',
    year: 2026,
    look: { ...look, inks: [...look.inks] },
    maxPages: 64,
    layOut: layOut(overflowOf),
    ...options,
  })

const outline = (notes: string, options?: Options) =>
  make(notes, options).recipes.map(({ template, title, text }) => [template, title, text].filter(Boolean).join(' | '))

/** Whether the words occur in this order, with others between. */
function isSubsequence(words: string[], all: string[]) {
  let next = 0
  for (const word of all) if (word === words[next]) next += 1
  return next === words.length
}

const words = fc.array(
  fc.constantFrom('moth', 'lamp', 'Fenster', 'ночь', '夜の電車', 'شاي', 'end.', 'why?', '🦋', 'a'.repeat(30)),
  { minLength: 1, maxLength: 50 },
)
const block = fc.oneof(
  { weight: 4, arbitrary: words.map((list) => ({ lines: [list.join(' ')], words: list })) },
  words.map((list) => ({ lines: [`# ${list.slice(0, 6).join(' ')}`], words: list.slice(0, 6) })),
  words.map((list) => ({ lines: list.map((word) => `- ${word}`), words: list })),
  words.map((list) => ({ lines: [`> ${list.join(' ')}`], words: list })),
  fc.constant({ lines: ['---'], words: [] }),
)
const anyNotes = fc
  .array(fc.tuple(block, fc.constantFrom('\n', '\n\n', '\n\n\n')), { maxLength: 40 })
  .map((blocks) => ({
    notes: blocks.map(([{ lines }, gap]) => lines.join('\n') + gap).join(''),
    words: blocks.flatMap(([{ words: list }]) => list),
  }))
const wordsPerPage = fc.integer({ min: 8, max: 120 })
const maxPages = fc.constantFrom(8, 40, 64)
const length = fc.constantFrom(undefined, 8, 12, 16)

describe('any notes', () => {
  test('no word is lost, and the pages make whole sheets', () => {
    fc.assert(
      fc.property(anyNotes, wordsPerPage, maxPages, length, ({ notes, words: written }, perPage, max, wanted) => {
        const options = { maxPages: max, overflowOf: overflowAfter(perPage), length: wanted && Math.min(wanted, max) }
        const { recipes, sections, leftOut } = make(notes, options)
        expect(recipes.length % 4).toBe(0)
        expect(recipes.length).toBeLessThanOrEqual(max)
        expect(sections).toHaveLength(recipes.length)
        if (written.length > 0) expect(recipes.length).toBeGreaterThan(0)
        if (leftOut && !wanted) expect(recipes.length).toBeGreaterThan(max - 4)
        const printed = wordsIn(
          recipes
            .slice(1, -1)
            .map(({ title, text }) => `${title} ${text}`)
            .join(' '),
        )
        expect(isSubsequence(written, [...printed, ...wordsIn(leftOut)])).toBe(true)
      }),
      { numRuns: randomRuns },
    )
  })

  test('every page fits and can be stored, and the same notes make the same pages', () => {
    fc.assert(
      fc.property(anyNotes, wordsPerPage, ({ notes }, perPage) => {
        const { recipes } = make(notes, { overflowOf: overflowAfter(perPage) })
        for (const recipe of recipes) {
          expect(recipeInput.parse(recipe)).toEqual(recipe)
          if (recipe.template !== 'quote') expect(overflowAfter(perPage)(recipe)).toBe('')
        }
        expect(make(notes, { overflowOf: overflowAfter(perPage) }).recipes).toEqual(recipes)
      }),
      { numRuns: randomRuns },
    )
  })
})

test('headings and lines of dashes start pages, lists and quotes have their own', () => {
  const notes =
    '# Kitchen\nOne moth.\n---\nTwo moths.\n\n- ask first\n- the porch\n  at night\n\n> It is late.\n> — The moth\n# Dawn\n> Good night.'
  expect(outline(notes)).toEqual([
    'title | Eleven Moths',
    'solid',
    'text | Kitchen | One moth.',
    'text | Two moths.',
    'list | ask first\nthe porch at night',
    'quote | The moth | It is late.',
    'text | Dawn | > Good night.',
    'back | night_reader | 2026',
  ])
})

test('a list has the line above it as its title', () => {
  const notes =
    '# Soup\nIngredients:\n- leek\n- [ ] salt\n\nMethod:\n\n1. Fry.\n2. Wait.\n\nIt rained\nand we had\n- bread'
  expect(outline(notes)).toEqual([
    'title | Eleven Moths',
    'solid',
    'list | Soup – Ingredients | leek\nsalt',
    'list | Method | 1. Fry.\n2. Wait.',
    'text | It rained\nand we had',
    'list | bread',
    'solid',
    'back | night_reader | 2026',
  ])
})

test('headings need no space, subheadings stay in their text, and titles have no marks', () => {
  const notes = '# *Kitchen*\nOne **bold** moth #night #moths\n### Later\n| a | b |'
  expect(outline(notes, { overflowOf: () => '' })).toContain(
    'text | Kitchen | One **bold** moth #night #moths\n## Later\n| a | b |',
  )
  expect(outline('### Ingredients\n- leek')).toContain('list | Ingredients | leek')
})

const sixSections =
  '# Kettle\nI called you slow. You boiled for three.\n# Fern\nOnly a plant.\n# Sock\nYou were inside.\n# Briefly\n- to the umbrella\n# Alarm\nIt was toast.\n# Overheard\n> Sorry is a small word.\n> — My aunt'

test('six short sections are one sheet, and a heading stays with its quote', () => {
  const { recipes, plainPages } = make(sixSections)
  expect([recipes.length, plainPages]).toEqual([8, 0])
  expect(outline(sixSections)[6]).toBe('text | Overheard | > Sorry is a small word.\n> — My aunt')
})

test('short sections share a page if that saves a sheet', () => {
  const shared = outline(`${sixSections}\n# Last\nGood.\n- night\n> Late.`)
  expect(shared).toHaveLength(8)
  expect(shared[6]).toBe('text | Last – Good. | - night\n\n> Late.')
  expect(shared[2]).toBe('text | Fern | Only a plant.\n\n## Sock\n\nYou were inside.')
  const long = `${'word '.repeat(50)}end.`
  const sections = Array.from({ length: 7 }, (_, index) => `# Part ${index}\n${long}`)
  expect(outline(sections.join('\n'))).toHaveLength(12)
  // Only a line of dashes always starts a page.
  expect(outline(Array(7).fill('One.').join('\n---\n'))).toHaveLength(12)
})

test('no sentence is cut to fill pages', () => {
  const poem = 'It rained\nand we had\nbread\nand nobody\n\nsaid Dr. Moth\nabout the roof'
  expect(outline(poem).filter((page) => page.startsWith('text'))).toEqual([
    'text | It rained\nand we had\nbread\nand nobody',
    'text | said Dr. Moth\nabout the roof',
  ])
  expect(outline('# Said\n> One. Two. Three.\n> — A moth').filter((page) => page.startsWith('text'))).toHaveLength(1)
})

test('bold words of two pages are bold on both, and all pages of a text have one size', () => {
  const sentence = (index: number) => `Moth ${index} is here, and it is late.`
  const notes = `**${Array.from({ length: 20 }, (_, index) => sentence(index)).join(' ')}** ${'Later. '.repeat(40)}`
  const texts = make(notes).recipes.filter(({ template }) => template === 'text')
  expect(texts.length).toBeGreaterThan(3)
  expect(texts[0]?.text).toMatch(/^\*\*Moth.*\.\*\*$/)
  expect(texts[1]?.text).toMatch(/^\*\*Moth/)
  expect(new Set(texts.map(({ textSize }) => textSize)).size).toBe(1)
  expect(texts[0]?.textSize).toBeGreaterThan(1)
})

test('a length is kept: notes of six pages become twelve, and those of twenty are cut', () => {
  expect(make(sixSections, { length: 12 }).recipes).toHaveLength(12)
  const notes = Array.from({ length: 20 }, (_, index) => `Page ${index}`).join('\n---\n')
  const { recipes, leftOut } = make(notes, { length: 8 })
  expect(recipes).toHaveLength(8)
  expect(leftOut).toContain('Page 19')
})

test('a heading that repeats the title is not printed twice', () => {
  expect(outline('# eleven moths\nOne.\n\n# Lamp\nTwo.')).toContain('text | One.')
  expect(outline('# Eleven Moths\n\n# Lamp\nTwo.')).not.toContain('solid | Eleven Moths')
})

test('pages of one section have its number', () => {
  const { recipes, sections } = make(`# One\n${'moth '.repeat(150)}\n\n# Two\nlamp`)
  const numbers = new Map(recipes.map(({ title }, index) => [title, sections[index]]))
  expect(sections.filter((number) => number === numbers.get('One')).length).toBeGreaterThan(2)
  expect(numbers.get('Two')).not.toBe(numbers.get('One'))
})

test('a subtitle is set below the title', () => {
  const { recipes } = make('One.', { title: 'Lamps: a field guide' })
  expect(recipes[0]).toMatchObject({ template: 'title', title: 'Lamps', text: 'a field guide' })
  expect(make('One.', { title: 'Note: ' }).recipes[0]?.title).toBe('Note:')
})

test('short notes get one sentence a page, and plain pages between them', () => {
  const notes = 'Eight small confessions, with stamps. Maybe rhymes. Probably not.'
  expect(make(notes).plainPages).toBe(3)
  expect(outline(notes).slice(2, 7)).toEqual([
    'text | Eight small confessions, with stamps.',
    'solid',
    'text | Maybe rhymes.',
    'text | Probably not.',
    'solid',
  ])
})

test('a long text gets more pages, and one of its sentences is quoted', () => {
  const paragraph = (name: string) => `${`${name} `.repeat(40)}end. This was the night of ${name}.`
  const notes = `# Start\n${['moth', 'lamp', 'tea', 'rain'].map(paragraph).join('\n\n')}`
  const { recipes } = make(notes, { overflowOf: () => '' })
  expect(recipes.map(({ template }) => template)).toEqual('title quote text text text text text back'.split(' '))
  expect(recipes.filter(({ title }) => title === 'Start')).toHaveLength(1)
  expect(recipes[1]?.text).toBe('This was the night of moth.')
})

test('a text of several pages is divided evenly, and at the end of a sentence', () => {
  const sentence = (index: number) => `Sentence ${index} has exactly seven short words.`
  const notes = Array.from({ length: 60 }, (_, index) => sentence(index)).join(' ')
  const { recipes } = make(notes, { overflowOf: overflowAfter(100) })
  const texts = recipes.filter(({ template }) => template === 'text').map(({ text }) => text)
  expect(texts).toHaveLength(6)
  const words = texts.map((text) => wordsIn(text).length)
  expect(Math.max(...words) - Math.min(...words)).toBeLessThanOrEqual(14)
  expect(texts.every((text) => text.endsWith('.'))).toBe(true)
})

test('without notes there are no pages', () => {
  expect(make(' \n---\n\n').recipes).toEqual([])
})

test('words that do not fit in the largest zine are reported', () => {
  const notes = Array.from({ length: 70 }, (_, index) => `Page ${index}`).join('\n---\n')
  const { recipes, leftOut } = make(notes)
  expect(recipes).toHaveLength(64)
  expect(leftOut).toBe(Array.from({ length: 8 }, (_, index) => `Page ${index + 62}`).join('\n\n'))
})

test('the longest notes are laid out quickly, in any script', () => {
  const start = performance.now()
  for (const word of ['moth ', '夜', '🦋', '\u0001"']) {
    const notes = word.repeat(Math.floor(1_000_000 / word.length))
    const { recipes } = make(notes, { overflowOf: () => '' })
    for (const recipe of recipes) expect(RecipeV2.parse(recipe)).toEqual(recipe)
    expect(recipes.every((recipe) => recipeInput.safeParse(recipe).success || word.includes('"'))).toBe(true)
    expect(recipes.every(({ text }) => text.isWellFormed() && text.length <= limits.recipeText)).toBe(true)
  }
  expect(performance.now() - start).toBeLessThan(60_000)
})
