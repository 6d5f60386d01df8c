import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import { oldestFirst } from './bit-by-bit.ts'

/** The member's shelves, the oldest first, with what stands on them in its order: one at a time, for they may be long. */
export async function* listShelves(db: Db, userId: string) {
  for await (const id of own(db, userId)) {
    const shelf = await findShelf(db, userId, id)
    if (shelf) yield shelf
  }
}

const own = oldestFirst({
  from: sql`shelves`,
  owner: 'owner_id',
  at: 'created_at',
  id: 'id',
  item: sql<string>`id`,
})

/** Undefined when it was deleted meanwhile. Of zines that are hidden no more is told than that something stands there. */
async function findShelf(db: Db, userId: string, id: string) {
  const { rows } = await sql<{ item: object }>`
    select json_build_object(
      'id', sh.id, 'title', sh.title, 'about', sh.about, 'visibility', sh.visibility, 'isToRead', sh.is_to_read,
      'createdAt', sh.created_at, 'updatedAt', sh.updated_at, 'address', '/shelf/' || sh.id,
      'zines', (
        select coalesce(json_agg(json_build_object(
          'title', z.title, 'creator', u.username, 'address', '/zine/' || z.id,
          'note', i.note, 'privateNote', i.private_note, 'addedAt', i.added_at) order by i.position), '[]')
        from shelf_items i left join zine_stats s on s.zine_id = i.zine_id
        left join zines z on z.id = s.zine_id left join users u on u.id = z.creator_id
        where i.shelf_id = sh.id)) as item
    from shelves sh where sh.owner_id = ${userId} and sh.id = ${id}`.execute(db)
  return rows[0]?.item
}
