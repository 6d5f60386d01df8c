/** Normal form of search texts: ignores case, accents, compatibility forms, apostrophes and invisible signs. */
export const folded = (text: string) =>
  text
    .replaceAll('´', '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(unimportant, '')
    .replace(standsFor, (letter) => spelled[letter] ?? letter)
    .normalize('NFC')

/** Ignored marks: accents, vowel points and apostrophes, but not a breve that forms another letter, as in й. */
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

/** Normalised words and symbols such as ♥. Punctuation separates words; text in unspaced scripts stays one word. */
export const cutWords = (text: string) => folded(text).match(wordRuns)?.flatMap(cutLong) ?? []

/** Terms for the index: unspaced text becomes overlapping pairs of characters, as word boundaries are unknown. */
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

/** Longer than words of any language. Limits the size of index terms. */
const longestWord = 60
const cutLong = (word: string) =>
  word.length <= longestWord || isUnspaced(word) ? [word] : (word.match(longParts) ?? [])
const longParts = new RegExp(`.{1,${longestWord}}`, 'gsu')
