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
