import { useEffect } from 'react'
import { isLineSpared } from './waiting.ts'

/** What a piece of text needs to be set and read aloud well. */
type TextLanguage = { lang?: string; dir?: 'rtl' }

const scripts: [RegExp, TextLanguage][] = [
  [/\p{Script=Arabic}/u, { lang: 'ar', dir: 'rtl' }],
  [/\p{Script=Hebrew}/u, { lang: 'he', dir: 'rtl' }],
  [/\p{Script=Hiragana}|\p{Script=Katakana}/u, { lang: 'ja' }],
  [/\p{Script=Hangul}/u, { lang: 'ko' }],
  [/\p{Script=Han}/u, { lang: 'zh' }],
  [/\p{Script=Cyrillic}/u, { lang: 'ru' }],
  [/\p{Script=Greek}/u, { lang: 'el' }],
]
const persian = /[پچژگی]/u
const ukrainian = /[іїєґ]/iu

/**
 * `lang` and `dir` for a text. Where it is said which language it is in, and its letters are of that language's script,
 * that is believed; otherwise its letters tell, and nothing is told by Latin ones.
 */
export function textLanguageOf(text: string, said?: string): TextLanguage {
  const seen = seenLanguage(text)
  return said && scriptOf(said) === scriptOf(seen.lang ?? 'en') ? { ...seen, lang: said } : seen
}

/** Chinese is written in one of two scripts, and Japanese has many letters of both. */
function scriptOf(tag: string) {
  try {
    return new Intl.Locale(tag).maximize().script?.replace(/^(Hans|Hant|Jpan)$/, 'Han')
  } catch {
    return undefined
  }
}

function seenLanguage(text: string): TextLanguage {
  const first = /\p{L}/u.exec(text)?.[0]
  if (!first || /\p{Script=Latin}/u.test(first)) return {}
  const language = scripts.find(([letters]) => letters.test(first))?.[1] ?? {}
  if (language.lang === 'ar' && persian.test(text)) return { lang: 'fa', dir: 'rtl' }
  if (language.lang === 'ru' && ukrainian.test(text)) return { lang: 'uk' }
  // Japanese may begin with a character that Chinese has too.
  if (language.lang === 'zh' && /\p{Script=Hiragana}|\p{Script=Katakana}/u.test(text)) return { lang: 'ja' }
  return language
}

/**
 * `lang` and `dir` for a text, which may be said to be in a language. The 120 slices of the Japanese face are declared only once a
 * text needs one, and on a slow line not at all: a rack with a few titles asks for a quarter of a megabyte.
 */
export function useTextLanguage(text: string, said?: string) {
  const language = textLanguageOf(text, said)
  const isJapanese = /^(ja|zh)/.test(language.lang ?? '')
  useEffect(() => {
    if (isJapanese && !isLineSpared()) void import('@fontsource-variable/noto-sans-jp/wght.css')
  }, [isJapanese])
  return language
}
