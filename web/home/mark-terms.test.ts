import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folded } from '#contract/normal-form.ts'
import { matchRanges } from './mark-terms.ts'

const found = (text: string, ...terms: string[]) =>
  matchRanges(text, terms).map(([start, end]) => text.slice(start, end))

test('a term is found as it is written in the text', () => {
  expect(found('Moths of the Kitchen Window', 'kitchen', 'moth')).toEqual(['Moth', 'Kitchen'])
  expect(found('Crème brûlée', 'creme', 'bru')).toEqual(['Crème', 'brû'])
  expect(found('Die große Straße', 'gross')).toEqual(['groß'])
  expect(found('Don’t panic', 'dont')).toEqual(['Don’t'])
  expect(found('ＮＩＧＨＴ ﾊﾞｽ', 'night', 'バス')).toEqual(['ＮＩＧＨＴ', 'ﾊﾞｽ'])
  expect(found('Письма деревьям', 'письма')).toEqual(['Письма'])
  expect(found('Мой чай', folded('чай'))).toEqual(['чай'])
  expect(found('坂の上の猫たち', '上の猫')).toEqual(['上の猫'])
  expect(found('حِبْر و ورق', folded('حبر'))).toEqual(['حِبْر'])
  expect(found('ΟΔΟΣ', folded('οδός'))).toEqual(['ΟΔΟΣ'])
})

test('a letter that expands to several is marked completely', () => {
  expect(found('Weißes', 's')).toEqual(['ß', 's'])
  expect(found('ﬁeld', 'f')).toEqual(['ﬁ'])
})

test('places that meet or overlap are one', () => {
  expect(found('kitchen', 'kit', 'itchen')).toEqual(['kitchen'])
  expect(found('banana', 'ana')).toEqual(['anana'])
  expect(found('aaa', 'aa')).toEqual(['aaa'])
})

test('an absent term is not found', () => {
  expect(found('Plot 14B', 'moth', '')).toEqual([])
  expect(found('', 'moth')).toEqual([])
})

test('for any text, each range contains a term and is within the text', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      word,
      fc.string({ unit: 'grapheme' }),
      (before, word, after) => {
        const text = `${before} ${word} ${after}`
        const term = folded(word)
        let last = 0
        for (const [start, end] of matchRanges(text, [term])) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(folded(text.slice(start, end))).toContain(term)
          last = end
        }
      },
    ),
  )
})
