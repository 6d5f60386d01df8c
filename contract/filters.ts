import { type Kind, kinds } from './kinds.ts'
import { canonicalLanguage } from './language-tag.ts'
import * as limits from './limits.ts'

/** What zines in a list must say of themselves, all of it. In addresses and calls each has its own name, at most once. */
export type Filters = {
  /** A language, and what is spoken of it somewhere: `pt` is `pt-BR` too, and not the other way round. */
  language?: string | undefined
  kind?: Kind | undefined
  /** Whatever its case, accents and signs. */
  subject?: string | undefined
  /** By its title or as its address says it; whoever makes it. */
  series?: string | undefined
  /** `1994`, or a decade: `1990s`. */
  year?: string | undefined
  /** Rights that permit copying. */
  copy?: 'true' | undefined
  /** A paper copy is to be had. */
  paper?: 'true' | undefined
}

export type FilterName = keyof Filters
/** In the order in which they are shown. */
export const filterNames = ['language', 'kind', 'subject', 'series', 'year', 'copy', 'paper'] as const
export const isFiltered = (filters: Filters) => filterNames.some((name) => filters[name])

/** A year, or a decade by its first. */
export const yearOrDecade = /^\d{4}$|^\d{3}0s$/

/** Each filter as an address says it; undefined where it says none, or what is none. */
const readers: { [Name in FilterName]: (said: string) => Filters[Name] } = {
  language: canonicalLanguage,
  kind: (said) => kinds.find((kind) => kind === said),
  subject: (said) => line(said, limits.subject),
  series: (said) => line(said, limits.series),
  year: (said) => (yearOrDecade.test(said) ? said : undefined),
  copy: (said) => (said === 'true' ? said : undefined),
  paper: (said) => (said === 'true' ? said : undefined),
}

const line = (said: string, most: number) => said.slice(0, most).toWellFormed().trim() || undefined

/** What an address like `/?language=pt&kind=perzine` says; what it says wrong is left out. */
export function readFilters(search: URLSearchParams): Filters {
  const said = filterNames.map((name) => [name, readers[name](search.get(name) ?? '')])
  return Object.fromEntries(said.filter(([, value]) => value)) as Filters
}

/** Adds filters to what an address says. */
export function writeFilters(search: URLSearchParams, filters: Filters) {
  for (const name of filterNames) if (filters[name]) search.set(name, filters[name])
}

/** Where all zines are that say this of themselves. */
export function filterAddress(filters: Filters) {
  const search = new URLSearchParams()
  writeFilters(search, filters)
  return search.size === 0 ? '/' : `/?${search}`
}
