import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { type RawBuilder, sql } from 'kysely'
import { shelfItems } from '#contract/limits.ts'
import type { Taken } from '#contract/shelf-items.ts'
import type { Tx } from '#server/db/connection.ts'
import { notFound, refuse } from '#server/http/errors.ts'
import { findShelf, type Held, holdShelf, type OwnShelf } from './change-shelves.ts'

type OwnItem = OwnShelf & { itemId: string }
type Notes = { note?: string | undefined; privateNote?: string | undefined }
type Added = OwnShelf & { zineId: string }

export async function putOnShelf(tx: Tx, { zineId, ...own }: Added, sent: Notes & Place) {
  await holdZine(tx, zineId, own.ownerId)
  const shelf = await holdShelf(tx, own)
  const there = await findLine(tx, shelf.id, zineId)
  if (there) return { shelf, itemId: there }
  if (shelf.itemCount >= shelfItems) throw isFull()
  const { id } = await tx
    .insertInto('shelf_items')
    .values({
      shelf_id: shelf.id,
      zine_id: zineId,
      position: await positionFor(tx, shelf, sent),
      note: sent.note ?? '',
      private_note: sent.privateNote ?? '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await noteChange(tx, shelf.id, 1)
  return { shelf, itemId: id }
}

/** Does nothing if the zine is not on the shelf. Returns the shelf, and the removed item's notes and position. */
export const takeOffShelf = (tx: Tx, { zineId, ...own }: Added) =>
  remove(tx, own, { column: 'zine_id', value: zineId })

export const removeItem = (tx: Tx, { itemId, ...own }: OwnItem) =>
  remove(tx, own, { column: 'id', value: itemId })

async function remove(tx: Tx, own: OwnShelf, { column, value }: { column: 'id' | 'zine_id'; value: string }) {
  const shelf = await findShelf(tx, own)
  if (!shelf && own.shelfId === 'to-read') return {}
  if (!shelf) throw notFound('shelf')
  const taken = await tx
    .deleteFrom('shelf_items as line')
    .where('line.shelf_id', '=', shelf.id)
    .where(`line.${column}`, '=', value)
    .returning(['line.note', 'line.private_note as privateNote', lineBefore.as('after')])
    .executeTakeFirst()
  if (taken) await noteChange(tx, shelf.id, -1)
  return { shelf, taken }
}

/** The item directly before, including hidden ones; null for the first item. */
const lineBefore = sql<Taken['after']>`(
  select id from shelf_items where shelf_id = line.shelf_id and position < line.position order by position desc limit 1)`

export async function annotateItem(tx: Tx, { itemId, ...own }: OwnItem, { note, privateNote }: Notes) {
  const shelf = await holdShelf(tx, own)
  await changeItem(
    tx,
    { shelfId: shelf.id, itemId },
    {
      note: sql<string>`coalesce(${note ?? null}, note)`,
      private_note: sql<string>`coalesce(${privateNote ?? null}, private_note)`,
    },
  )
  return shelf
}

/** Moves an item next to another one. The shelf's lock serialises moves, so that all see one order. */
export async function moveItem(tx: Tx, { itemId, ...own }: OwnItem, place: Place) {
  const shelf = await holdShelf(tx, own)
  if (itemId === (place.before ?? place.after)) return shelf
  const position = await positionAt(tx, shelf.id, place, itemId)
  if (position === undefined) throw noItem()
  await changeItem(tx, { shelfId: shelf.id, itemId }, { position })
  return shelf
}

type Changed = { position: string } | { note: RawBuilder<string>; private_note: RawBuilder<string> }

async function changeItem(
  tx: Tx,
  { shelfId, itemId }: { shelfId: string; itemId: string },
  changed: Changed,
) {
  const { numUpdatedRows } = await tx
    .updateTable('shelf_items')
    .set(changed)
    .where('id', '=', itemId)
    .where('shelf_id', '=', shelfId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw noItem()
  await noteChange(tx, shelfId, 0)
}

/** To read starts with the newest item, where its owner looks first. Other shelves grow at the end. */
async function positionFor(tx: Tx, { id, isToRead }: Held, { before, after }: Place) {
  const asked = before !== undefined || after !== undefined
  const position = asked ? await positionAt(tx, id, { before, after }) : undefined
  // If the neighbouring item no longer exists, the zine is added at the default position.
  return position ?? ((await positionAt(tx, id, isToRead ? { after: null } : { before: null })) as string)
}

/** Like a hidden zine, a zine whose creator blocked this member is not found, because the member's shelves may be public. */
async function holdZine(tx: Tx, zineId: string, memberId: string) {
  const { rows } = await sql<{ blocksThem: boolean; isBlocked: boolean }>`
    select exists (select from blocks where member_id = z.creator_id and creator_id = ${memberId}) as "blocksThem",
      exists (select from blocks where member_id = ${memberId} and creator_id = z.creator_id) as "isBlocked"
    from zines z where id = ${zineId} and exists (select from zine_stats where zine_id = z.id) for key share`.execute(
    tx,
  )
  const [zine] = rows
  if (!zine || zine.blocksThem) throw notFound('zine')
  if (zine.isBlocked)
    throw refuse('invalid_request', 'You blocked this creator. Unblock them to put their zines on a shelf.')
}

async function findLine(tx: Tx, shelfId: string, zineId: string) {
  const line = await tx
    .selectFrom('shelf_items')
    .select('id')
    .where('shelf_id', '=', shelfId)
    .where('zine_id', '=', zineId)
    .executeTakeFirst()
  return line?.id
}

const noteChange = (tx: Tx, shelfId: string, more: -1 | 0 | 1) =>
  tx
    .updateTable('shelves')
    .set((eb) => ({ item_count: eb('item_count', '+', more), updated_at: sql<Date>`clock_timestamp()` }))
    .where('id', '=', shelfId)
    .execute()

const noItem = () => refuse('not_found', 'This is no longer on the shelf.')
const isFull = () =>
  refuse(
    'quota_reached',
    `This shelf has ${shelfItems} zines, the maximum. Remove one or create another shelf.`,
  )

/** A position next to another item. `before: null` is the end of the shelf, `after: null` the beginning. */
type Place = { before?: string | null | undefined; after?: string | null | undefined }

/** Repeated inserts into the same gap make keys longer. Beyond this length the shelf gets new keys. */
const longestKey = 60

/** A key between the given item and its neighbour, even a hidden one. Undefined if the item is not on the shelf. */
async function positionAt(tx: Tx, shelfId: string, { before, after }: Place, moving?: string) {
  const [low, high] = (await gap(tx, { shelfId, before, after, moving })) ?? []
  if (low === undefined || high === undefined) return undefined
  const position = generateKeyBetween(low, high)
  if (position.length <= longestKey) return position
  await giveNewPositions(tx, shelfId)
  return positionAt(tx, shelfId, { before, after }, moving)
}

type Gap = Place & { shelfId: string; moving: string | undefined }

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
    from unnest(${ids}::uuid[], ${generateNKeysBetween(null, null, ids.length)}::text[]) fresh (id, position)
    where shelf_items.id = fresh.id`.execute(tx)
}
