import { readingDirections } from './aspect-ratios.ts'
import { kinds } from './kinds.ts'
import { canonicalLanguage } from './language-tag.ts'
import * as limits from './limits.ts'

/** Numbers of pages. A zine of at most eight pages fits on one folded sheet, and also matches "up to 16". */
export const lengths = ['one-sheet', 'up-to-16', 'over-16'] as const
export type Length = (typeof lengths)[number]

/** A year, or the first year of a decade. */
export const yearOrDecade = /^\d{4}$|^\d{3}0s$/

const oneOf =
  <const Choice extends string>(choices: readonly Choice[]) =>
  (value: string) =>
    choices.find((choice) => choice === value)

/** Parses each filter from a URL; undefined if missing or invalid. The names are in display order. */
const filterParsers = {
  /** Includes regional variants: `pt` matches `pt-BR`, but not the reverse. */
  language: canonicalLanguage,
  kind: oneOf(kinds),
  /** Ignores case, accents and punctuation. */
  subject: (value: string) => trimmedLine(value, limits.subject),
  /** A title or slug, by any creator. */
  series: (value: string) => trimmedLine(value, limits.series),
  /** `1994`, or a decade: `1990s`. */
  year: (value: string) => (yearOrDecade.test(value) ? value : undefined),
  length: oneOf(lengths),
  direction: oneOf(readingDirections),
  copy: oneOf(['true']),
  /** Available on paper. */
  paper: oneOf(['true']),
  /** Readers may print it. Videos match neither this filter nor the two about pages. */
  print: oneOf(['true']),
  /** Every page has a description or its words as text; a video has captions or its words. */
  words: oneOf(['true']),
}

export type FilterName = keyof typeof filterParsers
export const filterNames = Object.keys(filterParsers) as FilterName[]

/** Filters for lists of zines, combined with AND. A URL contains each at most once. */
export type Filters = { [Name in FilterName]?: ReturnType<(typeof filterParsers)[Name]> }

export const isFiltered = (filters: Filters) => filterNames.some((name) => filters[name])

const trimmedLine = (value: string, maxLength: number) => value.slice(0, maxLength).toWellFormed().trim() || undefined

/** Parses a URL like `/?language=pt&kind=perzine`, ignoring invalid filters. */
export function parseFilters(searchParams: URLSearchParams): Filters {
  const entries = filterNames.map((name) => [name, filterParsers[name](searchParams.get(name) ?? '')])
  return Object.fromEntries(entries.filter(([, value]) => value)) as Filters
}

export function writeFilters(searchParams: URLSearchParams, filters: Filters) {
  for (const name of filterNames) if (filters[name]) searchParams.set(name, filters[name])
}

export function filterAddress(filters: Filters) {
  const search = new URLSearchParams()
  writeFilters(search, filters)
  return search.size === 0 ? '/' : `/?${search}`
}
