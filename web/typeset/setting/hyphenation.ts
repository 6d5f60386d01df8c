import createHyphenator, { type HyphenationFunctionSync, type PatternsDefinition } from 'hyphen'

/** Each language is a file of its own. */
const patterns: Record<string, () => Promise<{ default: PatternsDefinition }>> = {
  cs: () => import('hyphen/patterns/cs.js'),
  da: () => import('hyphen/patterns/da.js'),
  de: () => import('hyphen/patterns/de-1996.js'),
  el: () => import('hyphen/patterns/el-monoton.js'),
  en: () => import('hyphen/patterns/en-us.js'),
  'en-GB': () => import('hyphen/patterns/en-gb.js'),
  es: () => import('hyphen/patterns/es.js'),
  fi: () => import('hyphen/patterns/fi.js'),
  fr: () => import('hyphen/patterns/fr.js'),
  it: () => import('hyphen/patterns/it.js'),
  nl: () => import('hyphen/patterns/nl.js'),
  pl: () => import('hyphen/patterns/pl.js'),
  pt: () => import('hyphen/patterns/pt.js'),
  ru: () => import('hyphen/patterns/ru.js'),
  sv: () => import('hyphen/patterns/sv.js'),
  tr: () => import('hyphen/patterns/tr.js'),
  uk: () => import('hyphen/patterns/uk.js'),
}

const hyphenators = new Map<string, HyphenationFunctionSync>()
const keyOf = (language: string) => (language === 'en-GB' ? language : (language.split('-')[0] ?? ''))

/** Loads the patterns of a language. Languages without patterns are not hyphenated. */
export async function loadHyphenation(language: string): Promise<void> {
  const key = keyOf(language)
  const load = patterns[key]
  if (!load || hyphenators.has(key)) return
  const { default: definition } = await load()
  hyphenators.set(key, createHyphenator(definition, { minWordLength: 7 }) as HyphenationFunctionSync)
}

/**
 * Adds soft hyphens to words of at least `minLength` letters. Capitals and most capitalised words stay whole, because they
 * are often names, except in German, which capitalises nouns.
 */
export function hyphenate(text: string, language: string, minLength = 7): string {
  const hyphenator = hyphenators.get(keyOf(language))
  if (!hyphenator) return text
  const words = language.startsWith('de')
    ? /(?<!\p{L})\p{L}\p{Ll}{6,}(?!\p{L})/gu
    : /(?<!\p{L})(?:\p{Ll}{7,}|\p{Lu}\p{Ll}{15,})(?!\p{L})/gu
  return text.replaceAll(words, (word) =>
    word.length < minLength
      ? word
      : hyphenator(word)
          // Both lines have at least three letters.
          .replace(/^(.{1,2})\u00ad/u, '$1')
          .replace(/\u00ad(.{1,2})$/u, '$1'),
  )
}
