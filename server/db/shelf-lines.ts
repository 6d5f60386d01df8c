import { sql } from 'kysely'
import type { Tx } from './connection.ts'

/** Shelves are locked before their lines and in one order, as in every change to them. */

/** Their lines stay, and say that a zine was withdrawn. Answers how many there were. */
export async function withdrawFromShelves(tx: Tx, zineIds: string[]) {
  await holdShelvesWith(tx, zineIds)
  const { numAffectedRows } = await sql`
    update shelf_items set zine_id = null where zine_id = any(${zineIds}::uuid[])`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Their lines go: it was not their maker who withdrew them. */
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
