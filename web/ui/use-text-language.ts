import { useEffect } from 'react'
import { textLanguageOf } from './text-language.ts'

/** `lang` and `dir` for a text, which may be said to be in a language. The 120 slices of the Japanese face are declared only once a text needs one. */
export function useTextLanguage(text: string, said?: string) {
  const language = textLanguageOf(text, said)
  const isJapanese = /^(ja|zh)/.test(language.lang ?? '')
  useEffect(() => {
    if (isJapanese) void import('@fontsource-variable/noto-sans-jp/wght.css')
  }, [isJapanese])
  return language
}
