import { useEffect } from 'react'
import { shouldSaveData } from './busy-clicks.ts'

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

/** `lang` and `dir` of a text: the declared language if the script matches, else a guess from the script. */
export function textLanguageOf(text: string, declared?: string): TextLanguage {
  const detected = detectLanguage(text)
  return declared && scriptOf(declared) === scriptOf(detected.lang ?? 'en') ? { ...detected, lang: declared } : detected
}

/** Maps related scripts to one: Chinese has two scripts, and Japanese shares characters with both. */
function scriptOf(tag: string) {
  try {
    return new Intl.Locale(tag).maximize().script?.replace(/^(Hans|Hant|Jpan)$/, 'Han')
  } catch {
    return undefined
  }
}

function detectLanguage(text: string): TextLanguage {
  const first = /\p{L}/u.exec(text)?.[0]
  if (!first || /\p{Script=Latin}/u.test(first)) return {}
  const language = scripts.find(([letters]) => letters.test(first))?.[1] ?? {}
  if (language.lang === 'ar' && persian.test(text)) return { lang: 'fa', dir: 'rtl' }
  if (language.lang === 'ru' && ukrainian.test(text)) return { lang: 'uk' }
  // Japanese may start with a character that Chinese shares.
  if (language.lang === 'zh' && /\p{Script=Hiragana}|\p{Script=Katakana}/u.test(text)) return { lang: 'ja' }
  return language
}

/** Also loads the 120 slices of the Japanese font on demand, but never on slow connections. */
export function useTextLanguage(text: string, declared?: string) {
  const language = textLanguageOf(text, declared)
  const isJapanese = /^(ja|zh)/.test(language.lang ?? '')
  useEffect(() => {
    if (isJapanese && !shouldSaveData()) void import('@fontsource-variable/noto-sans-jp/wght.css')
  }, [isJapanese])
  return language
}
