import type pg from 'pg'
import * as limits from '#contract/limits.ts'
import type { SearchReading } from '#contract/search.ts'
import { type Expanded, expand, expandWords, settleCreators } from './expand.ts'
import type { SearchList } from './lists.ts'
import {
  countDocuments,
  countOwn,
  endsWithin,
  lookUp,
  type Match,
  type SearchRange,
  walk,
} from './matches.queries.ts'
import { chooseOwnPlan, choosePlan, isWhole, lookUpPlan, type Plan } from './plan.ts'
import { readSearchText, type Term, termText } from './search-text.ts'
import { type Expansion, isForgivable, listNear } from './vocabulary.queries.ts'

type SearchResult = { matches: Match[] | undefined; hasMore?: boolean; reading: SearchReading }

/** Finds matches for all terms and filter terms. Replaces terms that are in no document with the nearest ones. */
export async function find(
  pool: pg.Pool,
  list: SearchList,
  text: string,
  range: SearchRange,
): Promise<SearchResult> {
  const typed = readSearchText(text)
  if (typed?.length === 0 || !(typed || range.facets?.length))
    return searchResult(typed && [], { terms: [], correction: null }, range)
  const query = await settleCreators(pool, typed ?? [])
  const search = openSearch(pool, list, { ...range, limit: range.limit + 1 })
  const { matches, expanded } = await search.find(query)
  const asTyped = { terms: markedWords(query), correction: null }
  if (matches) return searchResult(matches, asTyped, range)
  for (const meant of await search.listMeant(query, expanded)) {
    const corrected = await search.find(meant)
    if (!corrected.matches?.length) continue
    const correction = { understood: typedText(meant), literal: literalText(query, meant) }
    return searchResult(corrected.matches, { terms: markedWords(meant), correction }, range)
  }
  return searchResult([], asTyped, range)
}

const searchResult = (
  matches: Match[] | undefined,
  reading: SearchReading,
  { limit }: SearchRange,
): SearchResult => ({ matches, reading, ...(matches && { hasMore: matches.length > limit }) })

const typedText = (query: Term[]) => query.map(({ typed }) => typed).join(' ')

/** The literal search: quotes each corrected word, because quoted words are never corrected. */
const literalText = (query: Term[], meant: Term[]) =>
  query.map((term, at) => (term === meant[at] ? term.typed : `"${term.typed}"`)).join(' ')

/** A search with more misspelt words than this finds nothing. */
const mostForgiven = 3

const isNowhere = ({ words }: Expansion) => words.length === 0

function readings(choices: Term[][]) {
  const best = choices.flatMap(([first]) => first ?? [])
  const others = choices.flatMap((some, at) => some.slice(1).map((other) => best.with(at, other)))
  return [best, ...others]
}

type Answer = { matches?: Match[]; expanded: Expanded }

function openSearch(pool: pg.Pool, list: SearchList, range: SearchRange) {
  const vocabulary = { pool, counted: list.counted }

  /** Documents with every term of the query. `matches` is missing if a term is in no document. */
  async function find(query: Term[]): Promise<Answer> {
    const { facets = [] } = range
    const texts = [...query.map(termText), ...facets.map((facet) => ` ${facet} `)]
    const near = await go({ walk: list.near }, texts)
    if (isEnough(near)) return { matches: near, expanded: [] }
    const ofFacets = await expandWords(vocabulary, facets)
    if (ofFacets.some(isNowhere)) return { matches: [], expanded: [] }
    const expanded = await expand(vocabulary, query)
    const expansions = [...ofFacets, ...expanded.flatMap((each) => each ?? [])]
    if (expansions.some(isNowhere)) return { expanded }
    const plan = await planFor(expansions)
    const matches = await go(plan, texts)
    if (isEnough(matches) || isWhole(plan) || (await endsOn(plan))) return { matches, expanded }
    return { matches: await go(lookUpPlan(expansions), texts), expanded }
  }

  async function listMeant(query: Term[], expanded: Expanded): Promise<Term[][]> {
    if (expanded.filter((each) => each?.some(isNowhere)).length > mostForgiven) return []
    const choices: Term[][] = []
    for (const [at, term] of query.entries()) {
      const meant = await choicesFor(term, expanded[at])
      if (meant.length === 0) return []
      choices.push(meant)
    }
    return readings(choices).filter((meant) => literalText(query, meant).length <= limits.searchText)
  }

  async function choicesFor(term: Term, expansions: Expansion[] | undefined): Promise<Term[]> {
    if (!expansions?.some(isNowhere)) return [term]
    if (term.kind !== 'part' || !isForgivable(term.word)) return []
    const words = await listNear(vocabulary, term.word)
    return words.map((word) => ({ kind: 'part', word, typed: word }))
  }

  async function planFor(expansions: Expansion[]) {
    const { owner, limit } = range
    const estimate = { documents: await countDocuments(pool, list), limit, costs: list.costs }
    if (owner === undefined) return choosePlan(expansions, estimate)
    return chooseOwnPlan(expansions, { ...estimate, own: await countOwn(pool, list, owner) })
  }

  function go(plan: Plan, texts: string[]) {
    if ('walk' in plan) return walk(pool, list, { ...range, texts, steps: plan.walk })
    return lookUp(pool, list, { ...range, texts, words: plan.lookUp })
  }

  const endsOn = (plan: Plan) =>
    'walk' in plan && plan.walk !== 'all' && endsWithin(pool, list, range, plan.walk)

  const isEnough = (matches: Match[]) => matches.length >= range.limit

  return { find, listMeant }
}

/** Words of nearly every text. Highlighting them would only be noise. */
const common = new Set(
  `a an the and or but nor if so as of at by to in on up for from into onto with about over than then is are was were be
  am been it its this that these those he she we you they i me my your his her our their not no
  el la los las un una y de del le les des du et der die das und ein eine von`.split(/\s+/),
)

export function markedWords(query: Term[]) {
  const words = query.flatMap((term) => wordsOf(term).map((word) => ({ word, isAsked: isAsked(term, word) })))
  const asked = words.filter(({ isAsked }) => isAsked)
  return [...new Set((asked.length > 0 ? asked : words).map(({ word }) => word))]
}

function wordsOf(term: Term) {
  if (term.kind === 'part') return [term.word]
  return term.kind === 'row' ? term.marked : [term.name.slice(1)]
}

const isAsked = (term: Term, word: string) =>
  term.kind === 'creator' || (term.kind === 'row' && term.isWhole) || !common.has(word)
