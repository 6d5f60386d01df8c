import { permitsCopying } from '#contract/detail-choices.ts'
import type { Details } from '#contract/details.ts'
import type { Filters } from '#contract/filters.ts'
import { cutWords } from '#contract/normal-form.ts'
import { seriesSlug } from '#contract/series.ts'

/** Filter terms of a zine, such as `KIND:PERZINE`. They are upper case, which normalised text never contains. */
export const facetsOf = ({ kind, languages, subjects, series, year, rights, paper }: Details) => [
  ...new Set([
    ...(languages?.flatMap(languageAndWider) ?? []).map((tag) => `LANG:${coded(tag)}`),
    ...(kind ? [`KIND:${coded(kind)}`] : []),
    ...(subjects?.map(subjectFacet) ?? []).filter((facet) => facet !== subjectFacet('')),
    ...(series ? [seriesFacet(series)] : []),
    ...(year ? [yearFacet(`${year}`), yearFacet(decadeOf(year))] : []),
    ...(permitsCopying(rights) ? [mayBeCopied] : []),
    ...(paper ? [onPaper] : []),
  ]),
]

/** The filter terms that a matching zine must have. A subject without a word matches no zine. */
export const wantedFacets = ({ language, kind, subject, series, year, copy, paper }: Filters) => [
  ...(language ? [`LANG:${coded(language)}`] : []),
  ...(kind ? [`KIND:${coded(kind)}`] : []),
  ...(subject ? [subjectFacet(subject)] : []),
  ...(series ? [seriesFacet(series)] : []),
  ...(year ? [yearFacet(year)] : []),
  ...(copy ? [mayBeCopied] : []),
  ...(paper ? [onPaper] : []),
]

const mayBeCopied = 'RIGHTS:COPY'
const onPaper = 'PAPER:YES'
export const subjectFacet = (subject: string) => `SUBJECT:${coded(cutWords(subject).join('-'))}`
const seriesFacet = (title: string) => `SERIES:${coded(seriesSlug(title))}`

function languageAndWider(tag: string) {
  const parts = tag.split('-')
  return parts.map((_, at) => parts.slice(0, at + 1).join('-'))
}

const decadeOf = (year: number) => `${year - (year % 10)}s`

const yearFacet = (year: string) =>
  year.endsWith('s') ? `DECADE:${figures(year.slice(0, -1))}` : `YEAR:${figures(year)}`

/** Digits become A to J, because visitors search for digits. */
const figures = (year: string) => year.replace(/\d/g, (figure) => letters[Number(figure)] ?? '')

/** Short enough for a PostgreSQL index, whatever the text contains. Distinct subjects differ before this length. */
const longest = 200
const letters = 'ABCDEFGHIJKLMNOP'

/** Encodes text in upper case, which normalised text never contains. Other characters become their code points. */
const coded = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z-]/gu, (letter) => `.${inLetters(letter.codePointAt(0) ?? 0)}.`)
    .toUpperCase()
    .slice(0, longest)

const inLetters = (code: number) =>
  code.toString(16).replace(/./g, (figure) => letters[Number.parseInt(figure, 16)] ?? '')

export const saidOfFacet = (facet: string) =>
  facet
    .slice(facet.indexOf(':') + 1)
    .toLowerCase()
    .replace(/\.([a-p]+)\./g, (_, code: string) => fromLetters(code))

const fromLetters = (code: string) =>
  String.fromCodePoint(
    Number.parseInt(
      code.replace(/./g, (letter) => letters.indexOf(letter.toUpperCase()).toString(16)),
      16,
    ),
  )

export const subjectOfFacet = (facet: string) =>
  facet.startsWith(subjectFacet('')) ? saidOfFacet(facet).replaceAll('-', ' ') : undefined
