import { clearCache, type PreparedTextWithSegments, setLocale } from '@chenglou/pretext'

let chosenLanguage: string | undefined

export function chooseLanguage(language: string) {
  if (language === chosenLanguage) return
  chosenLanguage = language
  setLocale(language || 'en')
}

/** After a font was loaded: earlier measurements may be of another one. */
export const forgetMeasurements = clearCache

/** Its width. */
export function longestWord({ segments, kinds, widths }: PreparedTextWithSegments) {
  let longest = 0
  let word = 0
  for (let index = 0; index < segments.length; index += 1) {
    word = kinds[index] === 'text' ? Math.max(word, widths[index] ?? 0) : 0
    longest = Math.max(longest, word)
  }
  return longest
}
