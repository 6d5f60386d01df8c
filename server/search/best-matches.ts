import type pg from 'pg'
import * as limits from '#contract/limits.ts'
import { isUnspaced } from '#contract/normalise-text.ts'
import { findTitles, type TitleMatch, type TitleSearch } from './best-matches.queries.ts'
import type { SearchResult } from './find.ts'
import type { SearchRange } from './matches.queries.ts'
import { titleTerms } from './search-documents.ts'
import { creatorTables, type SearchTables } from './search-tables.ts'
import { type QueryTerm, termText } from './search-text.ts'

type Search = Pick<SearchRange, 'filterTerms' | 'reader'>

/** Best first. A match for the corrected search is `misspelt` ranks lower. */
const ranks = { exact: 0, prefix: 1, words: 2, misspelt: 3, none: Number.POSITIVE_INFINITY }

export type BestMatch = Pick<TitleMatch, 'kind' | 'id'>

/** Zines and creators whose title or name is closer to the search than the first match of the list. */
export async function findBestMatches(
  pool: pg.Pool,
  listed: SearchTables,
  { filterTerms = [], reader = null }: Search,
  { matches, hasMore, queries }: SearchResult,
): Promise<BestMatch[]> {
  const titles = queries.map(toTitleQuery).filter(isLongEnough)
  const understood = titles.at(-1)
  if (!understood) return []
  const conditions = filterTerms.map((filterTerm) => ` ${filterTerm} `)
  const searchFor = (tables: SearchTables, { title, texts }: TitleQuery): TitleSearch => ({
    tables,
    title,
    texts: [...texts, ...conditions],
    reader,
  })
  // A best match is also a match, so a complete list has all those of its kind.
  const searches = [
    ...(hasMore ? [searchFor(listed, understood)] : []),
    ...(listed.kind === 'zine' && filterTerms.length === 0
      ? titles.map((title) => searchFor(creatorTables, title))
      : []),
  ]
  const ids = matches.slice(0, hasMore ? 1 : undefined).map(({ id }) => id)
  const found = await findTitles(pool, { tables: listed, ids }, searches)
  const ranked = found.map((match) => ({ ...match, rank: rankOf(match.titles, titles) }))
  const topRank = ranked.find(({ id }) => id === ids[0])?.rank ?? ranks.none
  const best = ranked
    .filter(({ kind, rank }) => rank < (kind === listed.kind ? topRank : ranks.none))
    .sort((a, b) => a.rank - b.rank || byKind(a, b) || byTitle(a, b))
  return [...new Map(best.map((match) => [match.id, match])).values()].slice(0, limits.bestMatches)
}

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
