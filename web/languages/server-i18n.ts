import { type I18n, type Messages, setupI18n } from '@lingui/core'

const catalogues = import.meta.glob<Messages>('/languages/*.po', { query: '?area=all', import: 'messages' })

const instances = new Map<string, Promise<I18n>>()

/** All pages in a language share one instance, which never changes. Its catalogue is loaded for the first page. */
export function serverI18n(language: string) {
  const i18n = instances.get(language) ?? open(language)
  instances.set(language, i18n)
  return i18n
}

async function open(language: string) {
  const messages = await catalogues[`/languages/${language}.po`]?.()
  return setupI18n({ locale: language, messages: { [language]: messages ?? {} } })
}
