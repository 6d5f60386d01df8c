import { type I18n, type Messages, setupI18n } from '@lingui/core'

const areas: Record<string, Messages>[] = [
  import.meta.glob<Messages>('/languages/*.po', { query: '?area=site', import: 'messages', eager: true }),
  import.meta.glob<Messages>('/languages/*.po', { query: '?area=reading', import: 'messages', eager: true }),
  import.meta.glob<Messages>('/languages/*.po', { query: '?area=making', import: 'messages', eager: true }),
  import.meta.glob<Messages>('/languages/*.po', { query: '?area=account', import: 'messages', eager: true }),
  import.meta.glob<Messages>('/languages/*.po', { query: '?area=moderation', import: 'messages', eager: true }),
]

const instances = new Map<string, I18n>()

/** All pages in a language share one instance, which never changes. */
export function serverI18n(language: string) {
  const i18n = instances.get(language) ?? open(language)
  instances.set(language, i18n)
  return i18n
}

function open(language: string) {
  const catalogues = areas.map((area) => area[`/languages/${language}.po`] ?? {})
  return setupI18n({ locale: language, messages: { [language]: Object.assign({}, ...catalogues) } })
}
