import type pg from 'pg'
import { statement } from '#server/db/statement.ts'

type Counts = { zines: number; projects: number; texts: number; focusSessions: number; shelves: number }

const counts = statement<Counts, [userId: string]>(
  'usage-counts',
  `select coalesce(c.zine_count, 0) as zines, coalesce(m.projects, 0) as projects,
     coalesce(m.text_parts, 0)::float8 * 65536 as texts, coalesce(m.sessions, 0) as "focusSessions",
     (select count(*)::int from shelves where owner_id = u.id and not is_to_read) as shelves
   from users u left join creator_stats c on c.creator_id = u.id left join member_counts m on m.user_id = u.id
   where u.id = $1`,
)

/** How many there are of a member's, as they are counted where another is added. */
export async function countOwn(pool: pg.Pool, userId: string): Promise<Counts> {
  const [row] = await counts(pool, userId)
  return row ?? { zines: 0, projects: 0, texts: 0, focusSessions: 0, shelves: 0 }
}
