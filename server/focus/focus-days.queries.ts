import type pg from 'pg'
import { workspaceLimits } from '#contract/workspace-limits.ts'
import { statement } from '#server/db/statement.ts'
import { refuse } from '#server/http/errors.ts'

type Days = { today: string; days: { day: string; minutes: number }[] }

const days = statement<Days, [userId: string, zone: string, project: string | null]>(
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

/** The minutes of the days that have any, as the calendar of the time zone has them, today being the last. */
export async function listFocusDays(
  pool: pg.Pool,
  userId: string,
  { timeZone, projectId }: { timeZone: string; projectId?: string | undefined },
) {
  const [counted] = await days(pool, userId, postgresZone(timeZone), projectId ?? null).catch(explained)
  return counted as Days
}

/** A bare offset, which a browser may have for a time zone, PostgreSQL would read with its sign turned round. */
function postgresZone(name: string) {
  const [sign, offset] = /^([+-])(\d\d(:?\d\d)?)$/.exec(name)?.slice(1) ?? []
  return sign ? `<${name}>${sign === '+' ? '-' : '+'}${offset}` : name
}

/** PostgreSQL keeps a list of time zones of its own. */
function explained(error: { code?: string }): never {
  throw error.code === '22023' ? refuse('invalid_request', 'This is not a time zone.') : error
}
