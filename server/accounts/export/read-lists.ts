import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import { bitByBit, type Placed } from './bit-by-bit.ts'

export const listFavorites = (db: Db, userId: string) =>
  bitByBit(async ({ at, id }, atMost) => {
    const { rows } = await sql<Placed<object>>`
      select f.created_at::text as at, f.zine_id as id, json_build_object(
        'title', z.title, 'creator', u.username, 'address', '/zine/' || z.id, 'favoritedAt', f.created_at) as item
      from favorites f join zine_stats using (zine_id) join zines z on z.id = f.zine_id
      join users u on u.id = z.creator_id
      where f.user_id = ${userId} and (f.created_at, f.zine_id) > (${at}::timestamptz, ${id}::uuid)
      order by f.created_at, f.zine_id limit ${atMost}`.execute(db)
    return rows
  })

export const listFollows = (db: Db, userId: string) =>
  bitByBit(async ({ at, id }, atMost) => {
    const { rows } = await sql<Placed<object>>`
      select f.created_at::text as at, f.creator_id as id, json_build_object(
        'creator', u.username, 'address', '/profile/' || u.id, 'followedAt', f.created_at) as item
      from follows f join creator_stats using (creator_id) join users u on u.id = f.creator_id
      where f.follower_id = ${userId} and (f.created_at, f.creator_id) > (${at}::timestamptz, ${id}::uuid)
      order by f.created_at, f.creator_id limit ${atMost}`.execute(db)
    return rows
  })

export const listBlocks = (db: Db, userId: string) =>
  bitByBit(async ({ at, id }, atMost) => {
    const { rows } = await sql<Placed<object>>`
      select b.blocked_at::text as at, b.creator_id as id, json_build_object(
        'creator', u.username, 'address', '/profile/' || u.id, 'blockedAt', b.blocked_at) as item
      from blocks b join users u on u.id = b.creator_id
      where b.member_id = ${userId} and (b.blocked_at, b.creator_id) > (${at}::timestamptz, ${id}::uuid)
      order by b.blocked_at, b.creator_id limit ${atMost}`.execute(db)
    return rows
  })

export const listUnwantedZines = (db: Db, userId: string) =>
  bitByBit(async ({ at, id }, atMost) => {
    const { rows } = await sql<Placed<object>>`
      select w.hidden_at::text as at, w.zine_id as id, json_build_object(
        'title', z.title, 'creator', u.username, 'address', '/zine/' || z.id, 'hiddenAt', w.hidden_at) as item
      from unwanted_zines w join zine_stats using (zine_id) join zines z on z.id = w.zine_id
      join users u on u.id = z.creator_id
      where w.member_id = ${userId} and (w.hidden_at, w.zine_id) > (${at}::timestamptz, ${id}::uuid)
      order by w.hidden_at, w.zine_id limit ${atMost}`.execute(db)
    return rows
  })

export const listFocusSessions = (db: Db, userId: string) =>
  bitByBit(async ({ at, id }, atMost) => {
    const { rows } = await sql<Placed<object>>`
      select s.started_at::text as at, s.id, json_build_object(
        'id', s.id, 'projectId', s.project_id, 'project', v.title, 'minutes', s.minutes, 'startedAt', s.started_at,
        'loggedAt', s.created_at) as item
      from focus_sessions s
      join projects p on p.id = s.project_id
      join project_versions v on v.project_id = p.id and v.version = p.version
      where s.user_id = ${userId} and s.removed_at is null and (s.started_at, s.id) > (${at}::timestamptz, ${id}::uuid)
      order by s.started_at, s.id limit ${atMost}`.execute(db)
    return rows
  })

/** What was decided about the member and their zines, with their answers. */
export const listDecisions = (db: Db, userId: string) =>
  bitByBit(async ({ at, id }, atMost) => {
    const { rows } = await sql<Placed<object>>`
      select made_at::text as at, id, json_build_object(
        'act', act, 'zine', title, 'reason', reason, 'reply', reply, 'repliedAt', replied_at, 'madeAt', made_at) as item
      from decisions
      where member_id = ${userId} and (made_at, id) > (${at}::timestamptz, ${id}::uuid)
      order by made_at, id limit ${atMost}`.execute(db)
    return rows
  })
