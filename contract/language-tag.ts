import * as limits from './limits.ts'

/** A BCP 47 tag in canonical case, `pt-BR` for `PT-br`; undefined if invalid. */
export function canonicalLanguage(tag: string) {
  if (tag.length > limits.languageTag) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** `es` in `tides.es.vtt`. Undefined if the name contains no known language. */
export function languageOfFileName(name: string) {
  const [, part = ''] = /\.([\w-]{2,35})\.(?:vtt|srt)$/i.exec(name) ?? []
  const tag = canonicalLanguage(part.replaceAll('_', '-'))
  return tag && isKnownLanguage(tag) ? tag : undefined
}

const isKnownLanguage = (tag: string) =>
  new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(tag) !== undefined
