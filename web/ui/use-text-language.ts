import { useEffect } from 'react'
import { isLineSpared } from './spared-line.ts'
import { textLanguageOf } from './text-language.ts'

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
