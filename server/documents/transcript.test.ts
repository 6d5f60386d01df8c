import { expect, test } from 'vitest'
import { transcriptOf } from './render-part.ts'

test.each([
  [
    'lines stay lines, and blanks are not kept twice',
    '  One\r\n  two \r\rthree\n\n\n\nfour\u2028five ',
    'One\ntwo\n\nthree\n\nfour\nfive',
  ],
  [
    'a word that is parted at the end of a line is joined',
    'exam\uFFFEple of it, ex-\r\nam\u2010 \nple',
    'example of it, example',
  ],
  [
    'a hyphen before a capital, a number or after a space stays',
    'Jean-\nPaul, 1-\n2, so -\nno',
    'Jean-\nPaul, 1-\n2, so -\nno',
  ],
  [
    'a soft hyphen is no character',
    'soft\u00ADly, WASH\u00AD\nINGTON, cafe\u0301-\nbar',
    'softly, WASHINGTON, cafébar',
  ],
  ['what nobody types is no part of it', 'a\u0000b\u001Bc\uE000d\uDC00e\u200Df', 'a b c d\uFFFDe\u200Df'],
  ['letters and their accents are one', 'cafe\u0301', 'caf\u00e9'],
  ['it ends at its limit, between two characters', `${'x'.repeat(3999)}😀`, 'x'.repeat(3999)],
])('%s', (_title, input, expected) => {
  expect(transcriptOf(input)).toBe(expected)
})

test('a transcript ends at its limit, also with many words', () => {
  expect(transcriptOf('ab '.repeat(4000)).length).toBeLessThanOrEqual(4000)
})
