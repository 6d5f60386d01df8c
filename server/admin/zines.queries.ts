import { sql } from 'kysely'
import type { Db } from '#server/db/connection.ts'
import { refuse } from '#server/http/errors.ts'

export type FoundZine = {
  id: string
  title: string
  creatorId: string
  username: string
  description: string | null
  createdAt: Date
  editedAt: Date | null
  pages: number
  printing: number
  favorites: number
  hiddenAt: Date | null
  reason: string | null
  isShown: boolean
  openReports: number
}

const inAddress = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/[a-z]*)?\/?(?:[?#].*)?$/i

/** The zine of an id, or of an address that ends in one, as it is copied from a mail or a browser. */
export async function findZine(db: Db, typed: string): Promise<FoundZine> {
  const id = inAddress.exec(typed)?.[1] ?? null
  const { rows } = await sql<FoundZine>`
    select z.id, z.title, z.creator_id as "creatorId", u.username, z.description, z.created_at as "createdAt",
      z.edited_at as "editedAt", z.page_count as pages, z.printing,
      (select count(*)::int from favorites where zine_id = z.id) as favorites,
      z.hidden_at as "hiddenAt", z.hidden_reason as reason,
      exists (select from zine_stats s join creator_stats c on c.creator_id = z.creator_id where s.zine_id = z.id) as "isShown",
      (select count(*)::int from reports where zine_id = z.id and resolved_at is null) as "openReports"
    from zines z join users u on u.id = z.creator_id where z.id = ${id}::uuid`.execute(db)
  const [zine] = rows
  if (!zine) throw refuse('not_found', `There is no zine ${typed}.`)
  return zine
}
