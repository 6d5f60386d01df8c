import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Filters } from '#contract/filters.ts'
import type { Db } from '#server/db/connection.ts'
import { retry, retryNeeded, rollBackOnRetry } from '#server/db/retry.ts'
import { apiError } from '#server/http/errors.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'
import { isListed, listStatement, type Reader } from '#server/lists/reader-exclusions.ts'
import { memberZinesSql } from '#server/lists/zine-json.ts'
import { filterTermsFor } from '#server/search/filter-terms.ts'
import { find } from '#server/search/find.ts'
import { type SearchPage, zineCards } from '#server/search/search.queries.ts'
import { favoriteZines } from '#server/search/search-lists.ts'

/** Locks the zine in the same order as deleting and hiding. No count if hidden, or after a lost race with another toggle. */
const toggleSql = ({ andAllowed = '', isRefused = '' } = {}) => `
  with zine as materialized (
     select id from zines z
     where id = $2 and exists (select from zine_stats where zine_id = z.id)
       and exists (select from users where id = $1 and awaiting_since is null)
     for key share
   ),
   added as (
     insert into favorites (user_id, zine_id) select $1, id from zine${andAllowed} on conflict do nothing returning zine_id
   ),
   removed as (
     delete from favorites
     where user_id = $1 and zine_id = (select id from zine) and not exists (select from added)
     returning zine_id
   ),
   counted as (
     update zine_stats
     set favorite_count = favorite_count + case when exists (select from added) then 1 else -1 end
     where zine_id = (select id from zine) and (exists (select from added) or exists (select from removed))
     returning favorite_count
   )
   select exists (select from zine) as found, exists (select from added) as "isFavorited",
          (select favorite_count from counted) as "favoriteCount"${isRefused}`

type ToggleResult = { found: boolean; isRefused?: boolean; isFavorited: boolean; favoriteCount: number | null }

const blocked = `exists (
  select from blocks b join zines z on z.creator_id = b.creator_id where b.member_id = $1 and z.id = $2)`

const toggle = toggleSql()

/** If the member has blocks, a blocked creator's zine cannot become a favorite, but an existing one can be removed. */
const toggleAvoiding = toggleSql({
  andAllowed: ` where not ${blocked}`,
  isRefused: `, ${blocked} and not exists (select from removed) as "isRefused"`,
})

export const toggleZineFavorite = (db: Db, member: NonNullable<Reader>, zineId: string) =>
  retry(() =>
    rollBackOnRetry(db, async (tx) => {
      const statement = CompiledQuery.raw(member.hasExclusions ? toggleAvoiding : toggle, [member.id, zineId])
      const [result] = (await tx.executeQuery<ToggleResult>(statement)).rows
      if (!result?.found) return undefined
      if (result.isRefused)
        throw apiError('invalid_request', 'You blocked this creator. Unblock them to favorite their zines.')
      const { isFavorited, favoriteCount } = result
      return favoriteCount === null ? retryNeeded : { isFavorited, favoriteCount }
    }),
  )

export async function listFavoriteZines(
  pool: pg.Pool,
  member: NonNullable<Reader>,
  { text, filters = {}, ...range }: ListRange<string> & { text: string; filters?: Filters },
): Promise<SearchPage> {
  const searchRange = { ...range, reader: member, owner: member.id, filterTerms: filterTermsFor(filters) }
  const { matches, ...rest } = await find(pool, favoriteZines, text, searchRange)
  const rows = matches ? await zineCards(pool, matches, member.id) : await listAll(pool, member, range)
  return { ...rest, rows }
}

const listAll = (pool: pg.Pool, member: Reader, { after, limit }: ListRange<string>) =>
  after ? favoritesAfter(pool, member, limit + 1, ...after) : favorites(pool, member, limit + 1)

const latestFirst = memberZinesSql({ table: 'favorites', memberColumn: 'user_id', timeColumn: 'created_at' })
const isFavoriteListed = isListed('$1', 'favorites.zine_id')

const favorites = listStatement<PageRow, [limit: number]>(
  'favorites',
  (andCondition) => latestFirst(`true${andCondition}`),
  isFavoriteListed,
)
const favoritesAfter = listStatement<PageRow, [limit: number, favoritedAt: string, zineId: string]>(
  'favorites-after',
  (andCondition) => latestFirst(`(created_at, zine_id) < ($3::timestamptz, $4::uuid)${andCondition}`),
  isFavoriteListed,
)
