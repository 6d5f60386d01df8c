import type pg from 'pg'
import { isUnspaced } from '#contract/normalise-text.ts'
import type { QueryTerm } from './search-text.ts'
import { countTerms, type Expansion, findNames, findTermsContaining, type Vocabulary } from './vocabulary.queries.ts'

/** Marks each creator term whose exact username exists. */
export async function resolveCreatorNames(pool: pg.Pool, query: QueryTerm[]): Promise<QueryTerm[]> {
  const names = query.flatMap((term) => (term.kind === 'creator' ? [term.name] : []))
  const existing = await countTerms({ pool, counted: 'creators' }, names)
  return query.map((term) => (term.kind === 'creator' ? { ...term, isExact: existing.has(term.name) } : term))
}

export type ExpandedQuery = (Expansion[] | undefined)[]

/** The index terms that each query term can match. Skips parts of one or two letters if there are longer ones. */
export async function expandQuery(vocabulary: Vocabulary, query: QueryTerm[]): Promise<ExpandedQuery> {
  const selective = longestFirst(query.filter(isSelective)).slice(0, maxLongTerms)
  const expanded = selective.length > 0 ? selective : longestFirst(query).slice(0, maxShortTerms)
  const exactCounts = await countTerms(vocabulary, expanded.flatMap(exactTerms))
  const bySubstring = await findTermsContaining(vocabulary, expanded.flatMap(substringsOf))
  const expansionsOf = async (term: QueryTerm) => {
    if (term.kind === 'creator' && !term.isExact) return [await findNames(vocabulary, term.name)]
    return [
      ...toExpansions(exactTerms(term), exactCounts),
      ...substringsOf(term).map((substring) => bySubstring.get(substring) ?? { terms: [], documents: 0 }),
    ]
  }
  return Promise.all(query.map((term) => (expanded.includes(term) ? expansionsOf(term) : undefined)))
}

export const expandFilterTerms = async (vocabulary: Vocabulary, terms: string[]) =>
  toExpansions(terms, await countTerms(vocabulary, terms))

const toExpansions = (terms: string[], counts: Map<string, number>): Expansion[] =>
  terms.map((term) => ({ terms: counts.has(term) ? [term] : [], documents: counts.get(term) ?? 0 }))

const maxLongTerms = 8
const maxShortTerms = 2
const longestFirst = (query: QueryTerm[]) => query.toSorted((a, b) => b.queryText.length - a.queryText.length)
const isSelective = (term: QueryTerm) => term.kind !== 'substring' || [...term.text].length > 2

function exactTerms(term: QueryTerm) {
  if (term.kind === 'substring') return []
  if (term.kind === 'creator') return term.isExact ? [term.name] : []
  return term.isExact ? term.terms : term.terms.filter((text, index) => !isPartial(term.terms, index) || isPair(text))
}

function substringsOf(term: QueryTerm) {
  if (term.kind === 'substring') return [term.text]
  if (term.kind === 'creator' || term.isExact) return []
  return term.terms.filter((text, index) => isPartial(term.terms, index) && !isPair(text))
}

/** Whether the word may be incomplete, as the first and last word of a phrase may. */
const isPartial = (terms: string[], index: number) => index === 0 || index === terms.length - 1
/** Unspaced text is indexed in pairs, so a pair is always complete. */
const isPair = (term: string) => isUnspaced(term) && [...term].length === 2
