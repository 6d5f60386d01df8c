import { i18n, type Messages } from '@lingui/core'
import type { LazyArea } from './areas.ts'

/** The sentences of the site's frame and of the home page, and how to load those of the other areas in this language. */
type SiteCatalogue = {
  messages: Messages
  areas: Partial<Record<LazyArea, () => Promise<{ messages: Messages }>>>
}

const catalogues = import.meta.env.SSR
  ? {}
  : import.meta.glob<SiteCatalogue>('/languages/*.po', { query: '?area=site' })

let opening: Promise<SiteCatalogue> | undefined

/**
 * Sets the language of the page, which stays the same until the next document. Only browsers call this, so a sentence that
 * the server would translate without a page throws.
 */
export async function openLanguage(language: string) {
  i18n.loadAndActivate({ locale: language, messages: {} })
  opening = catalogues[`/languages/${language}.po`]?.()
  addSentences(await opening)
  return i18n
}

const loaded = new Set<LazyArea>()

/** Parts of all areas use sentences of `reading`. */
export async function loadSentences(area: 'site' | LazyArea): Promise<void> {
  if (area === 'site' || loaded.has(area)) return
  const ownSentences = opening?.then(({ areas }) => areas[area]?.())
  const [catalogue] = await Promise.all([ownSentences, area === 'reading' ? undefined : loadSentences('reading')])
  if (!catalogue) return
  addSentences(catalogue)
  loaded.add(area)
}

/**
 * Without the event of `i18n.load`, which would render the whole page again. A part is rendered after its sentences have
 * loaded.
 */
function addSentences(catalogue: { messages: Messages } | undefined) {
  Object.assign(i18n.messages, catalogue?.messages)
}

/** Loads a part of the site together with its sentences. */
export async function withSentences<Part>(area: 'site' | LazyArea, load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), loadSentences(area)])
  return part
}
