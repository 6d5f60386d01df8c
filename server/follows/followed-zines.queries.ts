import type pg from 'pg'
import { isListedZine, listStatement, type Reader } from '#server/db/reader-exclusions.ts'
import { maxPageRows } from '#server/db/statement.ts'
import { zineJoins, zineJson } from '#server/db/zine-json.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'

/** Up to `limit + 1` zines of the creators that a member follows, newest first. */
export const listFollowedZines = (pool: pg.Pool, member: NonNullable<Reader>, { after, limit }: ListRange<string>) =>
  after ? zinesAfter(pool, member, limit + 1, ...after) : newestZines(pool, member, limit + 1)

/** A page only has zines of the creators with the newest zines, so one index entry is read of each other creator. */
const followedZinesSql = (condition: string) => {
  const newestOfCreator = (creator: string, columns: string, limit: string) => `
    select ${columns} from zines join zine_stats on zine_id = id
    where zines.creator_id = ${creator} and ${condition} order by created_at desc, id desc limit ${limit}`
  return `
    select ${zineJson}::text as item, json_build_array(z.created_at, z.id) as position
    from (
      select own.* from (
        select follows.creator_id
        from follows cross join lateral (${newestOfCreator('follows.creator_id', 'created_at, id', '1')}) newest
        where follower_id = $1 order by newest.created_at desc, newest.id desc limit $2
      ) creator cross join lateral (${newestOfCreator('creator.creator_id', 'zines.*, favorite_count', '$2')}) own
      order by created_at desc, id desc limit ${maxPageRows}
    ) z
    ${zineJoins('$1', { favoriteCountSql: 'z.favorite_count' })}
    order by z.created_at desc, z.id desc limit $2`
}

const isListed = isListedZine('$1', 'zines.id', 'zines.creator_id')
const newestZines = listStatement<PageRow, [limit: number]>(
  'followed-zines',
  (andCondition) => followedZinesSql(`true${andCondition}`),
  isListed,
)
const zinesAfter = listStatement<PageRow, [limit: number, createdAt: string, zineId: string]>(
  'followed-zines-after',
  (andCondition) => followedZinesSql(`(created_at, id) < ($3::timestamptz, $4::uuid)${andCondition}`),
  isListed,
)
