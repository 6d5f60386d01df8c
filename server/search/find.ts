import type pg from 'pg'
import * as limits from '#contract/limits.ts'
import type { SearchInterpretation } from '#contract/search.ts'
import { type ExpandedQuery, expandFilterTerms, expandQuery, resolveCreatorNames } from './expand-terms.ts'
import {
  countDocuments,
  countOwn,
  endsWithin,
  firstScan,
  lookUpTerms,
  type Match,
  type SearchRange,
  scanList,
} from './matches.queries.ts'
import { choosePlans, type Plan } from './plan.ts'
import type { SearchList } from './search-lists.ts'
import { isTyped, parseSearchText, type QueryTerm, termText } from './search-text.ts'
import { type Expansion, expandFollowedCreators, isCorrectable, listSimilarTerms } from './vocabulary.queries.ts'

export type SearchResult = {
  matches: Match[]
  hasMore: boolean
  interpretation: SearchInterpretation
  /** The terms of the search, then of its correction if it has one. */
  queries: QueryTerm[][]
}

/** Without any, every entry of a list matches, so the list can be read without a search. */
export const hasConditions = (text: string, { filterTerms = [] }: Pick<SearchRange, 'filterTerms'>) =>
  isTyped(text) || filterTerms.length > 0

/** Finds matches for all terms and filter terms. Replaces terms that are in no document with the nearest ones. */
export async function find(pool: pg.Pool, list: SearchList, text: string, range: SearchRange): Promise<SearchResult> {
  const query = await resolveCreatorNames(pool, parseSearchText(text))
  const literal = { interpretation: { terms: highlightedTerms(query), correction: null }, queries: [query] }
  // A text without letters or digits, such as `%`, is in no document.
  if (isTyped(text) && query.length === 0) return { matches: [], hasMore: false, ...literal }
  const search = openSearch(pool, list, { ...range, limit: range.limit + 1 })
  const found = await search.findMatches(query)
  if ('matches' in found) return { ...found, hasMore: found.matches.length > range.limit, ...literal }
  for (const corrected of await search.listCorrections(query, found.unmatched)) {
    const result = await search.findMatches(corrected)
    if (!('matches' in result) || result.matches.length === 0) continue
    const { matches } = result
    const correction = { understood: queryTextOf(corrected), literal: literalText(query, corrected) }
    return {
      matches,
      hasMore: matches.length > range.limit,
      interpretation: { terms: highlightedTerms(corrected), correction },
      queries: [query, corrected],
    }
  }
  return { matches: [], hasMore: false, ...literal }
}

const queryTextOf = (query: QueryTerm[]) => query.map(({ queryText }) => queryText).join(' ')

/** The literal search: quotes each corrected word, because quoted words are never corrected. */
const literalText = (query: QueryTerm[], correctedQuery: QueryTerm[]) =>
  query.map((term, at) => (term === correctedQuery[at] ? term.queryText : `"${term.queryText}"`)).join(' ')

/** `unmatched`: the expanded query, if one of its terms is in no document and may be misspelt. */
type Found = { matches: Match[] } | { unmatched: ExpandedQuery }

function openSearch(pool: pg.Pool, list: SearchList, range: SearchRange) {
  const vocabulary = { pool, counted: list.counted }

  /** Finds the documents with every term of the query. */
  async function findMatches(query: QueryTerm[]): Promise<Found> {
    const { filterTerms = [], followedBy } = range
    const texts = [...query.map(termText), ...filterTerms.map((filterTerm) => ` ${filterTerm} `)]
    const firstMatches = await runPlan({ scan: firstScan }, texts)
    if (isFull(firstMatches)) return { matches: firstMatches }
    const filterExpansions = await expandFilterTerms(vocabulary, filterTerms)
    if (followedBy) filterExpansions.push(await expandFollowedCreators(pool, followedBy))
    if (filterExpansions.some(isUnmatched)) return { matches: [] }
    const expanded = await expandQuery(vocabulary, query)
    const expansions = [...filterExpansions, ...expanded.flatMap((each) => each ?? [])]
    if (expansions.some(isUnmatched)) return { unmatched: expanded }
    let matches = firstMatches
    for (const plan of choosePlans(expansions, await estimate())) {
      matches = await runPlan(plan, texts)
      if (isFull(matches) || (await isExhaustive(plan))) break
    }
    return { matches }
  }

  async function estimate() {
    const { owner, limit } = range
    const documents = await countDocuments(pool, list)
    const ownCount = owner === undefined ? undefined : await countOwn(pool, list, owner)
    return { documents, limit, costs: list.costs, ownCount }
  }

  const runPlan = (plan: Plan, texts: string[]) =>
    'scan' in plan
      ? scanList(pool, list, { ...range, texts, length: plan.scan })
      : lookUpTerms(pool, list, { ...range, texts, terms: plan.lookup })

  const isExhaustive = (plan: Plan) =>
    !('scan' in plan) || plan.scan === 'all' || endsWithin(pool, list, range, plan.scan)

  const isFull = (matches: Match[]) => matches.length >= range.limit

  /** The query with each unmatched word replaced by the nearest one, then with one of them replaced by another. */
  async function listCorrections(query: QueryTerm[], expanded: ExpandedQuery): Promise<QueryTerm[][]> {
    if (expanded.filter((each) => each?.some(isUnmatched)).length > maxCorrectedTerms) return []
    const choices: QueryTerm[][] = []
    for (const [at, term] of query.entries()) {
      const replacements = await listReplacements(term, expanded[at])
      if (replacements.length === 0) return []
      choices.push(replacements)
    }
    const best = choices.flatMap(([first]) => first ?? [])
    const others = choices.flatMap((terms, at) => terms.slice(1).map((other) => best.with(at, other)))
    return [best, ...others].filter((corrected) => literalText(query, corrected).length <= limits.searchText)
  }

  async function listReplacements(term: QueryTerm, expansions: Expansion[] = []): Promise<QueryTerm[]> {
    if (!expansions.some(isUnmatched)) return [term]
    if (term.kind !== 'substring' || !isCorrectable(term.text)) return []
    const similarTerms = await listSimilarTerms(vocabulary, term.text)
    return similarTerms.map((text) => ({ kind: 'substring', text, queryText: text }))
  }

  return { findMatches, listCorrections }
}

/** A search with more misspelt words than this finds nothing. */
const maxCorrectedTerms = 3

const isUnmatched = ({ terms }: Expansion) => terms.length === 0

/** Words of nearly every text. Highlighting them would only be noise. */
const stopWords = new Set(
  `a an the and or but nor if so as of at by to in on up for from into onto with about over than then is are was were be
  am been it its this that these those he she we you they i me my your his her our their not no
  el la los las un una y de del le les des du et der die das und ein eine von`.split(/\s+/),
)

/** The words of a query to highlight in its results: without stop words, unless it has no others. */
export function highlightedTerms(query: QueryTerm[]) {
  const candidates = query.flatMap((term) =>
    textsOf(term).map((text) => ({ text, isSignificant: isSignificant(term, text) })),
  )
  const significant = candidates.filter((candidate) => candidate.isSignificant)
  return [...new Set((significant.length > 0 ? significant : candidates).map(({ text }) => text))]
}

function textsOf(term: QueryTerm) {
  if (term.kind === 'substring') return [term.text]
  return term.kind === 'phrase' ? term.highlighted : [term.name.slice(1)]
}

const isSignificant = (term: QueryTerm, text: string) =>
  term.kind === 'creator' || (term.kind === 'phrase' && term.isExact) || !stopWords.has(text)
