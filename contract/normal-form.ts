/**
 * How texts are compared in a search: what is found, and what is looked for, both in this form. Case, accents,
 * compatibility forms, apostrophes and what nobody sees do not count.
 */
export const folded = (text: string) =>
  text
    .replaceAll('´', '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(unimportant, '')
    .replace(standsFor, (letter) => spelled[letter] ?? letter)
    .normalize('NFC')

/** Accents, vowel points and apostrophes; the breve only where it does not make another letter, as in й. */
const unimportant =
  /[\u0300-\u0305\u0307-\u036F\u0483-\u0487\u0591-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670'’ʼʻ`\p{Emoji_Modifier}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}|(?<!\u0438)\u0306/gv

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

/**
 * The words of a text, folded: runs of letters and figures, and signs such as ♥, each by itself. Punctuation only
 * separates. A run of a script that is written without spaces comes as a run.
 */
export const cutWords = (text: string) => folded(text).match(wordRuns)?.flatMap(cutLong) ?? []

/** The same as documents keep them: of unspaced runs every pair of neighbours, as no word can be told from the next. */
export const keptWords = (text: string) => cutWords(text).flatMap(pairsOf)

/** `東京の` as `東京 京の`; any other word as it is. */
function pairsOf(word: string) {
  if (!isUnspaced(word)) return [word]
  const letters = [...word]
  return letters.length < 3 ? [word] : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}

const scripts = 'Han Hiragana Katakana Bopomofo Thai Lao Khmer Myanmar'.split(' ')
const unspacedScripts = `[${scripts.map((script) => `\\p{scx=${script}}`).join('')}]`
const letters = '[\\p{L}\\p{M}\\p{N}]'
const wordRuns = new RegExp(
  `[${letters}&&${unspacedScripts}]+|[${letters}--${unspacedScripts}]+|[\\p{S}--\\p{Emoji_Modifier}]`,
  'gv',
)
const startsUnspaced = new RegExp(`^[${letters}&&${unspacedScripts}]`, 'v')
export const isUnspaced = (word: string) => startsUnspaced.test(word)

/** No language needs longer ones, and an index has to end somewhere. */
const longestWord = 60
const cutLong = (word: string) =>
  word.length <= longestWord || isUnspaced(word) ? [word] : (word.match(longParts) ?? [])
const longParts = new RegExp(`.{1,${longestWord}}`, 'gsu')
