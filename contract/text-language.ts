/** `lang` is empty if the language is unknown, so that the text does not inherit the language of the page. */
export type TextLanguage = { lang: string; dir: 'rtl' | 'auto' }

/** The most likely language of a letter. */
const alphabets =
  /(?<ar>\p{sc=Arab})|(?<he>\p{sc=Hebr})|(?<ja>\p{sc=Hira}|\p{sc=Kana})|(?<ko>\p{sc=Hang})|(?<zh>\p{sc=Hani})|(?<ru>\p{sc=Cyrl})|(?<el>\p{sc=Grek})/u

/** `lang` and `dir` of a text: the declared language if the text is in its script, else a guess from the script. */
export function textLanguageOf(text: string, declared?: string | null): TextLanguage {
  const letter = /\p{L}/u.exec(text)?.[0] ?? 'a'
  const detected = detectLanguage(letter, text)
  // Only the creator knows the language if its script belongs to none of these.
  const likely = detected || (/\p{sc=Latn}/u.test(letter) ? 'en' : (declared ?? ''))
  return {
    lang: declared && (declared === likely || scriptOf(declared) === scriptOf(likely)) ? declared : detected,
    dir: /ar|fa|he/.test(detected) ? 'rtl' : 'auto',
  }
}

/** Maps related scripts to one: Chinese has two scripts, and Japanese shares characters with both. */
function scriptOf(tag: string) {
  try {
    return new Intl.Locale(tag).maximize().script?.replace(/Han.|Jpan/, 'Han')
  } catch {
    return tag
  }
}

function detectLanguage(letter: string, text: string) {
  const groups = alphabets.exec(letter)?.groups ?? {}
  const lang = Object.keys(groups).find((name) => groups[name]) ?? ''
  if (lang === 'ar' && /[پچژگی]/.test(text)) return 'fa'
  if (lang === 'ru' && /[іїєґ]/i.test(text)) return 'uk'
  // Japanese may start with a character that Chinese shares.
  return lang === 'zh' && /\p{sc=Hira}|\p{sc=Kana}/u.test(text) ? 'ja' : lang
}

/** Attributes of a picture. An `alt` that its creator did not write is in the language of the page. */
export const altLanguageOf = (altText: string, declared?: string | null) =>
  altText ? textLanguageOf(altText, declared) : undefined

/** A name has no language of its own, so one in Latin letters stays in the language of the page. */
export function nameLanguageOf(name: string) {
  const language = textLanguageOf(name)
  return language.lang ? language : undefined
}
