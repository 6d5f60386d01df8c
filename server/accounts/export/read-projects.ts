import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import { oldestFirst } from './bit-by-bit.ts'

/** The member's projects, the oldest first, with their texts as they are: one at a time, for notes may be 1 MB long. */
export async function* listProjects(db: Db, userId: string) {
  for await (const id of own(db, userId)) {
    const project = await findProject(db, userId, id)
    if (project) yield project
  }
}

const own = oldestFirst({
  from: sql`projects`,
  owner: 'user_id',
  at: 'created_at',
  id: 'id',
  item: sql<string>`id`,
})

/** Undefined when it was deleted meanwhile. */
async function findProject(db: Db, userId: string, id: string) {
  const { rows } = await sql<{ item: object }>`
    select json_build_object(
      'id', p.id, 'title', v.title, 'notes', v.notes, 'version', p.version, 'totalMinutes', p.total_minutes,
      'completedAt', p.completed_at, 'zineId', p.zine_id, 'createdAt', p.created_at, 'updatedAt', p.updated_at) as item
    from projects p join project_versions v on v.project_id = p.id and v.version = p.version
    where p.user_id = ${userId} and p.id = ${id}`.execute(db)
  return rows[0]?.item
}

/** The texts that the member's projects had before, as many as are kept. */
export async function* listProjectVersions(db: Db, userId: string) {
  for await (const { projectId, versions } of earlier(db, userId))
    for (const version of versions) {
      const text = await findText(db, projectId, version)
      if (text) yield { projectId, version, ...text }
    }
}

type Earlier = { projectId: string; versions: number[] }

const earlier = oldestFirst({
  from: sql`projects p`,
  owner: 'p.user_id',
  at: 'p.created_at',
  id: 'p.id',
  item: sql<Earlier>`json_build_object('projectId', p.id, 'versions', (
    select coalesce(json_agg(v.version order by v.version), '[]') from project_versions v
    where v.project_id = p.id and v.version < p.version))`,
})

/** Undefined when newer ones have taken its place meanwhile. */
async function findText(db: Db, projectId: string, version: number) {
  const { rows } = await sql<{ savedAt: Date; title: string; notes: string }>`
    select saved_at as "savedAt", title, notes from project_versions
    where project_id = ${projectId} and version = ${version}`.execute(db)
  return rows[0]
}
