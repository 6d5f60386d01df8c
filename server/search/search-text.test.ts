import { expect, test } from 'vitest'
import { markedWords } from './find.ts'
import { readSearchText, termText } from './search-text.ts'

const termsOf = (text: string) => readSearchText(text)?.map(termText)

test.each([
  ['Kitchn Wîndow', ['kitchn', 'window']],
  ['  moth  moth ', ['moth']],
  ['"the Night shift" moth', [' the night shift ', 'moth']],
  ['„the night” “shift', [' the night ', ' shift ']],
  ['@Dusty_Moths, pane', [' @dusty_moths', 'pane']],
  ['me@home.org', ['me home org']],
  ['zine-fest 100%', ['zine fest', '100']],
  ['東京の夜', ['東京 京の の夜']],
  ['夜 "夜"', ['夜']],
  ['% _ \\ :* &|!()', ['|']],
])('%s asks for %j', (text, asked) => {
  expect(termsOf(text)).toEqual(asked)
})

test('a sign that waits for its text asks for everything, one that means nothing for nothing', () => {
  for (const text of ['', '  ', '"', '@', ' “ ']) expect(readSearchText(text)).toBeUndefined()
  for (const text of ['%', '...', '@.', '"!"']) expect(readSearchText(text)).toEqual([])
})

test('the marked words are those searched for, completely if they are a phrase', () => {
  expect(markedWords(readSearchText('"the night" 東京の夜 @moth zine-fest') ?? [])).toEqual([
    'the',
    'night',
    '東京の夜',
    'moth',
    'zine',
    'fest',
  ])
})

test('common words are marked if quoted, or if there are no others', () => {
  const marked = (text: string) => markedWords(readSearchText(text) ?? [])
  expect(marked('The Moth of the north')).toEqual(['moth', 'north'])
  expect(marked('"the moth" of lamps')).toEqual(['the', 'moth', 'lamps'])
  expect(marked('rock-and-roll')).toEqual(['rock', 'roll'])
  expect(marked('of the')).toEqual(['of', 'the'])
  expect(marked('the @you')).toEqual(['you'])
})
