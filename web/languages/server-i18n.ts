import type { I18n, Messages } from '@lingui/core'
import { createI18n } from './i18n.ts'

type Catalogues = Record<string, Messages>

const areas: Catalogues[] = [
  import.meta.glob<Messages>('/languages/*.po', { query: '?area=reading', import: 'messages', eager: true }),
  import.meta.glob<Messages>('/languages/*.po', { query: '?area=making', import: 'messages', eager: true }),
  import.meta.glob<Messages>('/languages/*.po', { query: '?area=account', import: 'messages', eager: true }),
  import.meta.glob<Messages>('/languages/*.po', { query: '?area=moderation', import: 'messages', eager: true }),
]

const instances = new Map<string, I18n>()

/** All pages in a language share one instance, which never changes. */
export function serverI18n(language: string) {
  const i18n =
    instances.get(language) ?? createI18n(language, ...areas.map((area) => area[`/languages/${language}.po`] ?? {}))
  instances.set(language, i18n)
  return i18n
}
