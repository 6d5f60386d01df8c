import { expect, test } from 'vitest'
import { arrangePages } from './arrange-pages.ts'
import { readRow } from './read-row.ts'

const readCells = (cells: Record<string, string>) =>
  readRow({ number: 2, cells: { title: 'Moths', files: 'a.png', ...cells } })

test('a row has a column for every field of a draft', () => {
  const parsedRow = readCells({
    description: 'Two lines\nof it',
    ratio: '1:1',
    'paper format': 'Half-letter',
    direction: 'RTL',
    'may print': 'Yes',
    year: '1994',
    series: 'Night',
    issue: '3',
    languages: 'PT-br | en',
    subjects: 'moths|night\nmoths',
    kind: 'How-to',
    'made in': 'Porto',
    with: 'Ana | Rui',
    rights: 'CC BY-SA 4.0',
    ai: 'made without AI',
    size: 'Half size',
    binding: 'stapled',
    paper: 'By post',
    'paper address': 'https://example.org/moths',
    'content note': 'Blood',
    'covers pages': 'yes',
    files: 'a.png | b.png',
    order: '2 1',
    'alt texts': 'A moth||ignored'.replace('|ignored', ''),
    'page notes': '|Blood',
  })
  expect(parsedRow.content).toMatchObject({
    title: 'Moths',
    description: 'Two lines\nof it',
    aspectRatio: '1:1',
    paper: 'half-letter',
    readingDirection: 'rtl',
    mayPrint: true,
    contentNote: { text: 'Blood', coversPages: true },
    details: {
      series: 'Night',
      issue: '3',
      languages: ['pt-BR', 'en'],
      subjects: ['moths', 'night'],
      year: 1994,
      kind: 'how-to',
      madeIn: 'Porto',
      with: ['Ana', 'Rui'],
      rights: 'cc-by-sa',
      ai: 'none',
      size: 'half',
      binding: 'stapled',
      paper: { words: 'By post', url: 'https://example.org/moths' },
    },
  })
  expect(arrangePages(parsedRow, parsedRow.files)).toEqual([
    { from: 'b.png', altText: '', transcript: '', contentNote: 'Blood', recipe: null },
    { from: 'a.png', altText: 'A moth', transcript: '', contentNote: '', recipe: null },
  ])
})

test('without a paper format, the paper has the ratio of the row, otherwise that of the pictures', () => {
  expect(readCells({ ratio: '1:1' }).content).toMatchObject({ aspectRatio: '1:1', paper: 'square' })
  expect(readCells({ ratio: '9:16' }).content.paper).toBe('9:16')
  expect(readCells({}).content).toMatchObject({ aspectRatio: '4:5', paper: 'pictures' })
  for (const name of ['same as the pictures', 'Same as the images', 'pictures'])
    expect(readCells({ 'paper format': name, ratio: '1:1' }).content.paper).toBe('pictures')
})

test('a row with only a title and a file leaves all other fields empty', () => {
  const { content } = readCells({})
  expect(content).toMatchObject({ description: '', details: {}, contentNote: null, mayPrint: false })
  expect(Object.values(content.details).filter((value) => value !== undefined)).toEqual([])
})

test('text that looks like a formula is text', () => {
  expect(readCells({ title: '=HYPERLINK("http://x")' }).content.title).toBe('=HYPERLINK("http://x")')
})

test.each([
  [{ title: ' ' }, 'A zine needs a title.'],
  [{ files: ' | ' }, 'This row names no files.'],
  [{ kind: 'novel' }, /^The kind must be one of perzine/],
  [{ languages: 'Portuguese (Brazil)' }, 'Unknown language. Use a tag such as en or pt-BR.'],
  [{ year: 'the nineties' }, /^The year must be a whole number/],
  [{ 'may print': 'perhaps' }, '“may print” must be yes or no, not “perhaps”.'],
  [{ ratio: '3:4' }, 'aspectRatio must be 1:1, 4:5 or 9:16.'],
  [{ 'paper format': 'foolscap' }, 'The paper format must be one of a-size, half-letter, square, 4:5, 9:16, pictures.'],
  [{ 'paper address': 'javascript:alert(1)' }, /address/],
  [{ title: 'M\u0000' }, 'The title contains a character that cannot be stored.'],
])('%j is rejected with a message', (cells, message) => {
  expect(() => readCells(cells as unknown as Record<string, string>)).toThrow(message)
})

test('everything that is wrong with a row is said', () => {
  const cells = {
    title: '',
    kind: 'novel',
    year: 'the nineties',
    'may print': 'perhaps',
    ratio: '3:4',
    files: '',
  }
  const messages = [
    'A zine needs a title.',
    'The kind must be one of',
    'The year must be',
    'This row names no files.',
    '“may print” must be yes or no, not “perhaps”.',
    'aspectRatio must be 1:1, 4:5 or 9:16.',
  ]
  for (const message of messages) expect(() => readCells(cells)).toThrow(message)
  const parsedRow = readCells({
    order: '1 1',
    'alt texts': 'a|b|c',
    'page words': `${'w'.repeat(4_001)}|b|c`,
  })
  for (const message of ['“order” must', '“alt texts” has 3', '“page words” has 3', 'Page 1 in your list'])
    expect(() => arrangePages(parsedRow, ['a.png', 'b.png'])).toThrow(message)
})

test.each([
  [{ order: '1 1' }, '“order” must give the position of each of the 2 pages.'],
  [{ order: '1' }, '“order” must give the position of each of the 2 pages.'],
  [{ order: '0 1' }, '“order” must give the position of each of the 2 pages.'],
  [{ 'alt texts': 'a|b|c' }, '“alt texts” has 3 texts for 2 pages.'],
  [{ 'alt texts': `a|${'b'.repeat(1_001)}` }, /^Page 2 in your list: The description of a page .*1,?000/],
  [{ 'page words': 'w'.repeat(4_001) }, /^Page 1 in your list: The words on a page .*4,?000/],
  [{ 'page notes': 'n'.repeat(201) }, /^Page 1 in your list: The content note of a page .*200/],
])('two pages with %j are rejected', (cells, message) => {
  const parsedRow = readCells(cells as Record<string, string>)
  expect(() => arrangePages(parsedRow, ['a.png', 'b.png'])).toThrow(message)
})

test.each([
  ['a|b\n\n c |\n\td', ['a', 'b', 'c', 'd']],
  ['a||b|\r\n|c', ['a', '', 'b', '', 'c']],
  ['|b|', ['', 'b', '']],
])('%j is a list of %j', (text, list) => {
  expect(readCells({ 'alt texts': text }).pages.altTexts).toEqual(list)
})

test('a long cell of blanks is not parsed in quadratic time', () => {
  const startedAt = performance.now()
  readCells({ 'alt texts': `a${' '.repeat(300_000)}b` })
  expect(performance.now() - startedAt).toBeLessThan(20_000)
})
