import type pg from 'pg'
import { type Filters, isFiltered } from '#contract/filters.ts'
import type { SearchInterpretation } from '#contract/search.ts'
import { maxPageRows, statement } from '#server/db/statement.ts'
import { type ListPosition, type ListRange, type PageRow, pageJson } from '#server/http/list-page.ts'
import { creatorJoins, creatorJson } from '#server/lists/creator-json.ts'
import { isListed, isListedZine, isNotBlocked, listStatement, type Reader } from '#server/lists/reader-exclusions.ts'
import { newestZinesSql, zineJoins, zineJson } from '#server/lists/zine-json.ts'
import { findBestMatches, type Kind } from './best-matches.ts'
import { filterTermsFor } from './filter-terms.ts'
import { find, type SearchResult } from './find.ts'
import type { Match } from './matches.queries.ts'
import { creatorsByZines, newestZines, popularZines } from './search-lists.ts'

export type SearchPage = {
  rows: PageRow[]
  interpretation: SearchInterpretation
  hasMore?: boolean
  /** JSON texts of zines. Only the first page of a search with best matches has them. */
  bestMatches?: string[]
}

/** Whether the query of a list needs the search index. Without a text and filters, lists are quick. */
export function isSearch(query: unknown) {
  const { search, ...filters } = query as { search?: string } & Filters
  return Boolean(search) || isFiltered(filters)
}

type Search = ListRange & { reader: Reader; text: string; withBestMatches?: boolean }
type ZineSearch = Search & { popular: boolean; filters?: Filters }

export async function searchZines(pool: pg.Pool, search: ZineSearch): Promise<SearchPage> {
  const { popular, filters = {}, reader, text, ...range } = search
  const filterTerms = filterTermsFor(filters)
  const found = await find(pool, popular ? popularZines : newestZines, text, { ...range, reader, filterTerms })
  return found.matches
    ? readResult(pool, { ...search, listed: 'zine', filterTerms }, found)
    : { ...found, rows: await listAll(pool, popular ? popularFirst : newestFirst, reader, range) }
}

export async function searchCreators(pool: pg.Pool, search: Search): Promise<SearchPage> {
  const found = await find(pool, creatorsByZines, search.text, search)
  return found.matches
    ? readResult(pool, { ...search, listed: 'creator', filterTerms: [] }, found)
    : { ...found, rows: await listAllCreators(pool, search) }
}

type ListedSearch = Search & { listed: Kind; filterTerms: string[] }

/** Reads the cards of the list and of the best matches together. */
async function readResult(pool: pg.Pool, search: ListedSearch, found: SearchResult): Promise<SearchPage> {
  const { matches = [], queries: _queries, ...result } = found
  const best = search.withBestMatches ? await findBestMatches(pool, search, found) : undefined
  const read = async (kind: Kind) => {
    const shown = [...(kind === search.listed ? matches : []), ...(best ?? []).filter((match) => match.kind === kind)]
    if (shown.length === 0) return new Map<string, string>()
    const ids = [...new Set(shown.map(({ id }) => id))]
    return itemsOf(
      await (kind === 'zine' ? zinesWithIds(pool, ids, search.reader?.id ?? null) : creatorsWithIds(pool, ids)),
    )
  }
  const items = { zine: await read('zine'), creator: await read('creator') }
  const bestMatches = best?.flatMap(({ kind, id }) => {
    const item = items[kind].get(id)
    return item === undefined ? [] : [`{"${kind}":${item}}`]
  })
  return { ...result, rows: inOrder(matches, items[search.listed]), ...(bestMatches && { bestMatches }) }
}

const listAllCreators = (pool: pg.Pool, { reader, after, limit }: Search) => {
  if (reader?.hasExclusions)
    return after
      ? visibleCreatorsAfter(pool, limit + 1, ...after, reader.id)
      : visibleCreators(pool, limit + 1, reader.id)
  return after ? creatorsAfter(pool, limit + 1, ...after) : creators(pool, limit + 1)
}

type PagedStatements = {
  first: ReturnType<typeof listStatement<PageRow, [number]>>
  next: ReturnType<typeof listStatement<PageRow, [number, ...ListPosition]>>
}

const listAll = (pool: pg.Pool, statements: PagedStatements, reader: Reader, { limit, after }: ListRange) =>
  after ? statements.next(pool, reader, limit + 1, ...after) : statements.first(pool, reader, limit + 1)

