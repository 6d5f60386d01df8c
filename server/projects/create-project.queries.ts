import type pg from 'pg'
import { again, retry } from '#server/db/retry.ts'
import { statement } from '#server/db/statement.ts'
import { refuse } from '#server/http/errors.ts'
import { projectJson } from './project-json.ts'
import { readProject } from './projects.queries.ts'

type NewProject = { id: string | undefined; title: string; notes: string }

const insert = statement<{ item: string }, [userId: string, id: string | null, title: string, notes: string]>(
  'project-create',
  `with p as (
     insert into projects (user_id, id) values ($1, coalesce($2, uuidv7())) on conflict (id) do nothing returning *
   ),
   v as (
     insert into project_versions (project_id, version, title, notes) select id, version, $3, $4 from p returning *
   )
   select ${projectJson}::text as item from p join v on v.project_id = p.id`,
)

const isAnothers = statement<{ id: string }, [userId: string, id: string]>(
  'project-is-anothers',
  'select id from projects where user_id <> $1 and id = $2',
)

/** The JSON text of the new project; of the one there is, when it was begun under this id already. */
export const createProject = (pool: pg.Pool, userId: string, { id, title, notes }: NewProject) =>
  retry(async () => {
    const [made] = await insert(pool, userId, id ?? null, title, notes)
    if (made) return made.item
    const begun = id && (await readProject(pool, { userId, projectId: id }))
    if (begun) return begun
    if (id && (await isAnothers(pool, userId, id)).length > 0) throw idTaken()
    return again
  })

/** Ids are random: whoever meets another’s has not met its owner. */
const idTaken = () => refuse('invalid_request', 'A project cannot have this id. Please choose another.')
