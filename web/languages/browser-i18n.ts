import { i18n, type Messages } from '@lingui/core'
import type { Area } from './areas.ts'

export type BrowserArea = Exclude<Area, 'server'>

const areas: Record<BrowserArea, Record<string, () => Promise<Messages>>> = {
  reading: import.meta.glob<Messages>('/languages/*.po', { query: '?area=reading', import: 'messages' }),
  making: import.meta.glob<Messages>('/languages/*.po', { query: '?area=making', import: 'messages' }),
  account: import.meta.glob<Messages>('/languages/*.po', { query: '?area=account', import: 'messages' }),
  moderation: import.meta.glob<Messages>('/languages/*.po', { query: '?area=moderation', import: 'messages' }),
}

/**
 * Sets the language of the page, which stays the same until the next document. Only browsers call this, so a sentence that
 * the server would translate without a page throws.
 */
export async function openLanguage(language: string) {
  i18n.load(language, {})
  i18n.activate(language)
  await loadSentences('reading')
  return i18n
}

const loaded = new Set<BrowserArea>()

export async function loadSentences(area: BrowserArea) {
  const load = areas[area][`/languages/${i18n.locale}.po`]
  if (!load || loaded.has(area)) return
  i18n.load(i18n.locale, await load())
  loaded.add(area)
}

/** Loads a part of the site together with its sentences. */
export async function withSentences<Part>(area: BrowserArea, load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), loadSentences(area)])
  return part
}
