import { msg } from '@lingui/core/runtime-macro'
import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Filters } from '#contract/filters.ts'
import type { Db } from '#server/db/connection.ts'
import { retry, retryNeeded, rollBackOnRetry } from '#server/db/retry.ts'
import { apiError } from '#server/http/errors.ts'
import type { ListRange } from '#server/http/list-page.ts'
import { isListed, type Reader } from '#server/lists/reader-exclusions.ts'
import { readerList } from '#server/lists/reader-list.ts'
import { memberZinesSql } from '#server/lists/zine-json.ts'
import { filterTermsFor } from '#server/search/filter-terms.ts'
import { searchList } from '#server/search/search.queries.ts'
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
        throw apiError('invalid_request', msg`You blocked this creator. Unblock them to favorite their zines.`)
      const { isFavorited, favoriteCount } = result
      return favoriteCount === null ? retryNeeded : { isFavorited, favoriteCount }
    }),
  )

export const listFavoriteZines = (
  pool: pg.Pool,
  member: NonNullable<Reader>,
  { filters = {}, ...search }: ListRange<string> & { text: string; filters?: Filters },
) =>
  searchList(pool, favoriteZines, {
    ...search,
    reader: member,
    owner: member.id,
    filterTerms: filterTermsFor(filters),
    listAll: () => listAll(pool, member, search),
  })

const zinesSql = memberZinesSql({ table: 'favorites', memberColumn: 'user_id', timeColumn: 'created_at' })

const listAll = readerList('favorites', {
  order: 'created_at, zine_id',
  rankType: 'timestamptz',
  isListed: isListed('$1', 'favorites.zine_id'),
  select: (inRange, andListed) => zinesSql(`${inRange}${andListed}`),
})
