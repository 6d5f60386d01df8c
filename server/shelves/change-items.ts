import { msg, plural } from '@lingui/core/runtime-macro'
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { type RawBuilder, sql } from 'kysely'
import { shelfItems } from '#contract/limits.ts'
import type { RemovedShelfItem } from '#contract/shelf-items.ts'
import type { Tx } from '#server/db/connection.ts'
import { apiError, notFound } from '#server/http/errors.ts'
import { findShelf, type LockedShelf, lockShelf, type ShelfRef } from './change-shelves.ts'

type ShelfItemRef = ShelfRef & { itemId: string }
type Notes = { note?: string | undefined; privateNote?: string | undefined }
type AddItemInput = ShelfRef & { zineId: string }

export async function putOnShelf(tx: Tx, { zineId, ...ref }: AddItemInput, options: Notes & PositionInput) {
  await lockZine(tx, zineId, ref.ownerId)
  const shelf = await lockShelf(tx, ref)
  const existingId = await findItem(tx, shelf.id, zineId)
  if (existingId) return { shelf, itemId: existingId }
  if (shelf.itemCount >= shelfItems) throw shelfFullError()
  const { id } = await tx
    .insertInto('shelf_items')
    .values({
      shelf_id: shelf.id,
      zine_id: zineId,
      position: await positionFor(tx, shelf, options),
      note: options.note ?? '',
      private_note: options.privateNote ?? '',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordChange(tx, shelf.id, 1)
  return { shelf, itemId: id }
}

/** Does nothing if the zine is not on the shelf. Returns the shelf, and the removed item's notes and position. */
export const takeOffShelf = (tx: Tx, { zineId, ...ref }: AddItemInput) =>
  removeItemWhere(tx, ref, { column: 'zine_id', value: zineId })

export const removeItem = (tx: Tx, { itemId, ...ref }: ShelfItemRef) =>
  removeItemWhere(tx, ref, { column: 'id', value: itemId })

async function removeItemWhere(tx: Tx, ref: ShelfRef, { column, value }: { column: 'id' | 'zine_id'; value: string }) {
  const shelf = await findShelf(tx, ref)
  if (!shelf && ref.shelfId === 'to-read') return {}
  if (!shelf) throw notFound('shelf')
  const taken = await tx
    .deleteFrom('shelf_items as line')
    .where('line.shelf_id', '=', shelf.id)
    .where(`line.${column}`, '=', value)
    .returning(['line.note', 'line.private_note as privateNote', itemBefore.as('after')])
    .executeTakeFirst()
  if (taken) await recordChange(tx, shelf.id, -1)
  return { shelf, taken }
}

/** The item directly before, including hidden ones; null for the first item. */
const itemBefore = sql<RemovedShelfItem['after']>`(
  select id from shelf_items where shelf_id = line.shelf_id and position < line.position order by position desc limit 1)`

export async function annotateItem(tx: Tx, { itemId, ...ref }: ShelfItemRef, { note, privateNote }: Notes) {
  const shelf = await lockShelf(tx, ref)
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
export async function moveItem(tx: Tx, { itemId, ...ref }: ShelfItemRef, positionInput: PositionInput) {
  const shelf = await lockShelf(tx, ref)
  if (itemId === (positionInput.before ?? positionInput.after)) return shelf
  const position = await positionAt(tx, shelf.id, positionInput, itemId)
  if (position === undefined) throw itemNotFoundError()
  await changeItem(tx, { shelfId: shelf.id, itemId }, { position })
  return shelf
}

type Changed = { position: string } | { note: RawBuilder<string>; private_note: RawBuilder<string> }

async function changeItem(tx: Tx, { shelfId, itemId }: { shelfId: string; itemId: string }, changed: Changed) {
  const { numUpdatedRows } = await tx
    .updateTable('shelf_items')
    .set(changed)
    .where('id', '=', itemId)
    .where('shelf_id', '=', shelfId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw itemNotFoundError()
  await recordChange(tx, shelfId, 0)
}

/** To read starts with the newest item, where its owner looks first. Other shelves grow at the end. */
async function positionFor(tx: Tx, { id, isToRead }: LockedShelf, { before, after }: PositionInput) {
  const hasPosition = before !== undefined || after !== undefined
  const position = hasPosition ? await positionAt(tx, id, { before, after }) : undefined
  // If the neighbouring item no longer exists, the zine is added at the default position.
  return position ?? ((await positionAt(tx, id, isToRead ? { after: null } : { before: null })) as string)
}

/** Like a hidden zine, a zine whose creator blocked this member is not found, because the member's shelves may be public. */
async function lockZine(tx: Tx, zineId: string, memberId: string) {
  const { rows } = await sql<{ blocksThem: boolean; isBlocked: boolean }>`
    select exists (select from blocks where member_id = z.creator_id and creator_id = ${memberId}) as "blocksThem",
      exists (select from blocks where member_id = ${memberId} and creator_id = z.creator_id) as "isBlocked"
    from zines z where id = ${zineId} and exists (select from zine_stats where zine_id = z.id) for key share`.execute(
    tx,
  )
  const [zine] = rows
  if (!zine || zine.blocksThem) throw notFound('zine')
  if (zine.isBlocked)
    throw apiError('invalid_request', msg`You blocked this creator. Unblock them to put their zines on a shelf.`)
}

async function findItem(tx: Tx, shelfId: string, zineId: string) {
  const line = await tx
    .selectFrom('shelf_items')
    .select('id')
    .where('shelf_id', '=', shelfId)
    .where('zine_id', '=', zineId)
    .executeTakeFirst()
  return line?.id
}

const recordChange = (tx: Tx, shelfId: string, delta: -1 | 0 | 1) =>
  tx
    .updateTable('shelves')
    .set((eb) => ({ item_count: eb('item_count', '+', delta), updated_at: sql<Date>`clock_timestamp()` }))
    .where('id', '=', shelfId)
    .execute()

const itemNotFoundError = () => apiError('not_found', msg`This is no longer on the shelf.`)
const shelfFullError = () =>
  apiError(
    'quota_reached',
    msg`This shelf has ${plural({ zines: shelfItems }, { one: '# zine', other: '# zines' })}, the maximum. Remove one or create another shelf.`,
  )

/** A position next to another item. `before: null` is the end of the shelf, `after: null` the beginning. */
type PositionInput = { before?: string | null | undefined; after?: string | null | undefined }

/** Repeated inserts into the same gap make keys longer. Beyond this length the shelf gets new keys. */
const maxKeyLength = 60

/** A key between the given item and its neighbour, even a hidden one. Undefined if the item is not on the shelf. */
async function positionAt(tx: Tx, shelfId: string, { before, after }: PositionInput, moving?: string) {
  const [low, high] = (await findGap(tx, { shelfId, before, after, moving })) ?? []
  if (low === undefined || high === undefined) return undefined
  const position = generateKeyBetween(low, high)
  if (position.length <= maxKeyLength) return position
  await reassignPositions(tx, shelfId)
  return positionAt(tx, shelfId, { before, after }, moving)
}

type Gap = PositionInput & { shelfId: string; moving: string | undefined }

async function findGap(tx: Tx, { shelfId, before, after, moving }: Gap) {
  const otherItems = sql`from shelf_items where shelf_id = ${shelfId} and id is distinct from ${moving ?? null}::uuid`
  const lowest = async (above: string | null) => {
    const from = above === null ? sql`` : sql`and position > ${above}`
    return findPosition(tx, sql`select min(position) as position ${otherItems} ${from}`)
  }
  const highest = async (below: string | null) => {
    const from = below === null ? sql`` : sql`and position < ${below}`
    return findPosition(tx, sql`select max(position) as position ${otherItems} ${from}`)
  }
  const neighbourId = before ?? after
  const neighbourPosition = neighbourId
    ? await findPosition(tx, sql`select min(position) as position ${otherItems} and id = ${neighbourId}`)
    : null
  if (neighbourId && neighbourPosition === null) return undefined
  return before === undefined
    ? [neighbourPosition, await lowest(neighbourPosition)]
    : [await highest(neighbourPosition), neighbourPosition]
}

async function findPosition(tx: Tx, query: ReturnType<typeof sql>) {
  const { rows } = await query.execute(tx)
  return (rows[0] as { position: string | null } | undefined)?.position ?? null
}

async function reassignPositions(tx: Tx, shelfId: string) {
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
