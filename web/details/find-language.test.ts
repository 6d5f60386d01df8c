import { expect, test } from 'vitest'
import { findLanguage } from './find-language.ts'
import { languageName, offeredLanguages } from './language-names.ts'

test.each([
  ['Español', 'es'],
  ['espanol', 'es'],
  ['FRANÇAIS', 'fr'],
  ['turkce', 'tr'],
  ['FOROYSKT', 'fo'],
  ['Íslenska', 'is'],
  ['Tieng Viet', 'vi'],
  ["o'zbek", 'uz'],
  ['Bahasa  Indonesia', 'id'],
  ['português (brasil)', 'pt-BR'],
  ['日本語', 'ja'],
  ['हिन्दी', 'hi'],
  ['Spanish', 'es'],
  ['PT-br', 'pt-BR'],
  ['Elvish', undefined],
  ['', undefined],
])('“%s” is the language %s', (input, tag) => {
  expect(findLanguage('en', input)).toBe(tag)
})

test('every offered language is found by its English name and by its own name, which some browsers do not know', () => {
  for (const { tag } of offeredLanguages('en')) {
    const ownName = new Intl.DisplayNames([tag], { type: 'language', fallback: 'none' }).of(tag) ?? ''
    for (const name of [languageName('en', tag), ownName, ownName.toLocaleUpperCase(tag), ownName.normalize('NFD')])
      expect([name, findLanguage('en', name)]).toEqual([name, tag])
  }
})
