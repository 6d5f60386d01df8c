/** What a piece of text needs to be set and read aloud well. */
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

/** `lang` and `dir` for a text that begins in another script than the page; nothing for Latin letters. */
export function textLanguageOf(text: string): TextLanguage {
  const first = /\p{L}/u.exec(text)?.[0]
  if (!first || /\p{Script=Latin}/u.test(first)) return {}
  const language = scripts.find(([letters]) => letters.test(first))?.[1] ?? {}
  if (language.lang === 'ar' && persian.test(text)) return { lang: 'fa', dir: 'rtl' }
  if (language.lang === 'ru' && ukrainian.test(text)) return { lang: 'uk' }
  // Japanese may begin with a character that Chinese has too.
  if (language.lang === 'zh' && /\p{Script=Hiragana}|\p{Script=Katakana}/u.test(text)) return { lang: 'ja' }
  return language
}
