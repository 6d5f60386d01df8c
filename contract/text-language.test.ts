import { expect, test } from 'vitest'
import { altLanguageOf, nameLanguageOf, textLanguageOf } from './text-language.ts'

test.for([
  ['Traças', 'pt-BR', 'pt-BR'],
  ['Писма до дърветата', 'bg', 'bg'],
  ['کتاب', 'ur', 'ur', 'rtl'],
  ['坂の上', 'ja', 'ja'],
  ['ネコ', 'ja', 'ja'],
  ['夜行巴士', 'zh-Hant', 'zh-Hant'],
  ['고양이', 'ko', 'ko'],
  ['रात की बस', 'hi', 'hi'],
  ['กลางคืน', 'th', 'th'],
] as const)('the declared language of %s is accepted: %s', ([text, declared, lang, dir = 'auto']) => {
  expect(textLanguageOf(text, declared)).toEqual({ lang, dir })
})

test.for([
  ['Moths', 'ja', ''],
  ['坂の上', 'en', 'ja'],
  ['Moths', 'not a tag', ''],
  ['Moths', null, ''],
  ['Письма', '', 'ru'],
] as const)('for %s, the declared language %s is not used', ([text, declared, lang]) => {
  expect(textLanguageOf(text, declared)).toEqual({ lang, dir: 'auto' })
})

test.for([
  ['Moths of the Kitchen Window', ''],
  ['24 hours', ''],
  ['', ''],
  ['Письма деревьям', 'ru'],
  ['Їжак у тумані', 'uk'],
  ['坂の上の猫たち', 'ja'],
  ['夜行巴士', 'zh'],
  ['고양이', 'ko'],
  ['حبر وورق: حكايات', 'ar', 'rtl'],
  ['شب و گربه', 'fa', 'rtl'],
  ['«דיו» ונייר', 'he', 'rtl'],
  ['Ink, حبر', ''],
] as const)('the language of %s is %s', ([text, lang, dir = 'auto']) => {
  expect(textLanguageOf(text)).toEqual({ lang, dir })
})

test('only a text of a member has a language of its own as an alternative text', () => {
  expect(altLanguageOf('حبر')).toEqual({ lang: 'ar', dir: 'rtl' })
  expect(altLanguageOf('Tinta', 'es')).toEqual({ lang: 'es', dir: 'auto' })
  expect(altLanguageOf('', 'es')).toBeUndefined()
})

test('a name has a language only if its letters show it', () => {
  expect(nameLanguageOf('حبر')).toEqual({ lang: 'ar', dir: 'rtl' })
  expect(nameLanguageOf('night_reader')).toBeUndefined()
})
