import { useEffect } from 'react'
import { writingOf } from './writing.ts'

/** `lang` and `dir` for a text. The 120 slices of the Japanese face are declared only once a text needs one. */
export function useTextLanguage(text: string) {
  const writing = writingOf(text)
  const isJapanese = writing.lang === 'ja' || writing.lang === 'zh'
  useEffect(() => {
    if (isJapanese) void import('@fontsource-variable/noto-sans-jp/wght.css')
  }, [isJapanese])
  return writing
}
