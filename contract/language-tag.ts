import * as limits from './limits.ts'

/** A BCP 47 tag as it is written by everybody, `pt-BR` for `PT-br`; undefined where it is none. */
export function canonicalLanguage(tag: string) {
  if (tag.length > limits.languageTag) return undefined
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}
