import { expect, test } from 'vitest'
import { transcriptOf } from './draw-part.ts'

test('lines stay lines, and blanks are not kept twice', () => {
  expect(transcriptOf('  One\r\n  two \r\rthree\n\n\n\nfour\u2028five ')).toBe(
    'One\ntwo\n\nthree\n\nfour\nfive',
  )
})

test('a word that is parted at the end of a line stays parted', () => {
  expect(transcriptOf('exam\uFFFEple of it')).toBe('exam-\nple of it')
})

test('what nobody types is no part of it', () => {
  expect(transcriptOf('a\u0000b\u001Bc\uE000d\uDC00e\u200Df')).toBe('a b c d\uFFFDe\u200Df')
})

test('letters and their accents are one', () => {
  expect(transcriptOf('cafe\u0301')).toBe('caf\u00e9')
})

test('it ends at its limit, between two characters', () => {
  expect(transcriptOf(`${'x'.repeat(3999)}😀`)).toBe('x'.repeat(3999))
  expect(transcriptOf('ab '.repeat(4000)).length).toBeLessThanOrEqual(4000)
})
