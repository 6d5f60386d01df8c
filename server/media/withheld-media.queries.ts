import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db/connection.ts'

/** In one order, so that no two who withhold at once wait for each other. Those that are withheld already stay so. */
const withhold = (tx: Tx, hashes: RawBuilder<unknown>) =>
  sql`insert into withheld_media (hash)
    select distinct hash from (${hashes}) files (hash) where hash is not null order by hash on conflict do nothing`.execute(
    tx,
  )

/** The files of a hidden zine, as it is now: its pages, and the covers of its former printings. */
export const withholdZine = (tx: Tx, zineId: string) =>
  withhold(
    tx,
    sql`select m.hash from zine_pages p join media m on m.id = p.media_id where p.zine_id = ${zineId}
      union all
      select m.hash from zine_printings p join media m on m.id = p.cover_media_id where p.zine_id = ${zineId}`,
  )

/** All files of a suspended member, their picture among them. */
export const withholdMember = (tx: Tx, userId: string) =>
  withhold(
    tx,
    sql`select hash from media where owner_id = ${userId}
      union all
      select substr(picture_url, 8, 32) from profiles where user_id = ${userId}`,
  )
