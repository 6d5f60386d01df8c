import type pg from 'pg'
import { isShown, listStatement, type Reader } from '#server/db/avoided.ts'
import { again, retry } from '#server/db/retry.ts'
import { longestPage, statement } from '#server/db/statement.ts'
import { zineJoins, zineJson } from '#server/db/zine-json.ts'
import { refuse } from '#server/http/errors.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'
import { find } from '#server/search/find.ts'
import { favoriteZines } from '#server/search/lists.ts'
import { type FoundPage, zineCards } from '#server/search/search.queries.ts'

/**
 * One statement, so that the favorite and its counter change together or not at all: the row is inserted, or
 * deleted if it was there. The zine is locked first, then its counter, in the order in which deleting and hiding a zine
 * lock, so they cannot block each other, and nobody favorites what is being hidden. When another toggle of the same favorite was quicker, neither half finds its row.
 */
const toggleSql = ({ andAllowed = '', isRefused = '' } = {}) => `
  with zine as materialized (
     select z.id from zines z join zine_stats s on s.zine_id = z.id
     where z.id = $2 and exists (select from users where id = $1 and awaiting_since is null)
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

type Toggled = { found: boolean; isRefused?: boolean; isFavorited: boolean; favoriteCount: number | null }
type Toggling = [userId: string, zineId: string]

const blocked = `exists (
  select from blocks b join zines z on (b.member_id, b.creator_id) in (($1, z.creator_id), (z.creator_id, $1))
  where z.id = $2)`

const toggle = statement<Toggled, Toggling>('favorite-toggle', toggleSql())

/** For whom a block may forbid it: what is a favorite already can be taken back. */
const toggleAvoiding = statement<Toggled, Toggling>(
  'favorite-toggle-avoiding',
  toggleSql({
    andAllowed: ` where not ${blocked}`,
    isRefused: `, ${blocked} and not exists (select from removed) as "isRefused"`,
  }),
)

/** Toggles and answers the new state; undefined when there is no such zine, or the member waits to be approved. */
export const toggleZineFavorite = (pool: pg.Pool, member: NonNullable<Reader>, zineId: string) =>
  retry(async () => {
    const [result] = await (member.avoids ? toggleAvoiding : toggle)(pool, member.id, zineId)
    if (!result?.found) return undefined
    if (result.isRefused) throw refuse('invalid_request', 'You cannot favorite this zine.')
    const { isFavorited, favoriteCount } = result
    return favoriteCount === null ? again : { isFavorited, favoriteCount }
  })

/** The member's favorites that have everything the text asks for, latest favorite first. */
export async function listFavoriteZines(
  pool: pg.Pool,
  member: NonNullable<Reader>,
  { text, ...range }: ListRange<string> & { text: string },
): Promise<FoundPage> {
  const own = { ...range, reader: member, owner: member.id }
  const { matches, ...found } = await find(pool, favoriteZines, text, own)
  const rows = matches ? await zineCards(pool, matches, member.id) : await listEvery(pool, member, range)
  return { ...found, rows }
}

const listEvery = (pool: pg.Pool, member: Reader, { after, limit }: ListRange<string>) =>
  after ? favoritesAfter(pool, member, limit + 1, ...after) : favorites(pool, member, limit + 1)

const latestFirst = (condition: string) => `
  select ${zineJson}::text as item, json_build_array(own.created_at, own.zine_id) as place
  from (
    select favorites.*, favorite_count from favorites join zine_stats using (zine_id)
    where user_id = $1 and ${condition}
    order by created_at desc, zine_id desc limit ${longestPage}
  ) own join zines z on z.id = own.zine_id
  ${zineJoins('$1', { counted: 'own.favorite_count' })}
  order by own.created_at desc, own.zine_id desc limit $2`

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
