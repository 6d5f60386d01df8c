import { useEffect } from 'react'
import { textLanguageOf } from './text-language.ts'

/** `lang` and `dir` for a text. The 120 slices of the Japanese face are declared only once a text needs one. */
export function useTextLanguage(text: string) {
  const language = textLanguageOf(text)
  const isJapanese = language.lang === 'ja' || language.lang === 'zh'
  useEffect(() => {
    if (isJapanese) void import('@fontsource-variable/noto-sans-jp/wght.css')
  }, [isJapanese])
  return language
}
