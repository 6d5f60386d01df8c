import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import { bitByBit, type Placed } from './bit-by-bit.ts'

export const listFollows = (db: Db, userId: string) =>
  bitByBit(async ({ at, id }, atMost) => {
    const { rows } = await sql<Placed<object>>`
      select f.created_at::text as at, f.creator_id as id, json_build_object(
        'creator', u.username, 'address', '/profile/' || u.id, 'followedAt', f.created_at) as item
      from follows f join users u on u.id = f.creator_id
      where f.follower_id = ${userId} and (f.created_at, f.creator_id) > (${at}::timestamptz, ${id}::uuid)
      order by f.created_at, f.creator_id limit ${atMost}`.execute(db)
    return rows
  })
