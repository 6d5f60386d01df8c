import { sql } from 'kysely'
import { memberShelves } from '#contract/limits.ts'
import type { Shelf, Visibility } from '#contract/shelves.ts'
import { assertMayPublish } from '#server/auth/sign-ups/may-publish.ts'
import type { Config } from '#server/config/config.ts'
import type { Tx } from '#server/db/connection.ts'
import { notFound, notSignedIn, Refusal, refuse } from '#server/http/errors.ts'
import { shelfFields, withOwner } from './shelf-json.ts'

type Publishing = Pick<Config, 'confirmBeforePublishing'>
type Words = { title: string; about: string; visibility: Visibility }
type NewShelf = Words & { ownerId: string; id: string | undefined }

export async function createShelf(tx: Tx, { ownerId, id, ...words }: NewShelf, config: Publishing) {
  await holdOwner(tx, ownerId)
  if (id && (await findShelf(tx, { ownerId, shelfId: id }))) return id
  if (words.visibility !== 'private') await assertMayPublish(tx, ownerId, config)
  await assertRoomForShelf(tx, ownerId)
  const inserted = await tx
    .insertInto('shelves')
    .values({ ...(id && { id }), owner_id: ownerId, ...words })
    // The id may belong to another member's shelf.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw refuse('invalid_request', 'A shelf cannot have this id. Please choose another.')
  return inserted.id
}

type Change = { [Word in keyof Words]?: Words[Word] | undefined } & { version?: number | undefined }

/** Returns the shelf as it was before. An update without changes writes nothing, so clients can safely retry. */
export async function updateShelf(tx: Tx, own: OwnShelf, { version, ...change }: Change, config: Publishing) {
  const held = await holdShelf(tx, own)
  if (held.isToRead) throw refuse('invalid_request', 'To read cannot be renamed and is always private.')
  const shelf = await readHeldShelf(tx, held.id)
  const words = { ...pickWords(shelf), ...withoutAbsent(change) }
  if (isSame(words, shelf)) return held
  if (version !== undefined && version !== held.version) throw changedElsewhere(shelf)
  if (words.visibility !== 'private') await assertMayPublish(tx, own.ownerId, config)
  await tx
    .updateTable('shelves')
    .set({ ...words, version: held.version + 1, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', held.id)
    .execute()
  return held
}

export async function deleteShelf(tx: Tx, own: OwnShelf) {
  const held = await findShelf(tx, own)
  if (!held) return undefined
  await tx.deleteFrom('shelves').where('id', '=', held.id).execute()
  return held
}

export async function readHeldShelf(tx: Tx, id: string) {
  const { rows } = await sql<{ shelf: Shelf }>`
    select json_build_object(${sql.raw(shelfFields())}) as shelf from shelves sh ${sql.raw(withOwner)}
    where sh.id = ${id}`.execute(tx)
  return rows[0]?.shelf as Shelf
}

const pickWords = ({ title, about, visibility }: Shelf): Words => ({ title, about, visibility })
const withoutAbsent = (change: Change) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<Words>
const isSame = (words: Words, shelf: Shelf) =>
  words.title === shelf.title && words.about === shelf.about && words.visibility === shelf.visibility

const changedElsewhere = (shelf: Shelf) =>
  new Refusal(
    'changed_elsewhere',
    'This shelf was changed somewhere else in the meantime. Nothing was overwritten.',
    { shelf },
  )

/** Lock order: zine, owner, shelf, item. Deleting zines and accounts uses the same order. */

export type OwnShelf = { ownerId: string; shelfId: string }
export type Held = {
  id: string
  isToRead: boolean
  isPrivate: boolean
  itemCount: number
  version: number
}

/** Locks a shelf of the owner until the transaction ends. Creates To read if it does not exist yet. */
export async function holdShelf(tx: Tx, { ownerId, shelfId }: OwnShelf) {
  const shelf = shelfId === 'to-read' ? await holdToRead(tx, ownerId) : await find(tx, ownerId, shelfId)
  if (!shelf) throw notFound('shelf')
  return shelf
}

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

/** Locks the owner while a shelf is created, so that parallel requests cannot exceed the limit. */
async function holdOwner(tx: Tx, ownerId: string) {
  const { rows } = await sql`select from users where id = ${ownerId} for no key update`.execute(tx)
  if (rows.length === 0) throw notSignedIn()
}

/** Does not count To read, which every member has. */
async function assertRoomForShelf(tx: Tx, ownerId: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from shelves where owner_id = ${ownerId} and not is_to_read`.execute(tx)
  if ((rows[0]?.count ?? 0) < memberShelves) return
  throw refuse(
    'quota_reached',
    `You have ${memberShelves} shelves, the maximum. Delete one to create another.`,
  )
}
