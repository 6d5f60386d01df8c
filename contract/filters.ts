import { type ReadingDirection, readingDirections } from './aspect-ratios.ts'
import { type Kind, kinds } from './kinds.ts'
import { canonicalLanguage } from './language-tag.ts'
import * as limits from './limits.ts'

/** Numbers of pages. A zine of at most eight pages fits on one folded sheet, and also matches "up to 16". */
export const lengths = ['one-sheet', 'up-to-16', 'over-16'] as const
export type Length = (typeof lengths)[number]

/** Filters for lists of zines, combined with AND. A URL contains each at most once. */
export type Filters = {
  /** Includes regional variants: `pt` matches `pt-BR`, but not the reverse. */
  language?: string | undefined
  kind?: Kind | undefined
  /** Ignores case, accents and punctuation. */
  subject?: string | undefined
  /** A title or slug, by any creator. */
  series?: string | undefined
  /** `1994`, or a decade: `1990s`. */
  year?: string | undefined
  copy?: 'true' | undefined
  /** Available on paper. */
  paper?: 'true' | undefined
  /** Readers may print it. Videos match neither this filter nor the next two. */
  print?: 'true' | undefined
  length?: Length | undefined
  direction?: ReadingDirection | undefined
}

export type FilterName = keyof Filters
/** In display order. */
export const filterNames = [
  ...(['language', 'kind', 'subject', 'series', 'year'] as const),
  ...(['length', 'direction', 'copy', 'paper', 'print'] as const),
] as const
export const isFiltered = (filters: Filters) => filterNames.some((name) => filters[name])

/** A year, or the first year of a decade. */
export const yearOrDecade = /^\d{4}$|^\d{3}0s$/

const oneOf =
  <Choice extends string>(choices: readonly Choice[]) =>
  (value: string) =>
    choices.find((choice) => choice === value)

/** Parses each filter from a URL; undefined if missing or invalid. */
const filterParsers: { [Name in FilterName]: (value: string) => Filters[Name] } = {
  language: canonicalLanguage,
  kind: oneOf(kinds),
  subject: (value) => trimmedLine(value, limits.subject),
  series: (value) => trimmedLine(value, limits.series),
  year: (value) => (yearOrDecade.test(value) ? value : undefined),
  length: oneOf(lengths),
  direction: oneOf(readingDirections),
  copy: oneOf(['true']),
  paper: oneOf(['true']),
  print: oneOf(['true']),
}

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
