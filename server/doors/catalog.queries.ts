import type pg from 'pg'
import type { Zine } from '#contract/zines.ts'
import { statement } from '#server/db/statement.ts'
import type { CatalogDetails, CatalogZine } from './publication.ts'

const detailsOf = statement<CatalogDetails & { id: string }, [ids: string[]]>(
  'catalog-details',
  `select z.id, coalesce(zd.details, '{}') as details, z.may_print as "mayPrint",
     z.reading_direction as "readingDirection", to_json(z.edited_at) as "editedAt", pages.notes as "pageNotes",
     pages.described as "isDescribed"
   from zines z left join zine_details zd on zd.zine_id = z.id
   cross join lateral (
     select coalesce(array_agg(content_note order by position) filter (where content_note <> ''), '{}') as notes, coalesce(bool_and(alt_text <> ''), false) as described
     from zine_pages where zine_id = z.id
   ) pages
   where z.id = any($1::uuid[])`,
)

/** Zines of a list with what a catalogue says of each; what was deleted since is left out. */
export async function withCatalogDetails(pool: pg.Pool, zines: Zine[]): Promise<CatalogZine[]> {
  const rows = await detailsOf(
    pool,
    zines.map(({ id }) => id),
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  return zines.flatMap((zine) => {
    const more = known.get(zine.id)
    return more ? [{ ...zine, ...more }] : []
  })
}
