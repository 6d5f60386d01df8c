import { bindJapanese, unspaced } from './bind-japanese.ts'
import { hyphenate } from './hyphenation.ts'

/** The opening and closing quotes: first the outer, then the inner ones. */
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

/** The quotation marks of a language. */
export const quotesOf = (language: string): Quotes =>
  (language === 'pt-BR' ? undefined : quotesByLanguage[language.split('-')[0] ?? '']) ?? english

/** The options of a text that change its typography. */
type Setting = { isTitle?: boolean | undefined; isCompact?: boolean | undefined }

/**
 * The text as it is printed: curly quotes and, except in titles, soft hyphens and a last line of more than one short word.
 * It has as many characters as the original, apart from white space and other characters that are not printed.
 */
export function typographicText(text: string, language: string, { isTitle, isCompact }: Setting = {}): string {
  const parts = splitUrls(text.replaceAll(colourEmoji, '')).map(({ text: part, isUrl }) =>
    isUrl
      ? breakable(part)
      : hyphenate(bindShort(curlQuotes(part, language), language), language, isTitle ? longWord : undefined),
  )
  const printed = parts.join('')
  return unspaced.test(text)
    ? bindJapanese(printed, { isTitle, isCompact })
    : isTitle
      ? printed
      : bindLastWords(printed)
}

/** Asks for an emoji in colours of its own. Pages have those of their inks. */
const colourEmoji = '\ufe0f'

/** A title is hyphenated only if a word would make it small. */
const longWord = 16

type Part = { text: string; isUrl: boolean }

/** URLs and email addresses are printed as they are, and broken after their parts. */
function splitUrls(text: string) {
  const parts: Part[] = []
  for (const word of text.split(/(?<=\s)(?=\S)/)) {
    const isUrl = /:\/\/|^\W*www\./.test(word) || /^[^@]+@[^@.]+\.[^@]+$/.test(word)
    const last = parts.at(-1)
    if (last?.isUrl === isUrl) last.text += word
    else parts.push({ text: word, isUrl })
  }
  return parts
}

/** A hyphen at the end of a line would look as if it did not belong to the URL. */
const breakable = (url: string) =>
  url.replaceAll(/(?<=[/?&#@_])(?<!:\/\/)(?=[^/\s])/g, '\u200b').replaceAll(/-(?=\S)/g, '\u200b-\u2060')

/** Short parts that are not alone at the end or the start of a line. */
function bindShort(text: string, language: string) {
  const bound = text
    .replaceAll(/(?<=\d) (?=(?:[%‰€$£°]|[kcm]?m|[km]?g|[cm]?l|h|min)(?!\p{L}))/gu, '\u00a0')
    .replaceAll(/ (?=[—–·]\u200c? )/g, '\u00a0')
  if (language.startsWith('fr')) return bound.replaceAll(/ (?=[:;!?»])|(?<=«) /g, '\u00a0')
  // One-letter prepositions stay with the next word.
  return /^(pl|cs|sk|ru|uk)/.test(language) ? bound.replaceAll(/(?<=(?<!\p{L})\p{L}) /gu, '\u00a0') : bound
}

function curlQuotes(text: string, language: string) {
  const [open, close, innerOpen, innerClose] = quotesOf(language)
  const opening = /^(ja|zh)/.test(language) ? /"(?=[^"]*")/g : /(?<=^|[\s([{–—-])"(?=\S)/g
  let isOpen = false
  return (
    text
      .replace(opening, () => {
        // Without spaces between words, quotes alternate.
        isOpen = !isOpen || !/^(ja|zh)/.test(language)
        return isOpen ? open : close
      })
      .replaceAll('"', close)
      .replace(innerQuote, (_, words: string) => `${innerOpen}${words}${innerClose}`)
      .replaceAll("'", '’')
      .replaceAll(/(?<=^|\s)-(?=\s)/g, '–')
      // The second character prints nothing, so that the text keeps its length.
      .replaceAll(/(?<=\s)--(?=\s)/g, '–\u200c')
      .replaceAll(/(?<=\p{L})--(?=\p{L})/gu, '—\u200c')
  )
}

/** Not an apostrophe, as in ’n’ or ’tis: a word starts after it, and a word or sentence ends before the next one. */
const innerQuote = /(?<=^|[\s([{–—“„«「-])'(?!n')(?=\p{L})([^']*(?:\p{L}'\p{L}[^']*)*)(?<=[\p{L}.,!?…])'(?!\p{L})/gu

/** Longer ones would not fit in narrow columns. */
const longestLastWords = 13

/** The last line is not a short word alone, nor a part of a word. */
function bindLastWords(text: string) {
  const parts = text.split(/(\s+)/)
  const last = parts.length - 1
  const lastWord = (parts[last] ?? '').replaceAll('\u00ad', '')
  parts[last] = lastWord
  if (last >= 6 && (parts[last - 2] ?? '').length + lastWord.length < longestLastWords) parts[last - 1] = '\u00a0'
  return parts.join('')
}

export type Direction = 'ltr' | 'rtl'

/** The first letter decides. Numbers alone have the direction of the page. */
export function directionOf(text: string, ofPage: Direction = 'ltr'): Direction {
  const letter = /\p{L}/u.exec(text)?.[0]
  if (!letter) return ofPage
  return rightToLeft.test(letter) ? 'rtl' : 'ltr'
}

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
