import type pg from 'pg'
import { longestPage, statement } from '../db/statement.ts'
import type { ListRange, PageRow } from '../http/list-page.ts'
import { currentText, type OwnProject, projectJson, ticketJson } from './project-json.ts'

/** Both kinds when it is not said which. */
type ProjectRange = ListRange<string> & { state: 'active' | 'finished' | undefined }

const latest = (condition: string) => `
  select ${ticketJson}::text as item, json_build_array(p.updated_at, p.id) as place
  from (
    select * from projects where user_id = $1 ${condition}
    order by updated_at desc, id desc limit ${longestPage}
  ) p ${currentText}
  order by p.updated_at desc, p.id desc limit $2`

type First = [userId: string, limit: number]
const following = 'and (updated_at, id) < ($3::timestamptz, $4::uuid)'

/** Written into the statement, so that each kind is read by the index of its own. */
const list = (name: string, ofKind = '') => ({
  first: statement<PageRow, First>(name, latest(ofKind)),
  after: statement<PageRow, [...First, updatedAt: string, projectId: string]>(
    `${name}-after`,
    latest(`${ofKind} ${following}`),
  ),
})

const lists = {
  every: list('projects'),
  active: list('projects-active', 'and completed_at is null'),
  finished: list('projects-finished', 'and completed_at is not null'),
}

/** The member's projects, the latest changed first; one row more than asked for. */
export function listProjects(pool: pg.Pool, userId: string, { state, limit, after }: ProjectRange) {
  const { first, after: next } = lists[state ?? 'every']
  return after ? next(pool, userId, limit + 1, ...after) : first(pool, userId, limit + 1)
}

const one = statement<{ item: string }, [userId: string, projectId: string]>(
  'project',
  `select ${projectJson}::text as item from projects p ${currentText} where p.user_id = $1 and p.id = $2`,
)

/** The JSON text of a project. */
export async function readProject(pool: pg.Pool, { userId, projectId }: OwnProject) {
  const [row] = await one(pool, userId, projectId)
  return row?.item
}

const toggle = statement<never, [userId: string, projectId: string, completed: boolean | null]>(
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

const remove = statement<{ id: string }, [userId: string, projectId: string]>(
  'project-delete',
  'delete from projects where user_id = $1 and id = $2 returning id',
)

/** Versions and focus sessions go with it. False when there was nothing to delete. */
export async function deleteProject(pool: pg.Pool, { userId, projectId }: OwnProject) {
  return (await remove(pool, userId, projectId)).length > 0
}
