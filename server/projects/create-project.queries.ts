import type pg from 'pg'
import { addToCounts } from '#server/db/member-counts.ts'
import { again, retry } from '#server/db/retry.ts'
import { change, statement } from '#server/db/statement.ts'
import { notSignedIn, refuse } from '#server/http/errors.ts'
import { projectJson } from './project-json.ts'
import { readProject } from './projects.queries.ts'

type NewProject = { id: string | undefined; title: string; notes: string }

/** The member is locked first, as deleting an account does, so that the two cannot block each other. */
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

/** The JSON text of the new project; of the one there is, when it was begun under this id already. */
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

/** Ids are random: whoever meets another’s has not met its owner. */
const idTaken = () => refuse('invalid_request', 'A project cannot have this id. Please choose another.')
