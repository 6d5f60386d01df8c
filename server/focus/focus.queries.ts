import { sql } from 'kysely'
import type pg from 'pg'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import type { Db } from '#server/db/connection.ts'
import { retry, retryNeeded } from '#server/db/retry.ts'
import { maxPageRows, statement, writeStatement } from '#server/db/statement.ts'
import { apiError } from '#server/http/errors.ts'
import type { ListRange, PageRow } from '#server/http/list-page.ts'
import { addToCounts, throwLimitError } from '#server/projects/member-counts.ts'

const sessionJson = `json_build_object(
  'id', s.id, 'projectId', s.project_id, 'userId', s.user_id, 'duration', s.minutes, 'sessionType', 'focus',
  'startedAt', s.started_at)`

const countedJson = `json_build_object('session', ${sessionJson}, 'totalMinutes', p.total_minutes)`

/** Lock order: member, project, session. Deleting an account or a project uses the same order. */
const ownProjectCte = `
  own as materialized (
    select p.id from projects p join focus_sessions f on f.project_id = p.id
    where f.user_id = $1 and f.id = $2 and f.removed_at is null for no key update of p
  )`

const insertSession = writeStatement<
  { item: string | null; found: boolean },
  [userId: string, id: string | null, projectId: string, minutes: number, startedAt: Date]
>(
  'focus-log',
  `with member as materialized (select id from users where id = $1 for key share),
   own as materialized (
     select p.id from member m join projects p on p.user_id = m.id where p.id = $3 for no key update of p
   ),
   s as (
     insert into focus_sessions (user_id, id, project_id, minutes, started_at)
     select $1, coalesce($2, uuidv7()), own.id, $4, $5 from own
     on conflict (user_id, id) do nothing
     returning *
   ),
   p as (
     update projects p
     set total_minutes = p.total_minutes + s.minutes, session_count = p.session_count + 1, updated_at = clock_timestamp()
     from s where p.id = s.project_id returning p.total_minutes
   ),
   counted as (${addToCounts('select user_id, 0, 1, 0 from s')})
   select exists (select from own) as found, (select ${countedJson}::text from s, p) as item`,
)

const loggedSession = statement<{ item: string }, [userId: string, id: string]>(
  'focus-logged',
  `select ${countedJson}::text as item from focus_sessions s join projects p on p.id = s.project_id
   where s.user_id = $1 and s.id = $2`,
)

type NewSession = { id: string | undefined; projectId: string; minutes: number; startedAt: Date }

/** The session as JSON. Logging an id again returns the existing session, even a removed one. Undefined without a project. */
export const logFocusSession = (pool: pg.Pool, userId: string, session: NewSession) =>
  retry(async () => {
    const { id, projectId, minutes, startedAt } = session
    const [added] = await insertSession(pool, userId, id ?? null, projectId, minutes, startedAt).catch(throwLimitError)
    if (added?.item) return added.item
    const [existing] = id ? await loggedSession(pool, userId, id) : []
    if (existing) return existing.item
    return added?.found ? retryNeeded : undefined
  })

const updateSession = writeStatement<{ item: string }, [userId: string, id: string, minutes: number]>(
  'focus-correct',
  `with ${ownProjectCte},
   before as materialized (
     select f.minutes from focus_sessions f join own on f.project_id = own.id
     where f.user_id = $1 and f.id = $2 and f.removed_at is null for no key update of f
   ),
   s as (
     update focus_sessions f set minutes = $3 from before where f.user_id = $1 and f.id = $2
     returning f.*, $3::integer - before.minutes as change
   ),
   p as (
     update projects p set total_minutes = p.total_minutes + s.change, updated_at = clock_timestamp()
     from s where p.id = s.project_id returning p.total_minutes
   )
   select ${countedJson}::text as item from s, p`,
)

export async function correctFocusSession(pool: pg.Pool, userId: string, id: string, minutes: number) {
  const [row] = await updateSession(pool, userId, id, minutes)
  return row?.item
}

