import type pg from 'pg'
import type { Filters } from '#contract/filters.ts'
import { maxPageRows } from '#server/db/statement.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'
import { isListedZine, listStatement, type Reader } from '#server/lists/reader-exclusions.ts'
import { zineJoins, zineJson } from '#server/lists/zine-json.ts'
import { filterTermsFor } from '#server/search/filter-terms.ts'
import { find } from '#server/search/find.ts'
import { type SearchPage, zineCards } from '#server/search/search.queries.ts'
import { newestZines } from '#server/search/search-lists.ts'

export async function searchFollowedZines(
  pool: pg.Pool,
  member: NonNullable<Reader>,
  { text, filters = {}, ...range }: ListRange<string> & { text: string; filters?: Filters },
): Promise<SearchPage> {
  const searchRange = { ...range, reader: member, followedBy: member.id, filterTerms: filterTermsFor(filters) }
  const { matches, ...rest } = await find(pool, newestZines, text, searchRange)
  const rows = matches ? await zineCards(pool, matches, member.id) : await listFollowedZines(pool, member, range)
  return { ...rest, rows }
}

/** How many of the site's newest zines are scanned for those of followed creators. */
const scannedZines = 2_500

/**
 * Up to `limit + 1` zines of the creators that a member follows, newest first. Members who follow many creators find a page
 * among the newest zines. For others, and if many creators have not published for long, each creator is looked up.
 */
export async function listFollowedZines(pool: pg.Pool, member: NonNullable<Reader>, range: ListRange<string>) {
  const rows = await listWith(newestOfSite, pool, member, range)
  return rows.length > range.limit ? rows : listWith(newestOfCreators, pool, member, range)
}

type PagedStatements = ReturnType<typeof pagedStatements>

const listWith = (
  { first, next }: PagedStatements,
  pool: pg.Pool,
  member: Reader,
  { after, limit }: ListRange<string>,
): Promise<PageRow[]> => (after ? next(pool, member, limit + 1, ...after) : first(pool, member, limit + 1))

/** `select` gets the conditions of the range and of the reader. */
const pagedStatements = (name: string, select: (inRange: string, isListed: string) => string) => ({
  first: listStatement<PageRow, [limit: number]>(
    name,
    (andListed) => zinesSql(select('true', andListed)),
    isListedZine('$1', 'zines.id', 'zines.creator_id'),
  ),
  next: listStatement<PageRow, [limit: number, createdAt: string, zineId: string]>(
    `${name}-after`,
    (andListed) => zinesSql(select('(created_at, id) < ($3::timestamptz, $4::uuid)', andListed)),
    isListedZine('$1', 'zines.id', 'zines.creator_id'),
  ),
})

const zinesSql = (zines: string) => `
  select ${zineJson}::text as item, json_build_array(z.created_at, z.id) as position
  from (${zines} order by created_at desc, id desc limit ${maxPageRows}) z
  ${zineJoins('$1', { favoriteCountSql: 'z.favorite_count' })}
  order by z.created_at desc, z.id desc limit $2`

const newestOfSite = pagedStatements(
  'followed-zines-of-newest',
  (inRange, andListed) => `
    select zines.*, favorite_count
    from (select * from zines where ${inRange} order by created_at desc, id desc limit ${scannedZines}) zines
    join zine_stats on zine_id = id
    where creator_id in (select f.creator_id from follows f where f.follower_id = $1)${andListed}`,
)

const newestOf = (creator: string, columns: string, limit: string, condition: string) => `
  select ${columns} from zines join zine_stats on zine_id = id
  where zines.creator_id = ${creator} and ${condition} order by created_at desc, id desc limit ${limit}`

/** A page only has zines of the creators with the newest zines, so one zine is read of each other creator. */
const newestOfCreators = pagedStatements('followed-zines', (inRange, andListed) => {
  const condition = `${inRange}${andListed}`
  return `
    select own.* from (
      select follows.creator_id
      from follows cross join lateral (${newestOf('follows.creator_id', 'created_at, id', '1', condition)}) newest
      where follower_id = $1 order by newest.created_at desc, newest.id desc limit $2
    ) creator cross join lateral (${newestOf('creator.creator_id', 'zines.*, favorite_count', '$2', condition)}) own`
})
