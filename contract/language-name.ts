import { canonicalLanguage } from './language-tag.ts'

/** Created when they are needed: the first formatter of a page takes milliseconds, which delay its first interaction. */
const names = new Map<string, Intl.DisplayNames>()

/** The name of a language, in English or another language. Undefined if unknown, and for tags with extensions. */
export function nameOfLanguage(tag: string, inLanguage = 'en') {
  try {
    const known = names.get(inLanguage) ?? new Intl.DisplayNames([inLanguage], { type: 'language', fallback: 'none' })
    names.set(inLanguage, known)
    return known.of(tag)
  } catch {
    return undefined
  }
}

/** `es` in `tides.es.vtt`. Undefined if the name contains no known language. */
export function languageOfFileName(name: string) {
  const [, part = ''] = /\.([\w-]{2,35})\.(?:vtt|srt)$/i.exec(name) ?? []
  const tag = canonicalLanguage(part.replaceAll('_', '-'))
  return tag && nameOfLanguage(tag) !== undefined ? tag : undefined
}
