import type pg from 'pg'
import type { Filters } from '#contract/filters.ts'
import { maxPageRows } from '#server/db/statement.ts'
import type { ListRange } from '#server/http/list-page.ts'
import { isListedZine, type Reader } from '#server/lists/reader-exclusions.ts'
import { readerList } from '#server/lists/reader-list.ts'
import { zineJoins, zineJson } from '#server/lists/zine-json.ts'
import { filterTermsFor } from '#server/search/filter-terms.ts'
import { searchList } from '#server/search/search.queries.ts'
import { newestZines } from '#server/search/search-lists.ts'

export const searchFollowedZines = (
  pool: pg.Pool,
  member: NonNullable<Reader>,
  { filters = {}, ...search }: ListRange<string> & { text: string; filters?: Filters },
) =>
  searchList(pool, newestZines, {
    ...search,
    reader: member,
    followedBy: member.id,
    filterTerms: filterTermsFor(filters),
    listAll: () => listFollowedZines(pool, member, search),
  })

/** How many of the site's newest zines are scanned for those of followed creators. */
const scannedZines = 2_500

/**
 * Up to `limit + 1` zines of the creators that a member follows, newest first. Members who follow many creators find a page
 * among the newest zines. For others, and if many creators have not published for long, each creator is looked up.
 */
export async function listFollowedZines(pool: pg.Pool, member: NonNullable<Reader>, range: ListRange<string>) {
  const rows = await listNewestOfSite(pool, member, range)
  return rows.length > range.limit ? rows : listNewestOfCreators(pool, member, range)
}

const zinesSql = (zines: string) => `
  select ${zineJson}::text as item, json_build_array(z.created_at, z.id) as position
  from (${zines} order by created_at desc, id desc limit ${maxPageRows}) z
  ${zineJoins('$1', { favoriteCountSql: 'z.favorite_count' })}
  order by z.created_at desc, z.id desc limit $2`

const newestFirst = {
  order: 'created_at, id',
  rankType: 'timestamptz',
  isListed: isListedZine('$1', 'zines.id', 'zines.creator_id'),
} as const

const listNewestOfSite = readerList('followed-zines-of-newest', {
  ...newestFirst,
  select: (inRange, andListed) =>
    zinesSql(`
      select zines.*, favorite_count
      from (select * from zines where ${inRange} order by created_at desc, id desc limit ${scannedZines}) zines
      join zine_stats on zine_id = id
      where creator_id in (select f.creator_id from follows f where f.follower_id = $1)${andListed}`),
})

const newestOf = (creator: string, columns: string, limit: string, condition: string) => `
  select ${columns} from zines join zine_stats on zine_id = id
  where zines.creator_id = ${creator} and ${condition} order by created_at desc, id desc limit ${limit}`

/** A page only has zines of the creators with the newest zines, so one zine is read of each other creator. */
const listNewestOfCreators = readerList('followed-zines', {
  ...newestFirst,
  select: (inRange, andListed) => {
    const condition = `${inRange}${andListed}`
    return zinesSql(`
      select own.* from (
        select follows.creator_id
        from follows cross join lateral (${newestOf('follows.creator_id', 'created_at, id', '1', condition)}) newest
        where follower_id = $1 order by newest.created_at desc, newest.id desc limit $2
      ) creator cross join lateral (${newestOf('creator.creator_id', 'zines.*, favorite_count', '$2', condition)}) own`)
  },
})
