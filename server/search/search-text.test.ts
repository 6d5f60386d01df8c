import { expect, test } from 'vitest'
import { highlightedTerms } from './find.ts'
import { isTyped, parseSearchText, termText } from './search-text.ts'

const termsOf = (text: string) => parseSearchText(text).map(termText)

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
  for (const text of ['', '  ', '"', '@', ' “ ']) expect(isTyped(text)).toBe(false)
  for (const text of ['%', '...', '@.', '"!"']) expect([isTyped(text), parseSearchText(text)]).toEqual([true, []])
})

test('the marked words are those searched for, completely if they are a phrase', () => {
  expect(highlightedTerms(parseSearchText('"the night" 東京の夜 @moth zine-fest'))).toEqual([
    'the',
    'night',
    '東京の夜',
    'moth',
    'zine',
    'fest',
  ])
})

test('common words are marked if quoted, or if there are no others', () => {
  const highlighted = (text: string) => highlightedTerms(parseSearchText(text))
  expect(highlighted('The Moth of the north')).toEqual(['moth', 'north'])
  expect(highlighted('"the moth" of lamps')).toEqual(['the', 'moth', 'lamps'])
  expect(highlighted('rock-and-roll')).toEqual(['rock', 'roll'])
  expect(highlighted('of the')).toEqual(['of', 'the'])
  expect(highlighted('the @you')).toEqual(['you'])
})
