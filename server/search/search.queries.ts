import type pg from 'pg'
import { type Filters, isFiltered } from '#contract/filters.ts'
import type { SearchInterpretation } from '#contract/search.ts'
import { type ListRange, type PageRow, pageJson } from '#server/http/list-page.ts'
import { type Card, creatorCards, zineCards } from '#server/lists/cards.queries.ts'
import type { Reader } from '#server/lists/reader-exclusions.ts'
import { listCreators, listNewestZines, listPopularZines } from '#server/lists/site-lists.ts'
import { findBestMatches } from './best-matches.ts'
import { filterTermsFor } from './filter-terms.ts'
import { find, hasConditions } from './find.ts'
import type { SearchRange } from './matches.queries.ts'
import { creatorsByZines, newestZines, popularZines, type SearchList } from './search-lists.ts'
import type { SearchTables } from './search-tables.ts'

export type SearchPage = {
  rows: PageRow[]
  interpretation: SearchInterpretation
  hasMore?: boolean
  /** JSON texts of zines and creators. Only the first page of a search with best matches has them. */
  bestMatches?: string[]
}

/** Whether the query of a list needs the search index. Without a text and filters, lists are quick. */
export function isSearch(query: unknown) {
  const { search, ...filters } = query as { search?: string } & Filters
  return Boolean(search) || isFiltered(filters)
}

type Search = ListRange & { reader: Reader; text: string; withBestMatches?: boolean }
type ZineSearch = Search & { popular: boolean; filters?: Filters }

export const searchZines = (pool: pg.Pool, { popular, filters = {}, ...search }: ZineSearch) =>
  searchList(pool, popular ? popularZines : newestZines, {
    ...search,
    filterTerms: filterTermsFor(filters),
    listAll: () => (popular ? listPopularZines : listNewestZines)(pool, search.reader, search),
  })

export const searchCreators = (pool: pg.Pool, search: Search) =>
  searchList(pool, creatorsByZines, { ...search, listAll: () => listCreators(pool, search.reader, search) })

type ListSearch = SearchRange & {
  text: string
  withBestMatches?: boolean
  /** Reads a page of the list for a search without text and filters. */
  listAll: () => Promise<PageRow[]>
}

/** A page of the entries of a list that match a text and filters. */
export async function searchList(
  pool: pg.Pool,
  list: SearchList,
  { text, withBestMatches, listAll, ...range }: ListSearch,
): Promise<SearchPage> {
  if (!hasConditions(text, range)) return { rows: await listAll(), interpretation: { terms: [], correction: null } }
  const found = await find(pool, list, text, range)
  const { matches, interpretation, hasMore } = found
  const best = withBestMatches ? await findBestMatches(pool, list, range, found) : undefined
  const idsOf = (kind: SearchTables['kind']) => {
    const shown = [...(kind === list.kind ? matches : []), ...(best ?? []).filter((match) => match.kind === kind)]
    return [...new Set(shown.map(({ id }) => id))]
  }
  const zines = idsOf('zine')
  const creators = idsOf('creator')
  const cards = {
    zine: cardsById(zines.length > 0 ? await zineCards(pool, zines, range.reader?.id ?? null) : []),
    creator: cardsById(creators.length > 0 ? await creatorCards(pool, creators) : []),
  }
  // A zine that was deleted since it was found has no card.
  const rows = matches.flatMap(({ id, position }) => {
    const item = cards[list.kind].get(id)
    return item === undefined ? [] : [{ item, position }]
  })
  const bestMatches = best?.flatMap(({ kind, id }) => {
    const item = cards[kind].get(id)
    return item === undefined ? [] : [`{"${kind}":${item}}`]
  })
  return { rows, interpretation, hasMore, ...(bestMatches && { bestMatches }) }
}

const cardsById = (cards: Card[]) => new Map(cards.map(({ id, item }) => [id, item]))

export function searchPageJson(
  name: string,
  { rows, interpretation, hasMore, bestMatches }: SearchPage,
  limit: number,
) {
  const bestMatchesJson = bestMatches ? `"bestMatches":[${bestMatches.join(',')}],` : ''
  return `${pageJson(name, rows, limit, hasMore).slice(0, -1)},${bestMatchesJson}${JSON.stringify(interpretation).slice(1)}`
}
