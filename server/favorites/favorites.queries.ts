import type pg from 'pg'
import type { Filters } from '#contract/filters.ts'
import { isShown, listStatement, type Reader } from '#server/db/avoided.ts'
import { again, againIfTakenBack, orTakeBack, retry } from '#server/db/retry.ts'
import { change } from '#server/db/statement.ts'
import { ownZinesSql } from '#server/db/zine-json.ts'
import { refuse } from '#server/http/errors.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'
import { wantedFacets } from '#server/search/facets.ts'
import { find } from '#server/search/find.ts'
import { favoriteZines } from '#server/search/lists.ts'
import { type FoundPage, zineCards } from '#server/search/search.queries.ts'

/**
 * One statement, so that the favorite and its counter change together or not at all: the row is inserted, or
 * deleted if it was there. The zine is locked first, in the order in which deleting and hiding a zine lock, so they cannot
 * block each other. Its counter is not: many meet there, and a lock before the update costs a quarter of the toggles. Where
 * it is gone by then, the zine was hidden meanwhile, and the statement takes itself back (`againIfTakenBack`). When another
 * toggle of the same favorite was quicker, neither half finds its row.
 */
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
          (select favorite_count from counted) as "favoriteCount",
          case when exists (select from added) or exists (select from removed)
            then ${orTakeBack('counted')} end${isRefused}`

type Toggled = { found: boolean; isRefused?: boolean; isFavorited: boolean; favoriteCount: number | null }
type Toggling = [userId: string, zineId: string]

const blocked = `exists (
  select from blocks b join zines z on z.creator_id = b.creator_id where b.member_id = $1 and z.id = $2)`

const toggle = change<Toggled, Toggling>('favorite-toggle', toggleSql())

/** For a member who may have blocked the creator: what is a favorite already can be taken back. */
const toggleAvoiding = change<Toggled, Toggling>(
  'favorite-toggle-avoiding',
  toggleSql({
    andAllowed: ` where not ${blocked}`,
    isRefused: `, ${blocked} and not exists (select from removed) as "isRefused"`,
  }),
)

/** Toggles and answers the new state; undefined when there is no such zine, or the member waits to be approved. */
export const toggleZineFavorite = (pool: pg.Pool, member: NonNullable<Reader>, zineId: string) =>
  retry(async () => {
    const asked = (member.avoids ? toggleAvoiding : toggle)(pool, member.id, zineId)
    const rows = await asked.catch(againIfTakenBack)
    if (rows === again) return again
    const [result] = rows
    if (!result?.found) return undefined
    if (result.isRefused)
      throw refuse('invalid_request', 'You blocked this creator. Unblock them to favorite their zines.')
    const { isFavorited, favoriteCount } = result
    return favoriteCount === null ? again : { isFavorited, favoriteCount }
  })

/** The member's favorites that have everything the text asks for and the filters want, latest favorite first. */
export async function listFavoriteZines(
  pool: pg.Pool,
  member: NonNullable<Reader>,
  { text, filters = {}, ...range }: ListRange<string> & { text: string; filters?: Filters },
): Promise<FoundPage> {
  const own = { ...range, reader: member, owner: member.id, facets: wantedFacets(filters) }
  const { matches, ...found } = await find(pool, favoriteZines, text, own)
  const rows = matches ? await zineCards(pool, matches, member.id) : await listEvery(pool, member, range)
  return { ...found, rows }
}

const listEvery = (pool: pg.Pool, member: Reader, { after, limit }: ListRange<string>) =>
  after ? favoritesAfter(pool, member, limit + 1, ...after) : favorites(pool, member, limit + 1)

const latestFirst = ownZinesSql({ table: 'favorites', member: 'user_id', at: 'created_at' })
const isFavoriteShown = isShown('$1', 'favorites.zine_id')

const favorites = listStatement<PageRow, [limit: number]>(
  'favorites',
  (andShown) => latestFirst(`true${andShown}`),
  isFavoriteShown,
)
const favoritesAfter = listStatement<PageRow, [limit: number, favoritedAt: string, zineId: string]>(
  'favorites-after',
  (andShown) => latestFirst(`(created_at, zine_id) < ($3::timestamptz, $4::uuid)${andShown}`),
  isFavoriteShown,
)
