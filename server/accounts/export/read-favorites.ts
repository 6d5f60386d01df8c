import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import { bitByBit, type Placed } from './bit-by-bit.ts'

export const listFavorites = (db: Db, userId: string) =>
  bitByBit(async ({ at, id }, atMost) => {
    const { rows } = await sql<Placed<object>>`
      select f.created_at::text as at, f.zine_id as id, json_build_object(
        'title', z.title, 'creator', u.username, 'address', '/zine/' || z.id, 'favoritedAt', f.created_at) as item
      from favorites f join zines z on z.id = f.zine_id join users u on u.id = z.creator_id
      where f.user_id = ${userId} and (f.created_at, f.zine_id) > (${at}::timestamptz, ${id}::uuid)
      order by f.created_at, f.zine_id limit ${atMost}`.execute(db)
    return rows
  })
