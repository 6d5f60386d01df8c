import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import { bitByBit, type Placed } from './bit-by-bit.ts'

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
