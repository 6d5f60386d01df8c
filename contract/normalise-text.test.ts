import { expect, test } from 'vitest'
import { normaliseText, splitWords, toIndexTerms } from './normalise-text.ts'

test.each([
  ['Crème Brûlée', 'creme brulee'],
  ['İstanbul, ıŞık', 'istanbul, isik'],
  ['Straße, ẞ, Æsop, Łódź', 'strasse, ss, aesop, lodz'],
  ['Ёлка и йод', 'елка и йод'],
  ['Ίσος ΣΟΦΟΣ', 'ισοσ σοφοσ'],
  ['مَجَلّة أحمد', 'مجلة احمد'],
  ['ｶﾞｷﾞ ﬁne', 'ガギ fine'],
  ['한국', '한국'],
  ['zero\u200bwidth\u00ad', 'zerowidth'],
])('%s is compared as %s', (text, form) => {
  expect(normaliseText(text)).toBe(form)
  expect(normaliseText(form)).toBe(form)
})

test('letters and figures make words, signs stand alone, and punctuation only separates', () => {
  expect(splitWords('Don’t stop: zine-fest_12 ♥ 50% off (C++)')).toEqual([
    'dont',
    'stop',
    'zine',
    'fest',
    '12',
    '♥',
    '50',
    'off',
    'c',
    '+',
    '+',
  ])
})

test('text in a script without spaces is indexed in pairs of characters, and a lone letter on its own', () => {
  expect(toIndexTerms('東京の夜、zineを')).toEqual(['東京', '京の', 'の夜', 'zine', 'を'])
  expect(splitWords('東京の夜、zineを')).toEqual(['東京の夜', 'zine', 'を'])
})

test('what no language has is cut, so that an index can hold it', () => {
  const terms = toIndexTerms('x'.repeat(150))
  expect(terms.map(({ length }) => length)).toEqual([60, 60, 30])
})
