import type pg from 'pg'
import { maxPageRows, statement } from '#server/db/statement.ts'
import type { ListPosition, ListRange, PageRow } from '#server/http/list-page.ts'
import { creatorJoins, creatorJson } from './creator-json.ts'
import { isListed, isListedZine, isNotBlocked, type Reader } from './reader-exclusions.ts'
import { readerList } from './reader-list.ts'
import { newestZinesSql, zineJoins, zineJson } from './zine-json.ts'

export const listNewestZines = readerList('zines-newest', {
  order: 'created_at, id',
  rankType: 'timestamptz',
  isListed: isListedZine('$1', 'zines.id', 'zines.creator_id'),
  select: (inRange, andListed) => newestZinesSql(`${inRange}${andListed}`),
})

export const listPopularZines = readerList('popular', {
  order: 'favorite_count, zine_id',
  rankType: 'int',
  isListed: isListed('$1', 'zine_stats.zine_id'),
  select: (inRange, andListed) => `
    select ${zineJson}::text as item, json_build_array(ranked.favorite_count, ranked.zine_id) as position
    from (
      select * from zine_stats where ${inRange}${andListed}
      order by favorite_count desc, zine_id desc limit ${maxPageRows}
    ) ranked
    join zines z on z.id = ranked.zine_id ${zineJoins('$1')}
    order by ranked.favorite_count desc, ranked.zine_id desc limit $2`,
})

/** `$1`: the reader, if some creators are excluded for them. */
const creatorsSql = (inRange: string) => `
  select ${creatorJson}::text as item, json_build_array(c.zine_count, c.creator_id) as position
  from (
    select * from creator_stats
    where ${inRange} and ($1::uuid is null or (${isNotBlocked('$1', 'creator_stats.creator_id')}))
    order by zine_count desc, creator_id desc limit ${maxPageRows}
  ) c ${creatorJoins}
  order by c.zine_count desc, c.creator_id desc limit $2`

const firstCreators = statement<PageRow, [reader: string | null, limit: number]>('creators', creatorsSql('true'))
const creatorsAfter = statement<PageRow, [reader: string | null, limit: number, ...ListPosition]>(
  'creators-after',
  creatorsSql('(zine_count, creator_id) < ($3::int, $4::uuid)'),
)

/** Creators, those with the most zines first. */
export function listCreators(pool: pg.Pool, reader: Reader, { after, limit }: ListRange) {
  const excluding = reader?.hasExclusions ? reader.id : null
  return after ? creatorsAfter(pool, excluding, limit + 1, ...after) : firstCreators(pool, excluding, limit + 1)
}
