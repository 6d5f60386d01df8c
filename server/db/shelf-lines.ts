import { sql } from 'kysely'
import type { Tx } from './connection.ts'

/** Shelves are locked before their lines and in a fixed order, as in every change to them. */

/** Lines stay and say that a zine was withdrawn. Returns the number of lines. */
export async function withdrawFromShelves(tx: Tx, zineIds: string[]) {
  await holdShelvesWith(tx, zineIds)
  const { numAffectedRows } = await sql`
    update shelf_items set zine_id = null where zine_id = any(${zineIds}::uuid[])`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Removes the lines: the zine was not withdrawn by its creator. */
export async function takeOffShelves(tx: Tx, zineIds: string[]) {
  await holdShelvesWith(tx, zineIds)
  await sql`
    with gone as (delete from shelf_items where zine_id = any(${zineIds}::uuid[]) returning shelf_id),
    counted as (select shelf_id, count(*) as lines from gone group by shelf_id)
    update shelves set item_count = item_count - lines from counted where id = shelf_id`.execute(tx)
}

const holdShelvesWith = (tx: Tx, zineIds: string[]) =>
  sql`
    select id from shelves where id in (select shelf_id from shelf_items where zine_id = any(${zineIds}::uuid[]))
    order by id for no key update`.execute(tx)
