/** Normal form of search texts: all spellings that readers use for a word are equal. A change requires a new index. */
export const normaliseText = (text: string) =>
  normaliseLetters(text.replace(/[ŀĿ]/g, 'l').replace(hebrewPunctuation, ' '))
    .replace(dotOfDoubleL, '')
    .replace(ignoredMarks, '')
    .replace(/\p{Nd}/gu, asciiDigit)
    .replace(/[\u30A1-\u30F6\u30FD]/g, toHiragana)
    .replace(spellingVariants, (variant) => spellings.get(variant) ?? variant)
    .normalize('NFC')

/** Normal form of addresses: ignores case, accents, compatibility forms and invisible signs. Must never change. */
export const normaliseAddress = (text: string) => normaliseLetters(text).normalize('NFC')

const normaliseLetters = (text: string) =>
  text
    .replaceAll('´', '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(ignoredCharacters, '')
    .replace(replacedLetters, (character) => letterReplacements[character] ?? character)

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

/** Separates words, like a hyphen. */
const hebrewPunctuation = /[\u05BE\u05C0\u05C3\u05C6]/g

/** In Catalan. Elsewhere these dots separate words. */
const dotOfDoubleL = /(?<=l)[·‧•⋅∙](?=l)/g

/** Nukta signs of Indian scripts, Arabic marks and signs like apostrophes, all of which writers often omit. */
const ignoredMarks = /[[\p{Mn}&&\p{scx=Arab}]\u093C\u09BC\u0A3C\u0ABC\u0B3C\u0C3C\u0CBC\u0674\u05F3‘‛′ʹʽʾʿˈ՚ꞌ]/gv

const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code))

/** Unicode has the ten digits of each script in a row. */
function asciiDigit(digit: string) {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (isDigit(zero - 1)) zero -= 1
  return String((code - zero) % 10)
}

const toHiragana = (katakana: string) => String.fromCodePoint((katakana.codePointAt(0) ?? 0) - 0x60)

/** Letters by what is written for them in other languages, on other keyboards or at the end of a word. */
const spellings = new Map(
  Object.entries({
    ا: 'ٱٲٳ',
    ي: 'ىی',
    ك: 'کڪ',
    ه: 'ةہھەۃ',
    כ: 'ך',
    מ: 'ם',
    נ: 'ן',
    פ: 'ף',
    צ: 'ץ',
    b: 'ɓ',
    d: 'ɗɖ',
    k: 'ƙ',
    t: 'ŧ',
    y: 'ƴ',
    ണ്: 'ൺ',
    ന്: 'ൻ',
    ര്: 'ർ',
    ല്: 'ൽ',
    ള്: 'ൾ',
    ക്: 'ൿ',
    ত্: 'ৎ',
  }).flatMap(([letter, variants]) => [...variants].map((variant) => [variant, letter])),
)
const spellingVariants = new RegExp(`[${[...spellings.keys()].join('')}]`, 'g')

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
