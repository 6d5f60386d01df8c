import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import { permitsCopying } from '#contract/detail-choices.ts'
import type { Details } from '#contract/details.ts'
import type { FilterName, Filters, Length } from '#contract/filters.ts'
import { normaliseText, splitWords } from '#contract/normalise-text.ts'
import { seriesSlug } from '#contract/series.ts'

/** The columns of a zine that filters use. */
export type FilteredZine = {
  details: Details | null
  may_print: boolean
  page_count: number
  reading_direction: ReadingDirection
  is_video: boolean
  has_words: boolean
}

type FilterTerm = {
  term: (value: string) => string
  /** The values with which a zine is found. */
  valuesOf: (details: Details, zine: Omit<FilteredZine, 'details'>) => (string | undefined)[] | undefined
}

/** In the order of the terms in a document. They are upper case, which normalised text never contains. */
const filterTerms: { [Name in FilterName]-?: FilterTerm } = {
  language: {
    term: (tag) => `LANG:${encodeTerm(tag)}`,
    valuesOf: ({ languages }) => languages?.flatMap(languagePrefixes),
  },
  kind: { term: (kind) => `KIND:${encodeTerm(kind)}`, valuesOf: ({ kind }) => [kind] },
  subject: {
    term: subjectTerm,
    valuesOf: ({ subjects }) => subjects?.filter((subject) => splitWords(subject).length > 0),
  },
  series: {
    term: (title) => `SERIES:${encodeTerm(normaliseText(seriesSlug(title)))}`,
    valuesOf: ({ series }) => [series],
  },
  year: { term: yearTerm, valuesOf: ({ year }) => (year ? [`${year}`, decadeOf(year)] : []) },
  copy: { term: () => 'RIGHTS:COPY', valuesOf: ({ rights }) => isTrue(permitsCopying(rights)) },
  paper: { term: () => 'PAPER:YES', valuesOf: ({ paper }) => isTrue(paper !== undefined) },
  print: { term: () => 'RIGHTS:PRINT', valuesOf: (_, { may_print, is_video }) => isTrue(may_print && !is_video) },
  words: { term: () => 'WORDS:ALL', valuesOf: (_, { has_words }) => isTrue(has_words) },
  length: {
    term: (length) => `LENGTH:${encodeTerm(length)}`,
    valuesOf: (_, { page_count, is_video }) => (is_video ? [] : lengthsOf(page_count)),
  },
  direction: {
    term: (direction) => `DIRECTION:${encodeTerm(direction)}`,
    valuesOf: (_, { reading_direction, is_video }) => (is_video ? [] : [reading_direction]),
  },
}

const isTrue = (condition: boolean) => (condition ? ['true'] : [])

/** Filter terms of a zine, such as `KIND:PERZINE`. */
export function zineFilterTerms({ details, ...zine }: FilteredZine) {
  const terms = Object.values(filterTerms).flatMap(({ term, valuesOf }) =>
    (valuesOf(details ?? {}, zine) ?? []).flatMap((value) => (value ? [term(value)] : [])),
  )
  return [...new Set(terms)]
}

/** The filter terms that a matching zine must have. A subject without a word matches no zine. */
export const filterTermsFor = (filters: Filters) =>
  Object.entries(filterTerms).flatMap(([name, { term }]) => {
    const value = filters[name as FilterName]
    return value ? [term(value)] : []
  })

export function subjectTerm(subject: string) {
  return `SUBJECT:${encodeTerm(splitWords(subject).join('-'))}`
}

function lengthsOf(pageCount: number): Length[] {
  if (pageCount > 16) return ['over-16']
  return pageCount > 8 ? ['up-to-16'] : ['one-sheet', 'up-to-16']
}

function languagePrefixes(tag: string) {
  const subtags = tag.split('-')
  return subtags.map((_, at) => subtags.slice(0, at + 1).join('-'))
}

const decadeOf = (year: number) => `${year - (year % 10)}s`

function yearTerm(year: string) {
  return year.endsWith('s') ? `DECADE:${encodeDigits(year.slice(0, -1))}` : `YEAR:${encodeDigits(year)}`
}

/** Digits become A to J, because visitors search for digits. */
const encodeDigits = (year: string) => year.replace(/\d/g, (digit) => letterDigits[Number(digit)] ?? '')

/** Short enough for a PostgreSQL index, whatever the text contains. Distinct subjects differ before this length. */
const maxLength = 200
const letterDigits = 'ABCDEFGHIJKLMNOP'

/** Encodes text in upper case, which normalised text never contains. Other characters become their code points. */
const encodeTerm = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z-]/gu, (character) => `.${toLetterCode(character.codePointAt(0) ?? 0)}.`)
    .toUpperCase()
    .slice(0, maxLength)

const toLetterCode = (code: number) =>
  code.toString(16).replace(/./g, (digit) => letterDigits[Number.parseInt(digit, 16)] ?? '')

export const valueOfFilterTerm = (filterTerm: string) =>
  filterTerm
    .slice(filterTerm.indexOf(':') + 1)
    .toLowerCase()
    .replace(/\.([a-p]+)\./g, (_, code: string) => fromLetterCode(code))

const fromLetterCode = (code: string) =>
  String.fromCodePoint(
    Number.parseInt(
      code.replace(/./g, (letterDigit) => letterDigits.indexOf(letterDigit.toUpperCase()).toString(16)),
      16,
    ),
  )

export const subjectOfFilterTerm = (filterTerm: string) =>
  filterTerm.startsWith(subjectTerm('')) ? valueOfFilterTerm(filterTerm).replaceAll('-', ' ') : undefined