const newestFirst: PagedStatements = {
  first: listStatement(
    'search-newest',
    (andCondition) => newestZinesSql(`true${andCondition}`),
    isListedZine('$1', 'zines.id', 'zines.creator_id'),
  ),
  next: listStatement(
    'search-newest-after',
    (andCondition) => newestZinesSql(`(created_at, id) < ($3::timestamptz, $4::uuid)${andCondition}`),
    isListedZine('$1', 'zines.id', 'zines.creator_id'),
  ),
}

const popular = (condition: string) => `
  select ${zineJson}::text as item, json_build_array(ranked.favorite_count, ranked.zine_id) as position
  from (
    select * from zine_stats where ${condition} order by favorite_count desc, zine_id desc limit ${maxPageRows}
  ) ranked
  join zines z on z.id = ranked.zine_id ${zineJoins('$1')}
  order by ranked.favorite_count desc, ranked.zine_id desc limit $2`

const popularFirst: PagedStatements = {
  first: listStatement(
    'popular',
    (andCondition) => popular(`true${andCondition}`),
    isListed('$1', 'zine_stats.zine_id'),
  ),
  next: listStatement(
    'popular-after',
    (andCondition) => popular(`(favorite_count, zine_id) < ($3::int, $4::uuid)${andCondition}`),
    isListed('$1', 'zine_stats.zine_id'),
  ),
}

const creatorsByZinesSql = (condition: string) => `
  select ${creatorJson}::text as item, json_build_array(c.zine_count, c.creator_id) as position
  from (
    select * from creator_stats where ${condition} order by zine_count desc, creator_id desc limit ${maxPageRows}
  ) c ${creatorJoins}
  order by c.zine_count desc, c.creator_id desc limit $1`

const creators = statement<PageRow, [limit: number]>('creators', creatorsByZinesSql('true'))
const creatorsAfter = statement<PageRow, [limit: number, ...ListPosition]>(
  'creators-after',
  creatorsByZinesSql('(zine_count, creator_id) < ($2::int, $3::uuid)'),
)
const visibleCreators = statement<PageRow, [limit: number, reader: string]>(
  'creators-avoiding',
  creatorsByZinesSql(isNotBlocked('$2', 'creator_stats.creator_id')),
)
const visibleCreatorsAfter = statement<PageRow, [limit: number, ...ListPosition, reader: string]>(
  'creators-after-avoiding',
  creatorsByZinesSql(
    `(zine_count, creator_id) < ($2::int, $3::uuid) and ${isNotBlocked('$4', 'creator_stats.creator_id')}`,
  ),
)

type Card = { id: string; item: string }

/** PostgreSQL would plan for each length of a plain parameter, which takes longer than reading the cards. */
const idsSql = 'unnest((select $1::uuid[]))'

const zinesWithIds = statement<Card, [ids: string[], viewer: string | null]>(
  'zine-cards',
  `select z.id, ${zineJson}::text as item from ${idsSql} as matches (id) join zines z using (id) ${zineJoins('$2')}`,
)

const creatorsWithIds = statement<Card, [ids: string[]]>(
  'creator-cards',
  `select c.creator_id as id, ${creatorJson}::text as item
   from ${idsSql} as matches (creator_id) join creator_stats c using (creator_id) ${creatorJoins}`,
)

/** The matches as list entries. Omits zines deleted since the search. */
export const zineCards = async (pool: pg.Pool, matches: Match[], viewer: string | null) =>
  inOrder(matches, itemsOf(await zinesWithIds(pool, idsOf(matches), viewer)))

export const creatorCards = async (pool: pg.Pool, matches: Match[]) =>
  inOrder(matches, itemsOf(await creatorsWithIds(pool, idsOf(matches))))

const idsOf = (matches: Match[]) => matches.map(({ id }) => id)

const itemsOf = (cards: Card[]) => new Map(cards.map(({ id, item }) => [id, item]))

function inOrder(matches: Match[], items: Map<string, string>): PageRow[] {
  return matches.flatMap(({ id, position }) => {
    const item = items.get(id)
    return item === undefined ? [] : [{ item, position }]
  })
}

export function searchPageJson(
  name: string,
  { rows, interpretation, hasMore, bestMatches }: SearchPage,
  limit: number,
) {
  const bestMatchesJson = bestMatches ? `"bestMatches":[${bestMatches.join(',')}],` : ''
  return `${pageJson(name, rows, limit, hasMore).slice(0, -1)},${bestMatchesJson}${JSON.stringify(interpretation).slice(1)}`
}
