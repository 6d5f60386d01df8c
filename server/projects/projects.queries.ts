import type pg from 'pg'
import { addToCounts } from '#server/db/member-counts.ts'
import { again, retry } from '#server/db/retry.ts'
import { change, statement } from '#server/db/statement.ts'
import { notSignedIn, refuse } from '#server/http/errors.ts'
import { currentText, type OwnProject, projectJson, versionFields } from './project-json.ts'

const one = statement<{ item: string }, [userId: string, projectId: string]>(
  'project',
  `select ${projectJson}::text as item from projects p ${currentText} where p.user_id = $1 and p.id = $2`,
)

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

/** Also deletes versions and focus sessions. False if there was no such project. */
export async function deleteProject(pool: pg.Pool, { userId, projectId }: OwnProject) {
  return (await remove(pool, userId, projectId)).length > 0
}

type NewProject = { id: string | undefined; title: string; notes: string }

/** Locks the member first, like account deletion, to avoid a deadlock. */
const insert = change<
  { item: string | null; isMember: boolean },
  [userId: string, id: string | null, title: string, notes: string]
>(
  'project-create',
  `with member as materialized (select id from users where id = $1 for key share),
   p as (
     insert into projects (user_id, id, kept_bytes)
     select id, coalesce($2, uuidv7()), octet_length($3) + octet_length($4) from member
     on conflict (id) do nothing returning *
   ),
   v as (
     insert into project_versions (project_id, version, title, notes) select id, version, $3, $4 from p returning *
   ),
   counted as (${addToCounts('select user_id, 1, 0, kept_bytes >> 16 from p')})
   select (select ${projectJson}::text from p join v on v.project_id = p.id) as item,
          exists (select from member) as "isMember"`,
)

const isAnothers = statement<{ id: string }, [userId: string, id: string]>(
  'project-is-anothers',
  'select id from projects where user_id <> $1 and id = $2',
)

/** The new project as JSON. A repeated request with the same id returns the existing project. */
export const createProject = (pool: pg.Pool, userId: string, { id, title, notes }: NewProject) =>
  retry(async () => {
    const [made] = await insert(pool, userId, id ?? null, title, notes)
    if (made?.item) return made.item
    if (!made?.isMember) throw notSignedIn()
    const begun = id && (await readProject(pool, { userId, projectId: id }))
    if (begun) return begun
    if (id && (await isAnothers(pool, userId, id)).length > 0) throw idTaken()
    return again
  })

/** Ids are random, so a collision reveals nothing about the other project's owner. */
const idTaken = () => refuse('invalid_request', 'A project cannot have this id. Please choose another.')

const versions = statement<{ items: string | null }, [userId: string, projectId: string]>(
  'project-versions',
  `select json_agg(json_build_object(${versionFields}) order by v.version desc)::text as items
   from projects p join project_versions v on v.project_id = p.id
   where p.user_id = $1 and p.id = $2`,
)

/** The versions as JSON, latest first. Every project has a version, so undefined means no such project. */
export async function listProjectVersions(pool: pg.Pool, { userId, projectId }: OwnProject) {
  const [row] = await versions(pool, userId, projectId)
  return row?.items ?? undefined
}

const oneVersion = statement<{ item: string }, [userId: string, projectId: string, version: number]>(
  'project-version',
  `select json_build_object(${versionFields}, 'notes', v.notes)::text as item
   from projects p join project_versions v on v.project_id = p.id
   where p.user_id = $1 and p.id = $2 and v.version = $3`,
)

export async function readProjectVersion(pool: pg.Pool, { userId, projectId }: OwnProject, version: number) {
  const [row] = await oneVersion(pool, userId, projectId, version)
  return row?.item
}
