import type pg from 'pg'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { maxPageRows, statement } from '#server/db/statement.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'
import { currentText, listedJson, ticketJson } from './project-json.ts'

const latestSql = (condition: string) => `
  select * from projects where user_id = $1 ${condition} order by updated_at desc, id desc limit ${maxPageRows}`

const positionSql = 'json_build_array(p.updated_at, p.id) as position'

const briefListSql = (condition: string) => `
  select ${ticketJson}::text as item, ${positionSql} from (${latestSql(condition)}) p ${currentText}
  order by p.updated_at desc, p.id desc limit $2`

/** Returns fewer projects than requested if their notes are long, but at least one. `read` counts them before this cut. */
const fullListSql = (condition: string) => `
  select ${listedJson}::text as item, ${positionSql}, p.read
  from (
    select p.*, v.title, v.notes, count(*) over ()::int as read, row_number() over w as at,
           sum(octet_length(v.notes)) over w as bytes
    from (select * from (${latestSql(condition)}) p order by updated_at desc, id desc limit $2) p ${currentText}
    window w as (order by p.updated_at desc, p.id desc)
  ) p cross join lateral (select p.title, p.notes) v
  where p.at = 1 or p.bytes <= ${workspaceLimits.projectListNotes}
  order by p.updated_at desc, p.id desc`

type First = [userId: string, limit: number]
type Row = PageRow & { read?: number }
const afterCursor = 'and (updated_at, id) < ($3::timestamptz, $4::uuid)'

/** The condition is a literal in the statement, so that each state uses its own index. */
const list = (name: string, build: typeof briefListSql, condition = '') => ({
  first: statement<Row, First>(name, build(condition)),
  after: statement<Row, [...First, updatedAt: string, projectId: string]>(
    `${name}-after`,
    build(`${condition} ${afterCursor}`),
  ),
})

const lists = (name: string, build: typeof briefListSql) => ({
  every: list(name, build),
  active: list(`${name}-active`, build, 'and completed_at is null'),
  finished: list(`${name}-finished`, build, 'and completed_at is not null'),
})

const briefLists = lists('projects-brief', briefListSql)
const fullLists = lists('projects', fullListSql)

type ListQuery = ListRange<string> & {
  state: 'active' | 'finished' | undefined
  isBrief: boolean
}

export async function listProjects(pool: pg.Pool, userId: string, { state, isBrief, limit, after }: ListQuery) {
  const { first, after: next } = (isBrief ? briefLists : fullLists)[state ?? 'every']
  const rows = after ? await next(pool, userId, limit + 1, ...after) : await first(pool, userId, limit + 1)
  const hasMore = (rows[0]?.read ?? rows.length) > Math.min(rows.length, limit)
  return { rows, hasMore }
}
