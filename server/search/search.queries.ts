import type pg from 'pg'
import type { Filters } from '#contract/filters.ts'
import type { SearchReading } from '#contract/search.ts'
import { isNotBlocked, isShown, isShownOf, listStatement, type Reader } from '#server/db/avoided.ts'
import { creatorJoins, creatorJson } from '#server/db/creator-json.ts'
import { longestPage, statement } from '#server/db/statement.ts'
import { newestZinesSql, zineJoins, zineJson } from '#server/db/zine-json.ts'
import { type ListRange, type PageRow, type Place, pageJson } from '#server/http/list-page.ts'
import { wantedFacets } from './facets.ts'
import { find } from './find.ts'
import { creatorsByZines, newestZines, popularZines } from './lists.ts'
import type { Match } from './matches.queries.ts'

export type FoundPage = { rows: PageRow[]; reading: SearchReading; hasMore?: boolean }

type ZineSearch = ListRange & { reader: Reader; text: string; popular: boolean; filters?: Filters }

export async function searchZines(
  pool: pg.Pool,
  { reader, text, popular, filters = {}, ...range }: ZineSearch,
): Promise<FoundPage> {
  const { matches, ...found } = await find(pool, popular ? popularZines : newestZines, text, {
    ...range,
    reader,
    facets: wantedFacets(filters),
  })
  const rows = matches
    ? await zineCards(pool, matches, reader?.id ?? null)
    : await listEvery(pool, popular ? popularFirst : newestFirst, reader, range)
  return { ...found, rows }
}

type CreatorSearch = ListRange & { reader: Reader; text: string }

export async function searchCreators(pool: pg.Pool, { text, ...range }: CreatorSearch): Promise<FoundPage> {
  const { matches, ...found } = await find(pool, creatorsByZines, text, range)
  const rows = matches ? await creatorCards(pool, matches) : await listEveryCreator(pool, range)
  return { ...found, rows }
}

const listEveryCreator = (pool: pg.Pool, { reader, after, limit }: Omit<CreatorSearch, 'text'>) => {
  if (reader?.avoids)
    return after
      ? creatorsShownAfter(pool, limit + 1, ...after, reader.id)
      : creatorsShown(pool, limit + 1, reader.id)
  return after ? creatorsAfter(pool, limit + 1, ...after) : creators(pool, limit + 1)
}

type PagedStatements = {
  first: ReturnType<typeof listStatement<PageRow, [number]>>
  next: ReturnType<typeof listStatement<PageRow, [number, ...Place]>>
}

const listEvery = (
  pool: pg.Pool,
  statements: PagedStatements,
  reader: Reader,
  { limit, after }: ListRange,
) => (after ? statements.next(pool, reader, limit + 1, ...after) : statements.first(pool, reader, limit + 1))

const newestFirst: PagedStatements = {
  first: listStatement(
    'search-newest',
    (andShown) => newestZinesSql(`true${andShown}`),
    isShownOf('$1', 'zines.id', 'zines.creator_id'),
  ),
  next: listStatement(
    'search-newest-after',
    (andShown) => newestZinesSql(`(created_at, id) < ($3::timestamptz, $4::uuid)${andShown}`),
    isShownOf('$1', 'zines.id', 'zines.creator_id'),
  ),
}

const popular = (condition: string) => `
  select ${zineJson}::text as item, json_build_array(ranked.favorite_count, ranked.zine_id) as place
  from (
    select * from zine_stats where ${condition} order by favorite_count desc, zine_id desc limit ${longestPage}
  ) ranked
  join zines z on z.id = ranked.zine_id ${zineJoins('$1')}
  order by ranked.favorite_count desc, ranked.zine_id desc limit $2`

const popularFirst: PagedStatements = {
  first: listStatement(
    'popular',
    (andShown) => popular(`true${andShown}`),
    isShown('$1', 'zine_stats.zine_id'),
  ),
  next: listStatement(
    'popular-after',
    (andShown) => popular(`(favorite_count, zine_id) < ($3::int, $4::uuid)${andShown}`),
    isShown('$1', 'zine_stats.zine_id'),
  ),
}

const byZines = (condition: string) => `
  select ${creatorJson}::text as item, json_build_array(c.zine_count, c.creator_id) as place
  from (
    select * from creator_stats where ${condition} order by zine_count desc, creator_id desc limit ${longestPage}
  ) c ${creatorJoins}
  order by c.zine_count desc, c.creator_id desc limit $1`

const creators = statement<PageRow, [limit: number]>('creators', byZines('true'))
const creatorsAfter = statement<PageRow, [limit: number, ...Place]>(
  'creators-after',
  byZines('(zine_count, creator_id) < ($2::int, $3::uuid)'),
)
const creatorsShown = statement<PageRow, [limit: number, reader: string]>(
  'creators-avoiding',
  byZines(isNotBlocked('$2', 'creator_stats.creator_id')),
)
const creatorsShownAfter = statement<PageRow, [limit: number, ...Place, reader: string]>(
  'creators-after-avoiding',
  byZines(
    `(zine_count, creator_id) < ($2::int, $3::uuid) and ${isNotBlocked('$4', 'creator_stats.creator_id')}`,
  ),
)

type Card = { id: string; item: string }

const zinesWithIds = statement<Card, [ids: string[], viewer: string | null]>(
  'zine-cards',
  `select z.id, ${zineJson}::text as item from unnest($1::uuid[]) as matches (id) join zines z using (id) ${zineJoins('$2')}`,
)

const creatorsWithIds = statement<Card, [ids: string[]]>(
  'creator-cards',
  `select c.creator_id as id, ${creatorJson}::text as item
   from unnest($1::uuid[]) as matches (creator_id) join creator_stats c using (creator_id) ${creatorJoins}`,
)

/** The matches as list entries. Omits zines deleted since the search. */
export const zineCards = async (pool: pg.Pool, matches: Match[], viewer: string | null) =>
  inOrder(matches, await zinesWithIds(pool, idsOf(matches), viewer))

export const creatorCards = async (pool: pg.Pool, matches: Match[]) =>
  inOrder(matches, await creatorsWithIds(pool, idsOf(matches)))

const idsOf = (matches: Match[]) => matches.map(({ id }) => id)

function inOrder(matches: Match[], cards: Card[]): PageRow[] {
  const items = new Map(cards.map(({ id, item }) => [id, item]))
  return matches.flatMap(({ id, place }) => {
    const item = items.get(id)
    return item === undefined ? [] : [{ item, place }]
  })
}

export const foundJson = (name: string, { rows, reading, hasMore }: FoundPage, limit: number) =>
  `${pageJson(name, rows, limit, hasMore).slice(0, -1)},${JSON.stringify(reading).slice(1)}`
