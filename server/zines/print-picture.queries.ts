import type pg from 'pg'
import { statement } from '#server/db/statement.ts'

type PrintPicture = { hash: string; isKept: boolean; mayPrint: boolean }

/** As other lists do it leaves out zines of whoever has left: those have no counter. */
const ofPage = statement<PrintPicture, [zineId: string, position: number, viewer: string | null]>(
  'print-picture',
  `select m.hash, m.print_width is not null as "isKept",
     z.may_print or z.creator_id is not distinct from $3::uuid as "mayPrint"
   from zines z join zine_stats s on s.zine_id = z.id
   join zine_pages zp on zp.zine_id = z.id and zp.position = $2
   join media m on m.id = zp.media_id
   where z.id = $1 and m.kind = 'image'`,
)

/** Of which picture a page is printed, and whether the viewer may. */
export async function findPrintPicture(
  pool: pg.Pool,
  { zineId, page, viewer }: { zineId: string; page: number; viewer: string | null },
) {
  const [row] = await ofPage(pool, zineId, page - 1, viewer)
  return row
}
