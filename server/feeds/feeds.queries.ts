import type pg from 'pg'
import type { ContentNote } from '#contract/details.ts'
import { statement } from '#server/db/statement.ts'
import { contentNoteJson } from '#server/lists/zine-json.ts'

export type FeedPage = {
  kind: 'image' | 'video'
  hash: string
  extension: string
  width: number | null
  height: number | null
  altText: string
  contentNote: string
}

export type FeedZine = {
  id: string
  title: string
  description: string | null
  createdAt: Date
  changedAt: Date
  creatorId: string
  username: string
  name: string | null
  contentNote: ContentNote | null
  pages: FeedPage[]
  series: string | null
}

const feedLength = 30

const feedZinesSql = (sourceSql: string, order: string, extraColumns = '') => `
  select ${extraColumns}z.id, z.title, z.description, z.created_at as "createdAt",
    coalesce(z.edited_at, z.created_at) as "changedAt", z.creator_id as "creatorId", u.username, p.name,
    ${contentNoteJson} as "contentNote", pages.items as pages,
    (select details ->> 'series' from zine_details where zine_id = z.id) as series
  from (${sourceSql}) z
  join users u on u.id = z.creator_id
  join profiles p on p.user_id = z.creator_id
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'kind', m.kind, 'hash', m.hash, 'extension', m.extension, 'width', m.width, 'height', m.height,
      'altText', zp.alt_text, 'contentNote', zp.content_note) order by zp.position), '[]') as items
    from zine_pages zp join media m on m.id = zp.media_id where zp.zine_id = z.id
  ) pages
  order by ${order}`

/** Ids sort by the creation of the zine or its draft, so the query reads only this many issues of a long series. */
const latestIssues = 100

const newestSql = (condition: string) =>
  feedZinesSql(
    `select zines.* from zines join zine_stats on zine_id = id
    where ${condition} order by created_at desc, id desc limit ${feedLength}`,
    'z.created_at desc, z.id desc',
  )

export const listNewest = statement<FeedZine, []>('feed-newest', newestSql('true'))
export const listNewestOf = statement<FeedZine, [creatorId: string]>('feed-by-creator', newestSql('creator_id = $1'))
export const listNewestIssues = statement<FeedZine, [creatorId: string, slug: string]>(
  'feed-by-series',
  newestSql(`id = any(array(
    select zine_id from zine_details join zine_stats using (zine_id)
    where creator_id = $1 and series_slug = $2 order by zine_id desc limit ${latestIssues}))`),
)
const zineById = statement<FeedZine, [id: string]>('feed-zine', newestSql('id = $1'))
const byIds = statement<FeedZine, [ids: string[]]>('feed-by-ids', newestSql('id = any($1::uuid[])'))

/** In the order of `ids`, without zines that are no longer visible. */
export async function listFeedZines(pool: pg.Pool, ids: string[]) {
  const byId = new Map((await byIds(pool, ids)).map((zine) => [zine.id, zine]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function findFeedZine(pool: pg.Pool, id: string) {
  const [row] = await zineById(pool, id)
  return row
}

export type FeedCreator = {
  id: string
  username: string
  name: string | null
  bio: string | null
  pictureUrl: string | null
  joinedAt: Date
}

const creatorById = statement<FeedCreator, [id: string]>(
  'feed-creator',
  `select p.user_id as id, u.username, p.name, p.bio, p.picture_url as "pictureUrl", p.created_at as "joinedAt"
   from creator_stats c join profiles p on p.user_id = c.creator_id join users u on u.id = c.creator_id
   where c.creator_id = $1`,
)

export async function findFeedCreator(pool: pg.Pool, id: string) {
  const [row] = await creatorById(pool, id)
  return row
}

export type FeedShelf = {
  id: string
  title: string
  about: string
  updatedAt: Date
  owner: { id: string; name: string | null; username: string }
}

/** A zine as a shelf item. Its publication date is when it was added to the shelf. */
export type FeedShelfItem = FeedZine & { itemId: string; note: string }

const publicShelfById = statement<FeedShelf, [id: string]>(
  'feed-shelf',
  `select sh.id, sh.title, sh.about, sh.updated_at as "updatedAt",
     json_build_object('id', sh.owner_id, 'name', p.name, 'username', u.username) as owner
   from shelves sh join creator_stats c on c.creator_id = sh.owner_id
   join profiles p on p.user_id = sh.owner_id join users u on u.id = sh.owner_id
   where sh.id = $1 and sh.visibility = 'public'`,
)

export async function findFeedShelf(pool: pg.Pool, id: string) {
  const [row] = await publicShelfById(pool, id)
  return row
}

type ShelfItemRow = FeedShelfItem & { addedAt: Date }

const shelfItems = statement<ShelfItemRow, [shelfId: string]>(
  'feed-shelf-lines',
  feedZinesSql(
    `select zines.*, i.id as item_id, i.note, i.added_at
     from shelf_items i join zine_stats using (zine_id) join zines on zines.id = i.zine_id
     where i.shelf_id = $1 order by i.added_at desc, i.id desc limit ${feedLength}`,
    'z.added_at desc, z.item_id desc',
    'z.item_id as "itemId", z.note, z.added_at as "addedAt", ',
  ),
)

export const listFeedShelfItems = async (pool: pg.Pool, shelfId: string): Promise<FeedShelfItem[]> =>
  (await shelfItems(pool, shelfId)).map(({ addedAt, ...zine }) => ({
    ...zine,
    createdAt: addedAt,
    changedAt: addedAt > zine.changedAt ? addedAt : zine.changedAt,
  }))
