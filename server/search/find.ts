import type pg from 'pg'
import * as limits from '#contract/limits.ts'
import type { SearchInterpretation } from '#contract/search.ts'
import { type ExpandedQuery, expandFilterTerms, expandQuery, resolveCreatorNames } from './expand-terms.ts'
import { expandFollowedCreators } from './followed-creators.queries.ts'
import {
  countDocuments,
  countOwn,
  endsWithin,
  lookUpTerms,
  type Match,
  type SearchRange,
  scanList,
} from './matches.queries.ts'
import { chooseOwnPlan, choosePlan, indexLookupPlan, isExhaustive, type Plan } from './plan.ts'
import type { SearchList } from './search-lists.ts'
import { type QueryTerm, readSearchText, termText } from './search-text.ts'
import { type Expansion, isCorrectable, listSimilarTerms } from './vocabulary.queries.ts'

export type SearchResult = {
  /** Missing if the search has no terms: the whole list is the result. */
  matches: Match[] | undefined
  hasMore?: boolean
  interpretation: SearchInterpretation
  /** The terms of the search, then of its correction if it has one. */
  queries: QueryTerm[][]
}

/** Finds matches for all terms and filter terms. Replaces terms that are in no document with the nearest ones. */
export async function find(pool: pg.Pool, list: SearchList, text: string, range: SearchRange): Promise<SearchResult> {
  const parsed = readSearchText(text)
  if (parsed?.length === 0 || !(parsed || range.filterTerms?.length))
    return searchResult(parsed && [], { terms: [], correction: null }, [], range)
  const query = await resolveCreatorNames(pool, parsed ?? [])
  const search = openSearch(pool, list, { ...range, limit: range.limit + 1 })
  const { matches, unknown } = await search.findMatches(query)
  const literalInterpretation = { terms: highlightedTerms(query), correction: null }
  if (!unknown) return searchResult(matches, literalInterpretation, [query], range)
  for (const correctedQuery of await search.listCorrections(query, unknown)) {
    const corrected = await search.findMatches(correctedQuery)
    if (corrected.matches.length === 0) continue
    const correction = {
      understood: queryTextOf(correctedQuery),
      literal: literalText(query, correctedQuery),
    }
    const interpretation = { terms: highlightedTerms(correctedQuery), correction }
    return searchResult(corrected.matches, interpretation, [query, correctedQuery], range)
  }
  return searchResult([], literalInterpretation, [query], range)
}

const searchResult = (
  matches: Match[] | undefined,
  interpretation: SearchInterpretation,
  queries: QueryTerm[][],
  { limit }: SearchRange,
): SearchResult => ({ matches, interpretation, queries, ...(matches && { hasMore: matches.length > limit }) })

const queryTextOf = (query: QueryTerm[]) => query.map(({ queryText }) => queryText).join(' ')

/** The literal search: quotes each corrected word, because quoted words are never corrected. */
const literalText = (query: QueryTerm[], correctedQuery: QueryTerm[]) =>
  query.map((term, at) => (term === correctedQuery[at] ? term.queryText : `"${term.queryText}"`)).join(' ')

/** A search with more misspelt words than this finds nothing. */
const maxCorrectedTerms = 3

const isUnmatched = ({ terms }: Expansion) => terms.length === 0

function combineCorrections(choices: QueryTerm[][]) {
  const best = choices.flatMap(([first]) => first ?? [])
  const alternatives = choices.flatMap((candidates, at) =>
    candidates.slice(1).map((alternative) => best.with(at, alternative)),
  )
  return [best, ...alternatives]
}

/** `unknown`: the expanded query, if one of its terms is in no document and may be misspelt. */
type MatchResult = { matches: Match[]; unknown?: ExpandedQuery }

function openSearch(pool: pg.Pool, list: SearchList, range: SearchRange) {
  const vocabulary = { pool, counted: list.counted }

  /** Finds the documents with every term of the query. */
  async function findMatches(query: QueryTerm[]): Promise<MatchResult> {
    const { filterTerms = [], followedBy } = range
    const texts = [...query.map(termText), ...filterTerms.map((filterTerm) => ` ${filterTerm} `)]
    const initialMatches = await runPlan({ scan: list.firstScan }, texts)
    if (isEnough(initialMatches)) return { matches: initialMatches }
    const filterExpansions = await expandFilterTerms(vocabulary, filterTerms)
    if (followedBy) filterExpansions.push(await expandFollowedCreators(pool, followedBy))
    if (filterExpansions.some(isUnmatched)) return { matches: [] }
    const expanded = await expandQuery(vocabulary, query)
    const expansions = [...filterExpansions, ...expanded.flatMap((each) => each ?? [])]
    if (expansions.some(isUnmatched)) return { matches: [], unknown: expanded }
    const plan = await planFor(expansions)
    const matches = await runPlan(plan, texts)
    if (isEnough(matches) || isExhaustive(plan) || (await endsWithinPlan(plan))) return { matches }
    return { matches: await runPlan(indexLookupPlan(expansions), texts) }
  }

  async function listCorrections(query: QueryTerm[], expanded: ExpandedQuery): Promise<QueryTerm[][]> {
    if (expanded.filter((each) => each?.some(isUnmatched)).length > maxCorrectedTerms) return []
    const choices: QueryTerm[][] = []
    for (const [at, term] of query.entries()) {
      const correctedQuery = await correctionsFor(term, expanded[at])
      if (correctedQuery.length === 0) return []
      choices.push(correctedQuery)
    }
    return combineCorrections(choices).filter(
      (correctedQuery) => literalText(query, correctedQuery).length <= limits.searchText,
    )
  }

  async function correctionsFor(term: QueryTerm, expansions: Expansion[] | undefined): Promise<QueryTerm[]> {
    if (!expansions?.some(isUnmatched)) return [term]
    if (term.kind !== 'substring' || !isCorrectable(term.text)) return []
    const similarTerms = await listSimilarTerms(vocabulary, term.text)
    return similarTerms.map((similarTerm) => ({
      kind: 'substring',
      text: similarTerm,
      queryText: similarTerm,
    }))
  }

  async function planFor(expansions: Expansion[]) {
    const { owner, limit } = range
    const estimate = { documents: await countDocuments(pool, list), limit, costs: list.costs }
    if (owner === undefined) return choosePlan(expansions, estimate)
    return chooseOwnPlan(expansions, { ...estimate, ownCount: await countOwn(pool, list, owner) })
  }

  function runPlan(plan: Plan, texts: string[]) {
    if ('scan' in plan) return scanList(pool, list, { ...range, texts, steps: plan.scan })
    return lookUpTerms(pool, list, { ...range, texts, terms: plan.lookup })
  }

  const endsWithinPlan = (plan: Plan) =>
    'scan' in plan && plan.scan !== 'all' && endsWithin(pool, list, range, plan.scan)

  const isEnough = (matches: Match[]) => matches.length >= range.limit

  return { findMatches, listCorrections }
}

/** Words of nearly every text. Highlighting them would only be noise. */
const stopWords = new Set(
  `a an the and or but nor if so as of at by to in on up for from into onto with about over than then is are was were be
  am been it its this that these those he she we you they i me my your his her our their not no
  el la los las un una y de del le les des du et der die das und ein eine von`.split(/\s+/),
)

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
