import type pg from 'pg'
import { statement } from '#server/db/statement.ts'

export type ComicPage = { hash: string; isKept: boolean }

/** Which pictures a zine is printed from, in order; `isKept` where there is one for paper. */
const pictures = statement<ComicPage, [zineId: string]>(
  'comic-pages',
  `select m.hash, m.print_width is not null as "isKept"
   from zine_pages zp join media m on m.id = zp.media_id
   where zp.zine_id = $1 and m.kind = 'image' order by zp.position`,
)

export const listComicPages = (pool: pg.Pool, zineId: string) => pictures(pool, zineId)
