import type pg from 'pg'
import { statement } from '#server/db/statement.ts'
import { type OwnProject, versionFields } from './project-json.ts'

const all = statement<{ items: string | null }, [userId: string, projectId: string]>(
  'project-versions',
  `select json_agg(json_build_object(${versionFields}) order by v.version desc)::text as items
   from projects p join project_versions v on v.project_id = p.id
   where p.user_id = $1 and p.id = $2`,
)

/** The JSON text of the list, the latest first. Every project has a version, so none means no project. */
export async function listProjectVersions(pool: pg.Pool, { userId, projectId }: OwnProject) {
  const [row] = await all(pool, userId, projectId)
  return row?.items ?? undefined
}

const one = statement<{ item: string }, [userId: string, projectId: string, version: number]>(
  'project-version',
  `select json_build_object(${versionFields}, 'notes', v.notes)::text as item
   from projects p join project_versions v on v.project_id = p.id
   where p.user_id = $1 and p.id = $2 and v.version = $3`,
)

export async function readProjectVersion(pool: pg.Pool, { userId, projectId }: OwnProject, version: number) {
  const [row] = await one(pool, userId, projectId, version)
  return row?.item
}
