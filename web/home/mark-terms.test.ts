import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseText } from '#contract/normalise-text.ts'
import { matchRanges } from './mark-terms.ts'

const findMarks = (text: string, ...terms: string[]) =>
  matchRanges(text, terms).map(([start, end]) => text.slice(start, end))

test('a term is found as it is written in the text', () => {
  expect(findMarks('Moths of the Kitchen Window', 'kitchen', 'moth')).toEqual(['Moth', 'Kitchen'])
  expect(findMarks('Crème brûlée', 'creme', 'bru')).toEqual(['Crème', 'brû'])
  expect(findMarks('Die große Straße', 'gross')).toEqual(['groß'])
  expect(findMarks('Don’t panic', 'dont')).toEqual(['Don’t'])
  expect(findMarks('ＮＩＧＨＴ ﾊﾞｽ', 'night', normaliseText('バス'))).toEqual(['ＮＩＧＨＴ', 'ﾊﾞｽ'])
  expect(findMarks('Письма деревьям', 'письма')).toEqual(['Письма'])
  expect(findMarks('Мой чай', normaliseText('чай'))).toEqual(['чай'])
  expect(findMarks('坂の上の猫たち', '上の猫')).toEqual(['上の猫'])
  expect(findMarks('حِبْر و ورق', normaliseText('حبر'))).toEqual(['حِبْر'])
  expect(findMarks('ΟΔΟΣ', normaliseText('οδός'))).toEqual(['ΟΔΟΣ'])
})

test('another spelling of a term is found', () => {
  expect(findMarks('La col·lecció i la coŀla', normaliseText('colleccio'), normaliseText('colla'))).toEqual([
    'col·lecció',
    'coŀla',
  ])
  expect(findMarks('كتاب صغير', normaliseText('کتاب'))).toEqual(['كتاب'])
  expect(findMarks('می‌خواهم', normaliseText('ميخواهم'))).toEqual(['می‌خواهم'])
  expect(findMarks('黒いネコの本', normaliseText('ねこ'))).toEqual(['ネコ'])
  expect(findMarks('ज़मीन पर', normaliseText('जमीन'))).toEqual(['ज़मीन'])
  expect(findMarks('שנת ٢٠٢٦', '2026')).toEqual(['٢٠٢٦'])
})

test('a letter that expands to several is marked completely', () => {
  expect(findMarks('Weißes', 's')).toEqual(['ß', 's'])
  expect(findMarks('ﬁeld', 'f')).toEqual(['ﬁ'])
})

test('places that meet or overlap are one', () => {
  expect(findMarks('kitchen', 'kit', 'itchen')).toEqual(['kitchen'])
  expect(findMarks('banana', 'ana')).toEqual(['anana'])
  expect(findMarks('aaa', 'aa')).toEqual(['aaa'])
})

test('an absent term is not found', () => {
  expect(findMarks('Plot 14B', 'moth', '')).toEqual([])
  expect(findMarks('', 'moth')).toEqual([])
})

test('for any text, each range contains a term and is within the text', () => {
  const wordArbitrary = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      wordArbitrary,
      fc.string({ unit: 'grapheme' }),
      (before, word, after) => {
        const text = `${before} ${word} ${after}`
        const term = normaliseText(word)
        let last = 0
        for (const [start, end] of matchRanges(text, [term])) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(normaliseText(text.slice(start, end))).toContain(term)
          last = end
        }
      },
    ),
  )
})
