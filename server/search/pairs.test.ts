import { expect, test } from 'vitest'
import { folded } from '#contract/normal-form.ts'
import { byWord, pairOf, pairsIn, withoutPairs, withPairs } from './pairs.ts'

const the = { word: 'the', number: 0, permille: 750 }
const moth = { word: 'moth', number: 27, permille: 10 }
const lamp = { word: 'lamp', number: 700, permille: 90 }
const paired = byWord([the, moth, lamp])

test('neighbours make a pair where they would often be together by chance', () => {
  expect(pairOf(the, moth)).toBe('A.BB')
  expect(pairOf(lamp, the)).toBe('BAY.A')
  expect(pairOf(moth, lamp)).toBeUndefined()
  expect(pairOf(the, the)).toBe('A.A')
})

test('each pair stands once in a row at the end, and none goes across a border or a word of no pairs', () => {
  const document = '\n the moth the moth \n lamp \n the big lamp \n moth \n'
  expect([...pairsIn(document, paired)]).toEqual(['A.BB', 'BB.A'])
  expect(withPairs(document, paired)).toBe(`${document} A.BB BB.A \n`)
  expect(withoutPairs(withPairs(document, paired))).toBe(document)
  expect(withPairs('\n lamp \n', paired)).toBe('\n lamp \n')
  expect(withoutPairs('\n KIND:ZINE SUBJECT:A.B. \n lamp \n')).toBe('\n KIND:ZINE SUBJECT:A.B. \n lamp \n')
})

test('no text is a pair when it is folded', () => {
  expect(folded('A.BB')).toBe('a.bb')
})
