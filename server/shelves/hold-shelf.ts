import { sql } from 'kysely'
import { memberShelves } from '#contract/limits.ts'
import type { Tx } from '#server/db/connection.ts'
import { notFound, notSignedIn, refuse } from '#server/http/errors.ts'

/** Zine, owner, shelf, line: the order in which everything here locks, and what deletes zines and accounts. */

export type OwnShelf = { ownerId: string; shelfId: string }
export type Held = {
  id: string
  isToRead: boolean
  isPrivate: boolean
  itemCount: number
  version: number
}

/** A shelf of the owner's, held until the transaction ends. To read is made where it is not there yet. */
export async function holdShelf(tx: Tx, { ownerId, shelfId }: OwnShelf) {
  const shelf = shelfId === 'to-read' ? await holdToRead(tx, ownerId) : await find(tx, ownerId, shelfId)
  if (!shelf) throw notFound('shelf')
  return shelf
}

/** The same where there may be none. */
export const findShelf = (tx: Tx, { ownerId, shelfId }: OwnShelf) =>
  shelfId === 'to-read' ? findToRead(tx, ownerId) : find(tx, ownerId, shelfId)

const held = (tx: Tx, ownerId: string) =>
  tx
    .selectFrom('shelves')
    .select((eb) => [
      'id',
      'is_to_read as isToRead',
      eb('visibility', '=', 'private').as('isPrivate'),
      'item_count as itemCount',
      'version',
    ])
    .where('owner_id', '=', ownerId)
    .forNoKeyUpdate()

const find = (tx: Tx, ownerId: string, shelfId: string) =>
  held(tx, ownerId).where('id', '=', shelfId).$castTo<Held>().executeTakeFirst()

const findToRead = (tx: Tx, ownerId: string) =>
  held(tx, ownerId).where('is_to_read', '=', true).$castTo<Held>().executeTakeFirst()

async function holdToRead(tx: Tx, ownerId: string) {
  const there = await findToRead(tx, ownerId)
  if (there) return there
  await holdOwner(tx, ownerId)
  await tx
    .insertInto('shelves')
    .values({ owner_id: ownerId, title: 'To read', is_to_read: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return findToRead(tx, ownerId)
}

/** Whoever begins a shelf holds its owner, so that nobody gets past the bound with many at once. */
export async function holdOwner(tx: Tx, ownerId: string) {
  const { rows } = await sql`select from users where id = ${ownerId} for no key update`.execute(tx)
  if (rows.length === 0) throw notSignedIn()
}

/** To read does not count: everybody has one. */
export async function assertRoomForShelf(tx: Tx, ownerId: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from shelves where owner_id = ${ownerId} and not is_to_read`.execute(tx)
  if ((rows[0]?.count ?? 0) < memberShelves) return
  throw refuse(
    'quota_reached',
    `You have ${memberShelves} shelves, which is all there can be. Delete one to begin another.`,
  )
}
