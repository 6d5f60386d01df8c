import type pg from 'pg'
import { maxPageRows, statement } from '#server/db/statement.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'
import { isListed, listStatement, type Reader } from '#server/lists/reader-exclusions.ts'
import { zineJoins, zineJson } from '#server/lists/zine-json.ts'
import { coversJson, isItemListed, itemJson, shelfFields, withOwner } from './shelf-json.ts'

/** A hidden or suspended creator has no counter, and only they see their shelves. */
const canViewSql = `(sh.owner_id = $1::uuid
  or (sh.visibility <> 'private' and exists (select from creator_stats where creator_id = sh.owner_id)))`

const shelfById = listStatement<{ item: string }, [id: string]>(
  'shelf',
  (andCondition) =>
    `select json_build_object(${shelfFields(andCondition)})::text as item from shelves sh ${withOwner}
     where sh.id = $2 and ${canViewSql}`,
  isItemListed,
)

export async function readShelf(pool: pg.Pool, reader: Reader, id: string) {
  const [row] = await shelfById(pool, reader, id)
  return row?.item
}

/** Limits the items to one page before joining their zines. `$1`: viewer, `$2`: limit, `$3`: shelf. */
const itemsSql = (condition: string) => `
  select ${itemJson('sh.owner_id = $1::uuid', `, 'zine', shown.zine`)}::text as item,
    json_build_array(i.position, i.id) as position
  from (
    select i.* from shelf_items i
    where i.shelf_id = $3 and (i.zine_id is null or exists (select from zine_stats s where s.zine_id = i.zine_id))
      ${condition}
    order by i.position limit ${maxPageRows}
  ) i
  join shelves sh on sh.id = i.shelf_id and ${canViewSql}
  left join lateral (select ${zineJson} as zine from zines z ${zineJoins('$1')} where z.id = i.zine_id) shown on true
  order by i.position limit $2`

const items = listStatement<PageRow, [limit: number, shelfId: string]>(
  'shelf-lines',
  (andCondition) => itemsSql(andCondition),
  isItemListed,
)
const itemsAfter = listStatement<PageRow, [limit: number, shelfId: string, position: string]>(
  'shelf-lines-after',
  (andCondition) => itemsSql(`and i.position > $4${andCondition}`),
  isItemListed,
)

export const listItems = (pool: pg.Pool, reader: Reader, shelfId: string, range: ListRange<string>) =>
  range.after
    ? itemsAfter(pool, reader, range.limit + 1, shelfId, range.after[0])
    : items(pool, reader, range.limit + 1, shelfId)

/** All readers see an item whose zine is deleted. */
const andItemListed = (andCondition: string) => andCondition && ` and ${isItemListed}`

const listedJson = (andCondition: string) => `
  json_build_object(${shelfFields(andItemListed(andCondition))}, 'covers', ${coversJson(andCondition)})`
const listedWithZineJson = (andCondition: string) => `
  json_build_object(${shelfFields(andItemListed(andCondition))}, 'covers', ${coversJson(andCondition)},
    'holdsZine', exists (
      select from shelf_items i left join zine_stats counted using (zine_id)
      where i.shelf_id = sh.id and i.zine_id = $3
        and (sh.owner_id = $1::uuid or (counted.zine_id is not null${andCondition}))))`

const shelvesSql = (item: string) => `
  select coalesce(json_agg(${item} order by sh.is_to_read desc, sh.created_at desc, sh.id desc), '[]')::text as items
  from shelves sh ${withOwner}
  where sh.owner_id = $2 and (sh.owner_id = $1::uuid or sh.visibility = 'public')`

const isZineListed = isListed('$1', 'i.zine_id')
const allShelves = listStatement<{ items: string }, [owner: string]>(
  'shelves',
  (andCondition) => shelvesSql(listedJson(andCondition)),
  isZineListed,
)
const allShelvesWithZine = listStatement<{ items: string }, [owner: string, zineId: string]>(
  'shelves-with-zine',
  (andCondition) => shelvesSql(listedWithZineJson(andCondition)),
  isZineListed,
)

export async function listShelves(pool: pg.Pool, reader: Reader, owner: string, zineId: string | undefined) {
  const [row] = zineId ? await allShelvesWithZine(pool, reader, owner, zineId) : await allShelves(pool, reader, owner)
  return row?.items ?? '[]'
}

const visibleOwner = statement<never, [id: string]>(
  'is-shelf-owner-shown',
  'select from creator_stats where creator_id = $1',
)

export const isOwnerVisible = async (pool: pg.Pool, id: string) => (await visibleOwner(pool, id)).length > 0
