/**
 * How texts are compared in a search: what is found, and what is looked for, both in this form. Case, accents,
 * compatibility forms, apostrophes and what nobody sees do not count.
 */
export const folded = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(unimportant, '')
    .replace(standsFor, (letter) => spelled[letter] ?? letter)
    .normalize('NFC')

/** Accents, vowel points and apostrophes; the breve only where it does not make another letter, as in й. */
const unimportant =
  /[\u0300-\u0305\u0307-\u036F\u0483-\u0487\u0591-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670'’ʼ`´\p{Default_Ignorable_Code_Point}\p{Cc}--[\t\n\v\f\r]]|(?<!\u0438)\u0306/gv

const spelled: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
}
const standsFor = new RegExp(`[${Object.keys(spelled).join('')}]`, 'g')

/** Scripts written without spaces: a run of them is cut into pairs of letters, as no word can be told from the next. */
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Mymr}]/v
