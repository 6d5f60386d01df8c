import { sql } from 'kysely'
import type { Db } from '../../db/connection.ts'
import { bitByBit, type Placed } from './bit-by-bit.ts'

/** Notes may be 1 MB long. */
const projectsAtOnce = 5

/** The member's projects, the oldest first, with their texts as they are. */
export const listProjects = (db: Db, userId: string) =>
  bitByBit(async ({ at, id }, atMost) => {
    const { rows } = await sql<Placed<object>>`
      select p.created_at::text as at, p.id, json_build_object(
        'id', p.id, 'title', v.title, 'notes', v.notes, 'version', p.version, 'totalMinutes', p.total_minutes,
        'completedAt', p.completed_at, 'createdAt', p.created_at, 'updatedAt', p.updated_at) as item
      from projects p join project_versions v on v.project_id = p.id and v.version = p.version
      where p.user_id = ${userId} and (p.created_at, p.id) > (${at}::timestamptz, ${id}::uuid)
      order by p.created_at, p.id limit ${atMost}`.execute(db)
    return rows
  }, projectsAtOnce)

/** The texts that the member's projects had before, as many as are kept. */
export async function* listProjectVersions(db: Db, userId: string) {
  for await (const { projectId, versions } of bitByBit((after, atMost) =>
    earlier(db, userId, { ...after, atMost }),
  ))
    for (const version of versions) {
      const text = await findText(db, projectId, version)
      if (text) yield { projectId, version, ...text }
    }
}

type Earlier = { projectId: string; versions: number[] }

async function earlier(
  db: Db,
  userId: string,
  { at, id, atMost }: { at: string; id: string; atMost: number },
) {
  const { rows } = await sql<Placed<Earlier>>`
    select p.created_at::text as at, p.id, json_build_object('projectId', p.id, 'versions', (
      select coalesce(json_agg(v.version order by v.version), '[]') from project_versions v
      where v.project_id = p.id and v.version < p.version)) as item
    from projects p
    where p.user_id = ${userId} and (p.created_at, p.id) > (${at}::timestamptz, ${id}::uuid)
    order by p.created_at, p.id limit ${atMost}`.execute(db)
  return rows
}

/** Undefined when newer ones have taken its place meanwhile. */
async function findText(db: Db, projectId: string, version: number) {
  const { rows } = await sql<{ savedAt: Date; title: string; notes: string }>`
    select saved_at as "savedAt", title, notes from project_versions
    where project_id = ${projectId} and version = ${version}`.execute(db)
  return rows[0]
}
