import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import { containing } from './members.queries.ts'

const idInAddress = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/[a-z]*)?\/?(?:[?#].*)?$/i

/** The id in an id, or in an address that ends in one. */
export const zineIdIn = (idOrAddress: string) => idInAddress.exec(idOrAddress)?.[1]

type ZineFilter = {
  isHidden: boolean
  search?: string | undefined
  limit: number
  after?: { at: string; id: string } | undefined
}

/** The time of a list cursor, exactly as the index of the newest zines has it. */
const position = sql<string>`to_char(z.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Newest first, without zines of accounts that are being deleted. */
export const listZines = (db: Db, { isHidden, search, limit, after }: ZineFilter) =>
  db
    .selectFrom('zines as z')
    .innerJoin('users as u', 'u.id', 'z.creator_id')
    .select(['z.id', 'title', 'u.username as by', 'z.created_at as createdAt', 'page_count as pages'])
    .select(['content_note as contentNote', 'hidden_at as hiddenAt', position.as('position')])
    .select(
      sql<number>`(select count(*)::int from reports where zine_id = z.id and resolved_at is null)`.as('openReports'),
    )
    .where('u.deleting_at', 'is', null)
    .$if(isHidden, (query) => query.where('hidden_at', 'is not', null))
    .$if(search !== undefined, (query) => query.where(matches(search)))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(z.created_at, z.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('z.created_at', 'desc')
    .orderBy('z.id', 'desc')
    .limit(limit)
    .execute()

/** The creators are found first, because a comparison of both names for each zine would take longer. */
function matches(search = '') {
  const id = zineIdIn(search)
  if (id) return sql<boolean>`z.id = ${id}::uuid`
  const pattern = containing(search)
  return sql<boolean>`(title ilike ${pattern} or creator_id in (select id from users where username ilike ${pattern}))`
}
