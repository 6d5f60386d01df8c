import { clearCache, type PreparedTextWithSegments, prepareWithSegments, setLocale } from '@chenglou/pretext'

const maxPrepared = 4000
const preparedTexts = new Map<string, PreparedTextWithSegments>()

/** Of a text in a font, measured once. */
export function measure(text: string, font: string) {
  const key = `${font}\n${text}`
  let measured = preparedTexts.get(key)
  if (!measured) {
    if (preparedTexts.size >= maxPrepared) forgetMeasurements()
    measured = prepareWithSegments(text, font)
    preparedTexts.set(key, measured)
  }
  return measured
}

let preparedLanguage: string | undefined

export function chooseLanguage(language: string) {
  if (language === preparedLanguage) return
  preparedLanguage = language
  preparedTexts.clear()
  setLocale(language || 'en')
}

/** After a font was loaded: earlier measurements may be of another one. */
export function forgetMeasurements() {
  preparedTexts.clear()
  clearCache()
}

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
