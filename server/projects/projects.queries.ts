import type pg from 'pg'
import { change, statement } from '#server/db/statement.ts'
import { currentText, type OwnProject, projectJson } from './project-json.ts'

const one = statement<{ item: string }, [userId: string, projectId: string]>(
  'project',
  `select ${projectJson}::text as item from projects p ${currentText} where p.user_id = $1 and p.id = $2`,
)

/** The JSON text of a project. */
export async function readProject(pool: pg.Pool, { userId, projectId }: OwnProject) {
  const [row] = await one(pool, userId, projectId)
  return row?.item
}

const toggle = change<never, [userId: string, projectId: string, completed: boolean | null]>(
  'project-toggle',
  `update projects
   set completed_at = case when completed_at is null then clock_timestamp() end, updated_at = clock_timestamp()
   where user_id = $1 and id = $2 and (completed_at is null) = coalesce($3, completed_at is null)`,
)

/** Finishes the project or takes it up again; when it is said which, it becomes or stays so. */
export async function toggleProjectCompletion(
  pool: pg.Pool,
  own: OwnProject,
  completed: boolean | undefined,
) {
  await toggle(pool, own.userId, own.projectId, completed ?? null)
  return readProject(pool, own)
}

const remove = change<{ id: string }, [userId: string, projectId: string]>(
  'project-delete',
  `with gone as (
     delete from projects where user_id = $1 and id = $2 returning id, user_id, session_count, kept_bytes
   ),
   counted as (
     update member_counts m set projects = m.projects - 1, sessions = m.sessions - gone.session_count,
       text_parts = m.text_parts - (gone.kept_bytes >> 16)
     from gone where m.user_id = gone.user_id
   )
   select id from gone`,
)

/** Versions and focus sessions go with it. False when there was nothing to delete. */
export async function deleteProject(pool: pg.Pool, { userId, projectId }: OwnProject) {
  return (await remove(pool, userId, projectId)).length > 0
}
