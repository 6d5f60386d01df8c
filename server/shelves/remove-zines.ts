import { sql } from 'kysely'
import type { Tx } from '#server/db/connection.ts'

/** Shelves are locked before their lines and in a fixed order, as in every change to them. */

/** Lines stay and say that a zine was withdrawn. Returns the number of lines. */
export async function detachFromShelves(tx: Tx, zineIds: string[]) {
  await lockShelvesWith(tx, zineIds)
  const { numAffectedRows } = await sql`
    update shelf_items set zine_id = null where zine_id = any(${zineIds}::uuid[])`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Removes the lines: the zine was not withdrawn by its creator. */
export async function removeFromShelves(tx: Tx, zineIds: string[]) {
  await lockShelvesWith(tx, zineIds)
  await sql`
    with deleted as (delete from shelf_items where zine_id = any(${zineIds}::uuid[]) returning shelf_id),
    deleted_counts as (select shelf_id, count(*) as lines from deleted group by shelf_id)
    update shelves set item_count = item_count - lines from deleted_counts where id = shelf_id`.execute(tx)
}

const lockShelvesWith = (tx: Tx, zineIds: string[]) =>
  sql`
    select id from shelves where id in (select shelf_id from shelf_items where zine_id = any(${zineIds}::uuid[]))
    order by id for no key update`.execute(tx)
