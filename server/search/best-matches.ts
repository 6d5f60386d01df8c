import type pg from 'pg'
import * as limits from '#contract/limits.ts'
import { isUnspaced } from '#contract/normalise-text.ts'
import type { Reader } from '#server/lists/reader-exclusions.ts'
import { findTitles, type TitleMatch, type TitleSearch } from './best-matches.queries.ts'
import type { SearchResult } from './find.ts'
import { titleTerms } from './search-documents.ts'
import { creatorTables, zineTables } from './search-lists.ts'
import { type QueryTerm, termText } from './search-text.ts'

const tablesOf = { zine: zineTables, creator: creatorTables }
export type Kind = keyof typeof tablesOf

type Search = { listed: Kind; filterTerms: string[]; reader: Reader }

/** Best first. A match for the corrected search is `misspelt` ranks lower. */
const ranks = { exact: 0, prefix: 1, words: 2, misspelt: 3, none: Number.POSITIVE_INFINITY }

export type BestMatch = { kind: Kind; id: string }

/** Zines and creators whose title or name is closer to the search than the first match of the list. */
export async function findBestMatches(
  pool: pg.Pool,
  search: Search,
  { matches = [], hasMore, ...result }: SearchResult,
): Promise<BestMatch[]> {
  const queries = result.queries.map(toTitleQuery).filter(isLongEnough)
  const understood = queries.at(-1)
  if (!understood) return []
  // A best match is also a match, so a complete list has all those of its kind.
  const searches = [
    ...(hasMore ? [titleSearch(search.listed, understood, search)] : []),
    ...(search.listed === 'zine' && search.filterTerms.length === 0
      ? queries.map((query) => titleSearch('creator', query, search))
      : []),
  ]
  const [top, ...others] = matches.map(({ id }) => id)
  const listed = top ? [top, ...(hasMore ? [] : others)] : []
  const found = await findTitles(pool, { tables: tablesOf[search.listed], ids: listed }, searches)
  const ranked = found.map((match) => ({ ...match, kind: kindOf(match), rank: rankOf(match.titles, queries) }))
  const topRank = ranked.find(({ id }) => id === top)?.rank ?? ranks.none
  const best = ranked
    .filter(({ kind, rank }) => rank < (kind === search.listed ? topRank : ranks.none))
    .sort((a, b) => a.rank - b.rank || byKind(a, b) || byTitle(a, b))
  return [...new Map(best.map(({ kind, id }) => [id, { kind, id }])).values()].slice(0, limits.bestMatches)
}

const kindOf = ({ documents }: TitleMatch): Kind => (documents === 'zine_search' ? 'zine' : 'creator')
const byKind = (a: BestMatch, b: BestMatch) => Number(a.kind === 'creator') - Number(b.kind === 'creator')
const byTitle = ({ titles: [a = ''] }: TitleMatch, { titles: [b = ''] }: TitleMatch) => (a < b ? -1 : Number(a > b))

type TitleQuery = { title: string; texts: string[] }

/** Titles are compared with the words of a search, or with its @names if it has no others. */
const toTitleQuery = (query: QueryTerm[]): TitleQuery => ({
  title: titleTerms(query.flatMap(wordsOf).join(' ') || query.flatMap(namesOf).join(' ')),
  texts: query.map(termText),
})

/** Too many titles start with one letter. */
const minLength = 2
const isLongEnough = ({ title }: TitleQuery) => [...title].length >= minLength || isUnspaced(title)

const wordsOf = (term: QueryTerm) => {
  if (term.kind === 'creator') return []
  return term.kind === 'substring' ? [term.text] : term.terms
}
const namesOf = (term: QueryTerm) => (term.kind === 'creator' ? [term.name.slice(1)] : [])

const titleSearch = (kind: Kind, { title, texts }: TitleQuery, { filterTerms, reader }: Search): TitleSearch => ({
  tables: tablesOf[kind],
  title,
  texts: [...texts, ...filterTerms.map((filterTerm) => ` ${filterTerm} `)],
  reader,
})

const rankOf = (titles: string[], queries: TitleQuery[]) =>
  Math.min(
    ...queries.flatMap((query, at) => titles.map((title) => rankOfTitle(title, query.title) + at * ranks.misspelt)),
    ranks.none,
  )

function rankOfTitle(title: string, text: string) {
  if (title === text) return ranks.exact
  if (title.startsWith(text)) return ranks.prefix
  const words = new Set(title.split(' '))
  return text.split(' ').every((word) => words.has(word)) ? ranks.words : ranks.none
}
