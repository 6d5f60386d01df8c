import { expect, test } from 'vitest'
import { highlightedTerms } from './find.ts'
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
])('%s asks for %j', (text, expected) => {
  expect(termsOf(text)).toEqual(expected)
})

test('a sign that waits for its text asks for everything, one that means nothing for nothing', () => {
  for (const text of ['', '  ', '"', '@', ' “ ']) expect(readSearchText(text)).toBeUndefined()
  for (const text of ['%', '...', '@.', '"!"']) expect(readSearchText(text)).toEqual([])
})

test('the marked words are those searched for, completely if they are a phrase', () => {
  expect(highlightedTerms(readSearchText('"the night" 東京の夜 @moth zine-fest') ?? [])).toEqual([
    'the',
    'night',
    '東京の夜',
    'moth',
    'zine',
    'fest',
  ])
})

test('common words are marked if quoted, or if there are no others', () => {
  const highlighted = (text: string) => highlightedTerms(readSearchText(text) ?? [])
  expect(highlighted('The Moth of the north')).toEqual(['moth', 'north'])
  expect(highlighted('"the moth" of lamps')).toEqual(['the', 'moth', 'lamps'])
  expect(highlighted('rock-and-roll')).toEqual(['rock', 'roll'])
  expect(highlighted('of the')).toEqual(['of', 'the'])
  expect(highlighted('the @you')).toEqual(['you'])
})
