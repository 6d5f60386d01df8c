import type pg from 'pg'
import { retry, retryNeeded } from '#server/db/retry.ts'
import { statement, writeStatement } from '#server/db/statement.ts'
import { apiError, notSignedIn } from '#server/http/errors.ts'
import { addToCounts, throwLimitError } from './member-counts.ts'
import { currentText, type ProjectRef, projectJson, versionFields } from './project-json.ts'

const projectById = statement<{ item: string }, [userId: string, projectId: string]>(
  'project',
  `select ${projectJson}::text as item from projects p ${currentText} where p.user_id = $1 and p.id = $2`,
)

export async function readProject(pool: pg.Pool, { userId, projectId }: ProjectRef) {
  const [row] = await projectById(pool, userId, projectId)
  return row?.item
}

const toggleCompletion = writeStatement<never, [userId: string, projectId: string, completed: boolean | null]>(
  'project-toggle',
  `update projects
   set completed_at = case when completed_at is null then clock_timestamp() end, updated_at = clock_timestamp()
   where user_id = $1 and id = $2 and (completed_at is null) = coalesce($3, completed_at is null)`,
)

export async function toggleProjectCompletion(pool: pg.Pool, ref: ProjectRef, completed: boolean | undefined) {
  await toggleCompletion(pool, ref.userId, ref.projectId, completed ?? null)
  return readProject(pool, ref)
}

const deleteById = writeStatement<{ id: string }, [userId: string, projectId: string]>(
  'project-delete',
  `with gone as (
     delete from projects where user_id = $1 and id = $2 returning id, user_id, session_count, text_bytes
   ),
   counted as (
     update member_counts m set projects = m.projects - 1, sessions = m.sessions - gone.session_count,
       text_blocks = m.text_blocks - (gone.text_bytes >> 16)
     from gone where m.user_id = gone.user_id
   )
   select id from gone`,
)

/** Also deletes versions and focus sessions. False if there was no such project. */
export async function deleteProject(pool: pg.Pool, { userId, projectId }: ProjectRef) {
  return (await deleteById(pool, userId, projectId)).length > 0
}

type NewProject = { id: string | undefined; title: string; notes: string }

/** Locks the member first, like account deletion, to avoid a deadlock. */
const insertProject = writeStatement<
  { item: string | null; isMember: boolean },
  [userId: string, id: string | null, title: string, notes: string]
>(
  'project-create',
  `with member as materialized (select id from users where id = $1 for key share),
   p as (
     insert into projects (user_id, id, text_bytes)
     select id, coalesce($2, uuidv7()), octet_length($3) + octet_length($4) from member
     on conflict (id) do nothing returning *
   ),
   v as (
     insert into project_versions (project_id, version, title, notes) select id, version, $3, $4 from p returning *
   ),
   counted as (${addToCounts('select user_id, 1, 0, text_bytes >> 16 from p')})
   select (select ${projectJson}::text from p join v on v.project_id = p.id) as item,
          exists (select from member) as "isMember"`,
)

const isOthersProject = statement<{ id: string }, [userId: string, id: string]>(
  'project-is-anothers',
  'select id from projects where user_id <> $1 and id = $2',
)

/** The new project as JSON. A repeated request with the same id returns the existing project. */
export const createProject = (pool: pg.Pool, userId: string, { id, title, notes }: NewProject) =>
  retry(async () => {
    const [created] = await insertProject(pool, userId, id ?? null, title, notes).catch(throwLimitError)
    if (created?.item) return created.item
    if (!created?.isMember) throw notSignedIn()
    const existing = id && (await readProject(pool, { userId, projectId: id }))
    if (existing) return existing
    if (id && (await isOthersProject(pool, userId, id)).length > 0) throw idTaken()
    return retryNeeded
  })

/** Ids are random, so a collision reveals nothing about the other project's owner. */
const idTaken = () => apiError('invalid_request', 'A project cannot have this id. Please choose another.')

const versions = statement<{ items: string | null }, [userId: string, projectId: string]>(
  'project-versions',
  `select json_agg(json_build_object(${versionFields}) order by v.version desc)::text as items
   from projects p join project_versions v on v.project_id = p.id
   where p.user_id = $1 and p.id = $2`,
)

/** The versions as JSON, latest first. Every project has a version, so undefined means no such project. */
export async function listProjectVersions(pool: pg.Pool, { userId, projectId }: ProjectRef) {
  const [row] = await versions(pool, userId, projectId)
  return row?.items ?? undefined
}

const versionByNumber = statement<{ item: string }, [userId: string, projectId: string, version: number]>(
  'project-version',
  `select json_build_object(${versionFields}, 'notes', v.notes)::text as item
   from projects p join project_versions v on v.project_id = p.id
   where p.user_id = $1 and p.id = $2 and v.version = $3`,
)

export async function readProjectVersion(pool: pg.Pool, { userId, projectId }: ProjectRef, version: number) {
  const [row] = await versionByNumber(pool, userId, projectId, version)
  return row?.item
}
