import type { Details } from '#contract/details.ts'
import type { Filters } from '#contract/filters.ts'
import { isUnspaced, normaliseText, splitWords, toIndexTerms } from '#contract/normalise-text.ts'

export type PlainTerm =
  | { kind: 'substring'; word: string }
  | { kind: 'phrase'; words: string[] }
  | { kind: 'creator'; name: string }

/** A zine or a creator, and its rank in the list. */
export type SlowDocument = {
  id: string
  texts: string[]
  username: string
  name: string
  rank: readonly [number, string]
}

/** The search text as a visitor would type it. */
export const toQueryText = (query: PlainTerm[]) =>
  query
    .map((term) => {
      if (term.kind === 'substring') return term.word
      return term.kind === 'phrase' ? `"${term.words.join(' ')}"` : `@${term.name}`
    })
    .join(' ')

/** A search with more misspelt words finds nothing. A repeated word counts once. */
const maxCorrectedTerms = 3
const normalisedTerm = (one: PlainTerm) => normaliseText(toQueryText([one]))

/** The reference search: checks every document for every term, too simple to hide a mistake. */
export function slowSearch(
  all: SlowDocument[],
  query: PlainTerm[],
  usernames: string[],
  isInList = (_: SlowDocument) => true,
) {
  const matches = (each: SlowDocument, one: PlainTerm) => matchesTerm(each, one, usernames)
  const isUnmatched = (term: PlainTerm) => term.kind === 'substring' && !all.some((document) => matches(document, term))
  if (new Set(query.filter(isUnmatched).map(normalisedTerm)).size > maxCorrectedTerms) return []
  const choices = query.map((one) => (isUnmatched(one) ? closestTerms(all, one as SubstringTerm) : [one]))
  const best = choices.map(([first], at) => first ?? (query[at] as PlainTerm))
  const alternatives = choices.flatMap((candidates, at) => candidates.slice(1).map((other) => best.with(at, other)))
  for (const correctedQuery of [best, ...alternatives]) {
    const matching = all.filter((each) => isInList(each) && correctedQuery.every((one) => matches(each, one)))
    if (matching.length > 0) return inOrder(matching)
  }
  return []
}

/** What filters compare besides details. */
export type Pages = { count: number; mayPrint: boolean; direction: 'ltr' | 'rtl'; isVideo: boolean }

const isOfLength = (count: number, length: Filters['length']) =>
  length === 'over-16' ? count > 16 : count <= (length === 'one-sheet' ? 8 : 16)

/** `written`: title, description, alternative text and words of its page. */
type FilteredZine = { details: Details; pages: Pages; written: string[] }

/** Whether a zine's details and pages match every filter. */
export function matchesFilters({ details, pages, written }: FilteredZine, filters: Filters) {
  const [, , altText, transcript] = written
  const { language, kind, subject, series, year, copy, paper, print, words, length, direction } = filters
  const isOfLanguage = (tag: string) => tag === language || tag.startsWith(`${language}-`)
  const isOfYear = (made: number) =>
    year?.endsWith('s') ? `${made}`.slice(0, 3) === year.slice(0, 3) : `${made}` === year
  return [
    !language || details.languages?.some(isOfLanguage),
    !kind || details.kind === kind,
    !subject || details.subjects?.some((one) => hasSameTerms(one, subject)),
    !series || (details.series !== undefined && hasSameTerms(details.series, series)),
    !year || (details.year !== undefined && isOfYear(details.year)),
    !copy || (details.rights !== undefined && details.rights !== 'reserved'),
    !paper || details.paper !== undefined,
    !print || (pages.mayPrint && !pages.isVideo),
    !words || transcript || (altText && !pages.isVideo),
    !length || (isOfLength(pages.count, length) && !pages.isVideo),
    !direction || (pages.direction === direction && !pages.isVideo),
  ].every(Boolean)
}

const hasSameTerms = (one: string, other: string) => splitWords(one).join(' ') === splitWords(other).join(' ')

const inOrder = (matching: SlowDocument[]) =>
  matching.toSorted((a, b) => b.rank[0] - a.rank[0] || (a.rank[1] < b.rank[1] ? 1 : -1)).map(({ id }) => id)

type SubstringTerm = PlainTerm & { kind: 'substring' }

const rowsOf = ({ texts, username, name }: SlowDocument) =>
  [...texts, username, name].map((text) => toIndexTerms(text).join(' '))

function matchesTerm(document: SlowDocument, query: PlainTerm, usernames: string[]): boolean {
  if (query.kind === 'substring')
    return rowsOf(document).some((row) => row.includes(toIndexTerms(query.word).join(' ')))
  if (query.kind === 'phrase') {
    const terms = query.words.flatMap(toIndexTerms)
    const [only = ''] = terms
    // Unspaced scripts have no word boundaries, so a single character is always a part.
    if (terms.length === 1 && isUnspaced(only)) return rowsOf(document).some((row) => row.includes(only))
    return rowsOf(document).some((row) => ` ${row} `.includes(` ${terms.join(' ')} `))
  }
  const name = normaliseText(query.name)
  const isThere = usernames.some((username) => normaliseText(username) === name)
  return isThere ? normaliseText(document.username) === name : normaliseText(document.username).startsWith(name)
}

/** The nearest words by edits, then by number of documents, then alphabetically. */
function closestTerms(all: SlowDocument[], query: SubstringTerm): PlainTerm[] {
  const text = normaliseText(query.word)
  if (text.length < 4 || !/^\p{L}+$/u.test(text) || toIndexTerms(text).length > 1) return []
  const counts = new Map<string, number>()
  for (const document of all)
    for (const term of new Set(rowsOf(document).flatMap((row) => row.split(' '))))
      counts.set(term, (counts.get(term) ?? 0) + 1)
  const similar = [...counts]
    .filter(([known]) => /^\p{L}+$/u.test(known) && editDistance(known, text) <= 2)
    .map(([known, many]) => ({ word: known, many, edits: editsBetween(known, text) }))
    .sort((a, b) => a.edits - b.edits || b.many - a.many || (a.word < b.word ? -1 : 1))
  return similar
    .filter((known) => known.edits <= (similar[0]?.edits === 1 ? 1 : 2))
    .slice(0, 3)
    .map((known) => ({ kind: 'substring', word: known.word }))
}

/** Two swapped neighbours count as one edit. */
function editsBetween(one: string, other: string) {
  const swapped = [...one].some(
    (_, at) => one.slice(0, at) + (one[at + 1] ?? '') + (one[at] ?? '') + one.slice(at + 2) === other,
  )
  return swapped && one !== other ? 1 : editDistance(one, other)
}

/** Letters to add, omit or replace, by brute force. Not exact beyond `budget`, where the number does not matter. */
function editDistance(one: string, other: string, budget = 3): number {
  if (budget === 0 || one === '' || other === '') return Math.max(one.length, other.length)
  if (one[0] === other[0]) return editDistance(one.slice(1), other.slice(1), budget)
  const [left, right] = [one.slice(1), other.slice(1)]
  const distances = [
    editDistance(left, right, budget - 1),
    editDistance(left, other, budget - 1),
    editDistance(one, right, budget - 1),
  ]
  return 1 + Math.min(...distances)
}
