import { expect, test } from 'vitest'
import { lettersApart } from '#server/search/misspellings.ts'
import { drawTexts } from './sample-texts.ts'
import { makeVocabulary } from './seed/words.ts'

const written = [
  'The moth at the kitchen window',
  'Eleven species that visit one lit pane',
  'бумага и ночь города',
]
const texts = drawTexts(written)
const vocabulary = makeVocabulary()
const all = vocabulary.join(' ')

test('there are fifty different texts of each kind, the same every time', () => {
  const { threeWords, phrase, ...drawn } = texts
  for (const kind of Object.values(drawn)) expect(new Set(kind).size).toBe(50)
  expect(threeWords.length * phrase.length).toBeGreaterThan(0)
  expect(drawTexts(written)).toEqual(texts)
})

test('what is absent is part of no word, and what is misspelt of none but near one', () => {
  for (const text of [...texts.absent, ...texts.misspelt]) expect(all).not.toContain(text)
  for (const text of texts.misspelt)
    expect(vocabulary.some((word) => lettersApart(word, text) <= 2)).toBe(true)
})

test('what is quoted stands in a text of the library in that order', () => {
  const folded = written.map((text) => ` ${text} `)
  for (const text of texts.phrase) {
    const quoted = text.replaceAll('"', '')
    expect(folded.some((text) => text.includes(` ${quoted} `))).toBe(true)
  }
})
