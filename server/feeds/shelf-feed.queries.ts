import type pg from 'pg'
import { statement } from '#server/db/statement.ts'
import { type FeedZine, feedLength, feedZinesSql } from './feeds.queries.ts'

export type FeedShelf = {
  id: string
  title: string
  about: string
  updatedAt: Date
  owner: { id: string; name: string | null; username: string }
}

/** A zine as it stands on a shelf: published there when it was put on it. */
export type FeedLine = FeedZine & { lineId: string; note: string }

const shelf = statement<FeedShelf, [id: string]>(
  'feed-shelf',
  `select sh.id, sh.title, sh.about, sh.updated_at as "updatedAt",
     json_build_object('id', sh.owner_id, 'name', p.name, 'username', u.username) as owner
   from shelves sh join creator_stats c on c.creator_id = sh.owner_id
   join profiles p on p.user_id = sh.owner_id join users u on u.id = sh.owner_id
   where sh.id = $1 and sh.visibility = 'public'`,
)

/** A shelf that everybody can find. */
export async function findFeedShelf(pool: pg.Pool, id: string) {
  const [row] = await shelf(pool, id)
  return row
}

type Row = FeedLine & { addedAt: Date }

const lines = statement<Row, [shelfId: string]>(
  'feed-shelf-lines',
  feedZinesSql(
    `select zines.*, i.id as line_id, i.note, i.added_at
     from shelf_items i join zine_stats using (zine_id) join zines on zines.id = i.zine_id
     where i.shelf_id = $1 order by i.added_at desc, i.id desc limit ${feedLength}`,
    'z.added_at desc, z.line_id desc',
    'z.line_id as "lineId", z.note, z.added_at as "addedAt", ',
  ),
)

/** What was put on it last. */
export const listFeedLines = async (pool: pg.Pool, shelfId: string): Promise<FeedLine[]> =>
  (await lines(pool, shelfId)).map(({ addedAt, ...zine }) => ({
    ...zine,
    createdAt: addedAt,
    changedAt: addedAt > zine.changedAt ? addedAt : zine.changedAt,
  }))
