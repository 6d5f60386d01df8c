import { canonicalLanguage } from './language-tag.ts'

/** Created when it is needed: the first formatter of a page takes milliseconds, which delay its first interaction. */
let english: Intl.DisplayNames | undefined

/** The English name of a language. Undefined if unknown, and for tags with extensions. */
export function nameOfLanguage(tag: string) {
  try {
    english ??= new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
    return english.of(tag)
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
