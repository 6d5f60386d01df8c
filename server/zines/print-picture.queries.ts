import type pg from 'pg'
import { statement } from '#server/db/statement.ts'

type PrintPicture = { hash: string; isKept: boolean; mayPrint: boolean }

const pictureOf = (shown: string) => `
   select m.hash, m.print_width is not null as "isKept",
     z.may_print or z.creator_id is not distinct from $3::uuid as "mayPrint"
   from zines z ${shown}
   join zine_pages zp on zp.zine_id = z.id and zp.position = $2
   join media m on m.id = zp.media_id
   where z.id = $1 and m.kind = 'image'`

type Asked = [zineId: string, position: number, viewer: string | null]

/** As other lists do it leaves out zines that are shown to nobody: those have no counter. */
const ofPage = statement<PrintPicture, Asked>(
  'print-picture',
  pictureOf('join zine_stats s on s.zine_id = z.id'),
)

/** Of a zine that is hidden from everybody else. */
const ofOwnHidden = statement<PrintPicture, Asked>(
  'print-picture-hidden',
  `${pictureOf('')} and z.creator_id = $3::uuid and z.hidden_at is not null`,
)

/** Of which picture a page is printed, and whether the viewer may. */
export async function findPrintPicture(
  pool: pg.Pool,
  { zineId, page, viewer }: { zineId: string; page: number; viewer: string | null },
) {
  const [row] = await ofPage(pool, zineId, page - 1, viewer)
  if (row || !viewer) return row
  const [hidden] = await ofOwnHidden(pool, zineId, page - 1, viewer)
  return hidden
}
