/** Normal form of search texts: ignores case, accents, compatibility forms, apostrophes and invisible signs. */
export const normaliseText = (text: string) =>
  text
    .replaceAll('´', '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(ignoredCharacters, '')
    .replace(replacedLetters, (character) => letterReplacements[character] ?? character)
    .normalize('NFC')

/** Ignored marks: accents, vowel points and apostrophes, but not a breve that forms another letter, as in й. */
const ignoredCharacters =
  /[\u0300-\u0305\u0307-\u036F\u0483-\u0487\u0591-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670'’ʼʻ`\p{Emoji_Modifier}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}|(?<!\u0438)\u0306/gv

const letterReplacements: Record<string, string> = {
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
const replacedLetters = new RegExp(`[${Object.keys(letterReplacements).join('')}]`, 'g')

/** Normalised words and symbols such as ♥. Punctuation separates words; text in unspaced scripts stays one word. */
export const splitWords = (text: string) => normaliseText(text).match(wordPattern)?.flatMap(splitLongWord) ?? []

/** Terms for the index: unspaced text becomes overlapping pairs of characters, as word boundaries are unknown. */
export const toIndexTerms = (text: string) => splitWords(text).flatMap(characterPairs)

/** `東京の` as `東京 京の`; any other word as it is. */
function characterPairs(word: string) {
  if (!isUnspaced(word)) return [word]
  const characters = [...word]
  return characters.length < 3
    ? [word]
    : characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

const scripts = 'Han Hiragana Katakana Bopomofo Thai Lao Khmer Myanmar'.split(' ')
const unspacedScripts = `[${scripts.map((script) => `\\p{scx=${script}}`).join('')}]`
const letterClass = '[\\p{L}\\p{M}\\p{N}]'
const wordPattern = new RegExp(
  `[${letterClass}&&${unspacedScripts}]+|[${letterClass}--${unspacedScripts}]+|[\\p{S}--\\p{Emoji_Modifier}]`,
  'gv',
)
const startsUnspaced = new RegExp(`^[${letterClass}&&${unspacedScripts}]`, 'v')
export const isUnspaced = (word: string) => startsUnspaced.test(word)

/** Longer than words of any language. Limits the size of index terms. */
const maxWordLength = 60
const splitLongWord = (word: string) =>
  word.length <= maxWordLength || isUnspaced(word) ? [word] : (word.match(wordChunkPattern) ?? [])
const wordChunkPattern = new RegExp(`.{1,${maxWordLength}}`, 'gsu')
