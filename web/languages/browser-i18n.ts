import type { I18n, Messages } from '@lingui/core'
import type { Area } from './areas.ts'
import { createI18n } from './i18n.ts'

type Catalogues = Record<string, () => Promise<Messages>>

const areas: Record<Exclude<Area, 'emails'>, Catalogues> = {
  reading: import.meta.glob<Messages>('/languages/*.po', { query: '?area=reading', import: 'messages' }),
  making: import.meta.glob<Messages>('/languages/*.po', { query: '?area=making', import: 'messages' }),
  account: import.meta.glob<Messages>('/languages/*.po', { query: '?area=account', import: 'messages' }),
  moderation: import.meta.glob<Messages>('/languages/*.po', { query: '?area=moderation', import: 'messages' }),
  errors: import.meta.glob<Messages>('/languages/*.po', { query: '?area=errors', import: 'messages' }),
}
type BrowserArea = keyof typeof areas

/** The language of the page, which stays the same until the next document. Servers have none. */
let current: I18n | undefined

export async function openLanguage(language: string) {
  current = createI18n(language)
  await loadSentences('reading')
  return current
}

const loaded = new Set<BrowserArea>()

export async function loadSentences(area: BrowserArea) {
  if (!current || loaded.has(area)) return
  const load = areas[area][`/languages/${current.locale}.po`]
  if (load) current.load(current.locale, await load())
  loaded.add(area)
}

/** Loads a part of the site together with its sentences. */
export async function withSentences<Part>(area: BrowserArea, load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), loadSentences(area)])
  return part
}
