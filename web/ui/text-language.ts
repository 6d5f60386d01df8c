import { useEffect } from 'react'
import { textLanguageOf } from '#contract/text-language.ts'
import { shouldSaveData } from './busy-clicks.ts'

/** Also loads the 120 slices of the Japanese font on demand, but never on slow connections. */
export function useTextLanguage(text: string, declared?: string | null) {
  const language = textLanguageOf(text, declared)
  const isJapanese = /^(ja|zh)/.test(language.lang)
  useEffect(() => {
    if (isJapanese && !shouldSaveData()) void import('@fontsource-variable/noto-sans-jp/wght.css')
  }, [isJapanese])
  return language
}
