import { sql } from 'kysely'
import type { Tx } from '#server/db/connection.ts'
import { freshKeys, keyBetween } from './position-keys.ts'

/** Beside which item of the shelf: before none is its end, after none its beginning. */
export type Place = { before?: string | null | undefined; after?: string | null | undefined }

/**
 * A position at a place of a shelf that is held: between the item that is named and the one beside it, whoever sees that
 * or not. Undefined where no such item stands on the shelf.
 */
export async function positionAt(tx: Tx, shelfId: string, { before, after }: Place, moving?: string) {
  const [low, high] = (await gap(tx, { shelfId, before, after, moving })) ?? []
  if (low === undefined || high === undefined) return undefined
  const position = keyBetween(low, high)
  if (position) return position
  await giveNewPositions(tx, shelfId)
  return positionAt(tx, shelfId, { before, after }, moving)
}

type Gap = Place & { shelfId: string; moving: string | undefined }

/** The positions on both sides of a place, without the item that is to come there. */
async function gap(tx: Tx, { shelfId, before, after, moving }: Gap) {
  const others = sql`from shelf_items where shelf_id = ${shelfId} and id is distinct from ${moving ?? null}::uuid`
  const lowest = async (above: string | null) => {
    const from = above === null ? sql`` : sql`and position > ${above}`
    return first(tx, sql`select min(position) as position ${others} ${from}`)
  }
  const highest = async (below: string | null) => {
    const from = below === null ? sql`` : sql`and position < ${below}`
    return first(tx, sql`select max(position) as position ${others} ${from}`)
  }
  const beside = before ?? after
  const there = beside
    ? await first(tx, sql`select min(position) as position ${others} and id = ${beside}`)
    : null
  if (beside && there === null) return undefined
  return before === undefined ? [there, await lowest(there)] : [await highest(there), there]
}

async function first(tx: Tx, query: ReturnType<typeof sql>) {
  const { rows } = await query.execute(tx)
  return (rows[0] as { position: string | null } | undefined)?.position ?? null
}

/** As short as they can be, in the same order. */
async function giveNewPositions(tx: Tx, shelfId: string) {
  const items = await tx
    .selectFrom('shelf_items')
    .select('id')
    .where('shelf_id', '=', shelfId)
    .orderBy('position')
    .execute()
  const ids = items.map(({ id }) => id)
  await sql`
    update shelf_items set position = fresh.position
    from unnest(${ids}::uuid[], ${freshKeys(ids.length)}::text[]) fresh (id, position)
    where shelf_items.id = fresh.id`.execute(tx)
}