const removeSession = writeStatement<{ totalMinutes: string }, [userId: string, id: string]>(
  'focus-delete',
  `with ${ownProjectCte},
   s as (
     update focus_sessions f set removed_at = clock_timestamp() from own
     where f.user_id = $1 and f.id = $2 and f.project_id = own.id and f.removed_at is null
     returning f.*
   )
   update projects p set total_minutes = p.total_minutes - s.minutes, updated_at = clock_timestamp()
   from s where p.id = s.project_id returning p.total_minutes as "totalMinutes"`,
)

/** Returns the new total. The session's id stays reserved, so that a retried log request does not count it again. */
export async function deleteFocusSession(pool: pg.Pool, userId: string, id: string) {
  const [row] = await removeSession(pool, userId, id)
  return row && Number(row.totalMinutes)
}

type Days = { today: string; days: { day: string; minutes: number }[] }

const focusDays = statement<Days, [userId: string, zone: string, project: string | null]>(
  'focus-days',
  `with counted as (
   select to_char(started_at at time zone $2, 'YYYY-MM-DD') as day, sum(minutes)::integer as minutes
   from focus_sessions
   where removed_at is null and user_id = $1 and project_id = coalesce($3, project_id)
     and started_at >= ((now() at time zone $2)::date - ${workspaceLimits.focusDays - 1})::timestamp at time zone $2
   group by 1
   )
   select to_char(now() at time zone $2, 'YYYY-MM-DD') as today,
     (select coalesce(json_agg(counted order by day), '[]') from counted) as days`,
)

export async function listFocusDays(
  pool: pg.Pool,
  userId: string,
  { timeZone, projectId }: { timeZone: string; projectId?: string | undefined },
) {
  const [row] = await focusDays(pool, userId, postgresZone(timeZone), projectId ?? null).catch(throwTimeZoneError)
  return row as Days
}

/** Browsers may report a bare UTC offset as time zone. PostgreSQL reads its sign the other way round. */
function postgresZone(name: string) {
  const [sign, offset] = /^([+-])(\d\d(:?\d\d)?)$/.exec(name)?.slice(1) ?? []
  return sign ? `<${name}>${sign === '+' ? '-' : '+'}${offset}` : name
}

function throwTimeZoneError(error: { code?: string }): never {
  throw error.code === '22023' ? apiError('invalid_request', 'This is not a valid time zone.') : error
}

const latestSessionsSql = (condition: string) => `
  select ${sessionJson}::text as item, json_build_array(s.started_at, s.id) as position
  from (
    select f.* from focus_sessions f
    where f.removed_at is null and f.project_id = (select id from projects where user_id = $1 and id = $2)
      ${condition}
    order by f.started_at desc, f.id desc limit ${maxPageRows}
  ) s
  order by s.started_at desc, s.id desc limit $3`

type First = [userId: string, projectId: string, limit: number]

const firstPage = statement<PageRow, First>('focus-sessions', latestSessionsSql(''))
const pageAfter = statement<PageRow, [...First, startedAt: string, id: string]>(
  'focus-sessions-after',
  latestSessionsSql('and (f.started_at, f.id) < ($4::timestamptz, $5::uuid)'),
)

export const listFocusSessions = (
  pool: pg.Pool,
  userId: string,
  projectId: string,
  { limit, after }: ListRange<string>,
) => (after ? pageAfter(pool, userId, projectId, limit + 1, ...after) : firstPage(pool, userId, projectId, limit + 1))

const projectById = statement<{ id: string }, [userId: string, projectId: string]>(
  'focus-project',
  'select id from projects where user_id = $1 and id = $2',
)

export const isOwnProject = async (pool: pg.Pool, userId: string, projectId: string) =>
  (await projectById(pool, userId, projectId)).length > 0

/** How long removed sessions are retained, so that an outdated browser does not upload them again. */
const removedSessionDays = 365

/** Removed sessions count toward the member's limit until they are deleted here. */
export const deleteRemovedSessions = (db: Db) =>
  sql`
    with deleted as (
      delete from focus_sessions where removed_at < now() - make_interval(days => ${removedSessionDays})
      returning project_id
    ),
    deleted_counts as (select project_id, count(*)::integer as sessions from deleted group by project_id),
    updated as (
      update projects set session_count = session_count - sessions from deleted_counts where id = project_id
      returning user_id, sessions
    )
    ${sql.raw(addToCounts('select user_id, 0, -sum(sessions)::integer, 0 from updated group by user_id'))}`.execute(db)
