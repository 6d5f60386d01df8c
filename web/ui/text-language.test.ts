import { expect, test } from 'vitest'
import { textLanguageOf } from './text-language.ts'

test('a declared language is accepted for its own script', () => {
  expect(textLanguageOf('Traças', 'pt-BR')).toEqual({ lang: 'pt-BR' })
  expect(textLanguageOf('Писма до дърветата', 'bg')).toEqual({ lang: 'bg' })
  expect(textLanguageOf('کتاب', 'ur')).toEqual({ lang: 'ur', dir: 'rtl' })
  expect(textLanguageOf('Moths', 'ja')).toEqual({})
  expect(textLanguageOf('坂の上', 'en')).toEqual({ lang: 'ja' })
  expect(textLanguageOf('夜行巴士', 'zh-Hant')).toEqual({ lang: 'zh-Hant' })
})

test.for([
  ['Moths of the Kitchen Window', {}],
  ['24 hours', {}],
  ['', {}],
  ['Письма деревьям', { lang: 'ru' }],
  ['Їжак у тумані', { lang: 'uk' }],
  ['坂の上の猫たち', { lang: 'ja' }],
  ['夜行巴士', { lang: 'zh' }],
  ['고양이', { lang: 'ko' }],
  ['حبر وورق: حكايات', { lang: 'ar', dir: 'rtl' }],
  ['شب و گربه', { lang: 'fa', dir: 'rtl' }],
  ['«דיו» ונייר', { lang: 'he', dir: 'rtl' }],
  ['Ink, حبر', {}],
] as const)('%s is set as %o', ([text, language]) => {
  expect(textLanguageOf(text)).toEqual(language)
})
