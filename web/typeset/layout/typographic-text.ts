import { hyphenate } from './hyphenation.ts'

/** Opening and closing, outer and inner. */
type Quotes = [open: string, close: string, innerOpen: string, innerClose: string]

const english: Quotes = ['“', '”', '‘', '’']
const german: Quotes = ['„', '“', '‚', '‘']
const guillemets: Quotes = ['«', '»', '“', '”']
const french: Quotes = ['«\u202f', '\u202f»', '“', '”']
const swedish: Quotes = ['”', '”', '’', '’']
const polish: Quotes = ['„', '”', '«', '»']
const japanese: Quotes = ['「', '」', '『', '』']

const quotesByLanguage: Record<string, Quotes> = {
  ...Object.fromEntries(['de', 'cs', 'sk', 'sl', 'bg', 'et', 'lt', 'is'].map((language) => [language, german])),
  ...Object.fromEntries(
    ['es', 'it', 'pt', 'el', 'ru', 'uk', 'nb', 'no', 'nn', 'ar', 'fa'].map((language) => [language, guillemets]),
  ),
  ...Object.fromEntries(['pl', 'hu', 'ro', 'hr'].map((language) => [language, polish])),
  ...Object.fromEntries(['sv', 'fi'].map((language) => [language, swedish])),
  fr: french,
  ja: japanese,
}

export const quotesOf = (language: string): Quotes =>
  (language === 'pt-BR' ? undefined : quotesByLanguage[language.split('-')[0] ?? '']) ?? english

/**
 * The text as it is printed: curly quotes, soft hyphens, and a last line of more than one short word. It has the same
 * characters as the original, in the same order, apart from white space and soft hyphens.
 */
export function typographicText(text: string, language: string, isHyphenated: boolean): string {
  const parts = text.split(url).map((part, index) => {
    if (index % 2) return part
    const curled = curlQuotes(part, language)
    return isHyphenated ? hyphenate(curled, language) : curled
  })
  return bindLastWords(parts.join(''))
}

const url = /(\S+:\/\/\S+|www\.\S+|\S+@\S+\.\S+)/iu

function curlQuotes(text: string, language: string) {
  const [open, close, innerOpen, innerClose] = quotesOf(language)
  const opening = /^(ja|zh)/.test(language) ? /"(?=[^"]*")/g : /(?<=^|[\s([{–—-])"(?=\S)/g
  let isOpen = false
  return text
    .replace(opening, () => {
      // Without spaces between words, quotes alternate.
      isOpen = !isOpen || !/^(ja|zh)/.test(language)
      return isOpen ? open : close
    })
    .replaceAll('"', close)
    .replace(innerQuote, (_, words: string) => `${innerOpen}${words}${innerClose}`)
    .replaceAll("'", '’')
}

/** Not an apostrophe, as in ’n’ or ’tis: a word starts after it, and a word or sentence ends before the next one. */
const innerQuote = /(?<=^|[\s([{–—“„«「-])'(?!n')(?=\p{L})([^']*(?:\p{L}'\p{L}[^']*)*)(?<=[\p{L}.,!?…])'(?!\p{L})/gu

const longestLastWords = 24

function bindLastWords(text: string) {
  const end = /(\S+)[ \t]+(\S+)\s*$/u.exec(text)
  if (!end || end[0].length > longestLastWords || end.index === 0) return text
  return `${text.slice(0, end.index)}${end[1]}\u00a0${end[2]}`
}

/** By the first strong character. */
export const directionOf = (text: string): 'ltr' | 'rtl' =>
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
    /\p{L}/u.exec(text)?.[0] ?? '',
  )
    ? 'rtl'
    : 'ltr'
