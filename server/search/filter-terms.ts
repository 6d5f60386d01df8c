import type { ReadingDirection } from '#contract/aspect-ratios.ts'
import { permitsCopying } from '#contract/detail-choices.ts'
import type { Details } from '#contract/details.ts'
import type { Filters, Length } from '#contract/filters.ts'
import { normaliseText, splitWords } from '#contract/normalise-text.ts'
import { seriesSlug } from '#contract/series.ts'

/** The columns of a zine that filters use. */
export type FilteredZine = {
  details: Details | null
  may_print: boolean
  page_count: number
  reading_direction: ReadingDirection
  is_video: boolean
}

/** Filter terms of a zine, such as `KIND:PERZINE`. They are upper case, which normalised text never contains. */
export const zineFilterTerms = ({ details, ...pages }: FilteredZine) => [
  ...new Set([...detailTerms(details ?? {}), ...(pages.is_video ? [] : pageTerms(pages))]),
]

const detailTerms = ({ kind, languages, subjects, series, year, rights, paper }: Details) => [
  ...(languages?.flatMap(languagePrefixes) ?? []).map((tag) => `LANG:${encodeTerm(tag)}`),
  ...(kind ? [`KIND:${encodeTerm(kind)}`] : []),
  ...(subjects?.map(subjectTerm) ?? []).filter((filterTerm) => filterTerm !== subjectTerm('')),
  ...(series ? [seriesTerm(series)] : []),
  ...(year ? [yearTerm(`${year}`), yearTerm(decadeOf(year))] : []),
  ...(permitsCopying(rights) ? [copyAllowed] : []),
  ...(paper ? [onPaper] : []),
]

const pageTerms = ({ may_print, page_count, reading_direction }: Omit<FilteredZine, 'details'>) => [
  ...(may_print ? [printAllowed] : []),
  ...lengthsOf(page_count).map(lengthTerm),
  directionTerm(reading_direction),
]

/** The filter terms that a matching zine must have. A subject without a word matches no zine. */
export const filterTermsFor = ({ language, kind, subject, series, year, copy, paper, ...pages }: Filters) => [
  ...(language ? [`LANG:${encodeTerm(language)}`] : []),
  ...(kind ? [`KIND:${encodeTerm(kind)}`] : []),
  ...(subject ? [subjectTerm(subject)] : []),
  ...(series ? [seriesTerm(series)] : []),
  ...(year ? [yearTerm(year)] : []),
  ...(copy ? [copyAllowed] : []),
  ...(paper ? [onPaper] : []),
  ...(pages.print ? [printAllowed] : []),
  ...(pages.length ? [lengthTerm(pages.length)] : []),
  ...(pages.direction ? [directionTerm(pages.direction)] : []),
]

const copyAllowed = 'RIGHTS:COPY'
const printAllowed = 'RIGHTS:PRINT'
const onPaper = 'PAPER:YES'
export const subjectTerm = (subject: string) => `SUBJECT:${encodeTerm(splitWords(subject).join('-'))}`
const seriesTerm = (title: string) => `SERIES:${encodeTerm(normaliseText(seriesSlug(title)))}`

const lengthTerm = (length: Length) => `LENGTH:${encodeTerm(length)}`
const directionTerm = (direction: ReadingDirection) => `DIRECTION:${encodeTerm(direction)}`

function lengthsOf(pageCount: number): Length[] {
  if (pageCount > 16) return ['over-16']
  return pageCount > 8 ? ['up-to-16'] : ['one-sheet', 'up-to-16']
}

function languagePrefixes(tag: string) {
  const subtags = tag.split('-')
  return subtags.map((_, at) => subtags.slice(0, at + 1).join('-'))
}

const decadeOf = (year: number) => `${year - (year % 10)}s`

const yearTerm = (year: string) =>
  year.endsWith('s') ? `DECADE:${encodeDigits(year.slice(0, -1))}` : `YEAR:${encodeDigits(year)}`

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
