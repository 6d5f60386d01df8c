import type pg from 'pg'
import { longestPage, statement } from '#server/db/statement.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'
import { sessionJson } from './focus.queries.ts'

const latest = (condition: string) => `
  select ${sessionJson}::text as item, json_build_array(s.started_at, s.id) as place
  from (
    select f.* from focus_sessions f
    where f.removed_at is null and f.project_id = (select id from projects where user_id = $1 and id = $2)
      ${condition}
    order by f.started_at desc, f.id desc limit ${longestPage}
  ) s
  order by s.started_at desc, s.id desc limit $3`

type First = [userId: string, projectId: string, limit: number]

const firstPage = statement<PageRow, First>('focus-sessions', latest(''))
const pageAfter = statement<PageRow, [...First, startedAt: string, id: string]>(
  'focus-sessions-after',
  latest('and (f.started_at, f.id) < ($4::timestamptz, $5::uuid)'),
)

/** The sessions of one of the member's projects, the latest first; one row more than asked for. */
export const listFocusSessions = (
  pool: pg.Pool,
  userId: string,
  projectId: string,
  { limit, after }: ListRange<string>,
) =>
  after
    ? pageAfter(pool, userId, projectId, limit + 1, ...after)
    : firstPage(pool, userId, projectId, limit + 1)

const own = statement<{ id: string }, [userId: string, projectId: string]>(
  'focus-project',
  'select id from projects where user_id = $1 and id = $2',
)

export const isOwnProject = async (pool: pg.Pool, userId: string, projectId: string) =>
  (await own(pool, userId, projectId)).length > 0
