import { clearCache, type PreparedTextWithSegments, setLocale } from '@chenglou/pretext'

let chosenLanguage: string | undefined

/** Sets the language of the following measurements, which decides where lines may break. */
export function chooseLanguage(language: string) {
  if (language === chosenLanguage) return
  chosenLanguage = language
  setLocale(language || 'en')
}

/** Must be called after a font was loaded, because earlier measurements may be of another one. */
export const forgetMeasurements = clearCache

/** The width of the longest word in pixels. */
export function longestWord({ segments, kinds, widths }: PreparedTextWithSegments) {
  let longest = 0
  let word = 0
  for (let index = 0; index < segments.length; index += 1) {
    word = kinds[index] === 'text' ? Math.max(word, widths[index] ?? 0) : 0
    longest = Math.max(longest, word)
  }
  return longest
}
