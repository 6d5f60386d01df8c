import type pg from 'pg'
import { isShown, listStatement, type Reader } from '#server/db/avoided.ts'
import { longestPage, statement } from '#server/db/statement.ts'
import { zineJoins, zineJson } from '#server/db/zine-json.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'
import { coversJson, isLineShown, itemJson, shelfFields, withOwner } from './shelf-json.ts'

/** A hidden or suspended creator has no counter, and only they see their shelves. */
const maySee = `(sh.owner_id = $1::uuid
  or (sh.visibility <> 'private' and exists (select from creator_stats where creator_id = sh.owner_id)))`

const one = listStatement<{ item: string }, [id: string]>(
  'shelf',
  (andShown) =>
    `select json_build_object(${shelfFields(andShown)})::text as item from shelves sh ${withOwner}
     where sh.id = $2 and ${maySee}`,
  isLineShown,
)

export async function readShelf(pool: pg.Pool, reader: Reader, id: string) {
  const [row] = await one(pool, reader, id)
  return row?.item
}

/** Limits the items to one page before joining their zines. `$1`: viewer, `$2`: limit, `$3`: shelf. */
const linesSql = (condition: string) => `
  select ${itemJson('sh.owner_id = $1::uuid', `, 'zine', shown.zine`)}::text as item,
    json_build_array(i.position, i.id) as place
  from (
    select i.* from shelf_items i
    where i.shelf_id = $3 and (i.zine_id is null or exists (select from zine_stats s where s.zine_id = i.zine_id))
      ${condition}
    order by i.position limit ${longestPage}
  ) i
  join shelves sh on sh.id = i.shelf_id and ${maySee}
  left join lateral (select ${zineJson} as zine from zines z ${zineJoins('$1')} where z.id = i.zine_id) shown on true
  order by i.position limit $2`

const lines = listStatement<PageRow, [limit: number, shelfId: string]>(
  'shelf-lines',
  (andShown) => linesSql(andShown),
  isLineShown,
)
const linesAfter = listStatement<PageRow, [limit: number, shelfId: string, position: string]>(
  'shelf-lines-after',
  (andShown) => linesSql(`and i.position > $4${andShown}`),
  isLineShown,
)

export const listLines = (pool: pg.Pool, reader: Reader, shelfId: string, range: ListRange<string>) =>
  range.after
    ? linesAfter(pool, reader, range.limit + 1, shelfId, range.after[0])
    : lines(pool, reader, range.limit + 1, shelfId)

/** All readers see an item whose zine is deleted. */
const andLineShown = (andShown: string) => andShown && ` and ${isLineShown}`

const listed = (andShown: string) => `
  json_build_object(${shelfFields(andLineShown(andShown))}, 'covers', ${coversJson(andShown)})`
const listedWithZine = (andShown: string) => `
  json_build_object(${shelfFields(andLineShown(andShown))}, 'covers', ${coversJson(andShown)},
    'holdsZine', exists (
      select from shelf_items i left join zine_stats counted using (zine_id)
      where i.shelf_id = sh.id and i.zine_id = $3
        and (sh.owner_id = $1::uuid or (counted.zine_id is not null${andShown}))))`

const shelvesSql = (item: string) => `
  select coalesce(json_agg(${item} order by sh.is_to_read desc, sh.created_at desc, sh.id desc), '[]')::text as items
  from shelves sh ${withOwner}
  where sh.owner_id = $2 and (sh.owner_id = $1::uuid or sh.visibility = 'public')`

const isItemShown = isShown('$1', 'i.zine_id')
const all = listStatement<{ items: string }, [owner: string]>(
  'shelves',
  (andShown) => shelvesSql(listed(andShown)),
  isItemShown,
)
const allWithZine = listStatement<{ items: string }, [owner: string, zineId: string]>(
  'shelves-with-zine',
  (andShown) => shelvesSql(listedWithZine(andShown)),
  isItemShown,
)

export async function listShelves(pool: pg.Pool, reader: Reader, owner: string, zineId: string | undefined) {
  const [row] = zineId ? await allWithZine(pool, reader, owner, zineId) : await all(pool, reader, owner)
  return row?.items ?? '[]'
}

const ownerShown = statement<never, [id: string]>(
  'is-shelf-owner-shown',
  'select from creator_stats where creator_id = $1',
)

export const isOwnerShown = async (pool: pg.Pool, id: string) => (await ownerShown(pool, id)).length > 0
