import { msg, plural } from '@lingui/core/runtime-macro'
import { sql } from 'kysely'
import { memberShelves } from '#contract/limits.ts'
import type { Shelf, Visibility } from '#contract/shelves.ts'
import { assertCanPublish } from '#server/auth/sign-ups/may-publish.ts'
import type { Config } from '#server/config/config.ts'
import type { Tx } from '#server/db/connection.ts'
import { apiError, changedElsewhere, notFound, notSignedIn } from '#server/http/errors.ts'
import { shelfFields, withOwner } from './shelf-json.ts'

type Publishing = Pick<Config, 'confirmBeforePublishing'>
type ShelfFields = { title: string; about: string; visibility: Visibility }
type NewShelf = ShelfFields & { ownerId: string; id: string | undefined }

export async function createShelf(tx: Tx, { ownerId, id, ...fields }: NewShelf, config: Publishing) {
  await lockOwner(tx, ownerId)
  if (id && (await findShelf(tx, { ownerId, shelfId: id }))) return id
  if (fields.visibility !== 'private') await assertCanPublish(tx, ownerId, config)
  await assertShelfQuota(tx, ownerId)
  const inserted = await tx
    .insertInto('shelves')
    .values({ ...(id && { id }), owner_id: ownerId, ...fields })
    // The id may belong to another member's shelf.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw apiError('invalid_request', 'A shelf cannot have this id. Please choose another.')
  return inserted.id
}

type Change = { [Field in keyof ShelfFields]?: ShelfFields[Field] | undefined } & {
  version?: number | undefined
}

/** Returns the shelf as it was before. An update without changes writes nothing, so clients can safely retry. */
export async function updateShelf(tx: Tx, ref: ShelfRef, { version, ...change }: Change, config: Publishing) {
  const locked = await lockShelf(tx, ref)
  if (locked.isToRead) throw apiError('invalid_request', msg`“To read” cannot be renamed and is always private.`)
  const shelf = await readLockedShelf(tx, locked.id)
  const fields = { ...pickFields(shelf), ...withoutAbsent(change) }
  if (isUnchanged(fields, shelf)) return locked
  if (version !== undefined && version !== locked.version) throw changedElsewhere('shelf', shelf)
  if (fields.visibility !== 'private') await assertCanPublish(tx, ref.ownerId, config)
  await tx
    .updateTable('shelves')
    .set({ ...fields, version: locked.version + 1, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', locked.id)
    .execute()
  return locked
}

export async function deleteShelf(tx: Tx, ref: ShelfRef) {
  const locked = await findShelf(tx, ref)
  if (!locked) return undefined
  await tx.deleteFrom('shelves').where('id', '=', locked.id).execute()
  return locked
}

export async function readLockedShelf(tx: Tx, id: string) {
  const { rows } = await sql<{ shelf: Shelf }>`
    select json_build_object(${sql.raw(shelfFields())}) as shelf from shelves sh ${sql.raw(withOwner)}
    where sh.id = ${id}`.execute(tx)
  return rows[0]?.shelf as Shelf
}

const pickFields = ({ title, about, visibility }: Shelf): ShelfFields => ({ title, about, visibility })
const withoutAbsent = (change: Change) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<ShelfFields>
const isUnchanged = (fields: ShelfFields, shelf: Shelf) =>
  fields.title === shelf.title && fields.about === shelf.about && fields.visibility === shelf.visibility

/** Lock order: zine, owner, shelf, item. Deleting zines and accounts uses the same order. */

export type ShelfRef = { ownerId: string; shelfId: string }
export type LockedShelf = {
  id: string
  isToRead: boolean
  isPrivate: boolean
  itemCount: number
  version: number
}

/** Locks a shelf of the owner until the transaction ends. Creates To read if it does not exist yet. */
export async function lockShelf(tx: Tx, { ownerId, shelfId }: ShelfRef) {
  const shelf = shelfId === 'to-read' ? await lockToRead(tx, ownerId) : await findOwnShelf(tx, ownerId, shelfId)
  if (!shelf) throw notFound('shelf')
  return shelf
}

export const findShelf = (tx: Tx, { ownerId, shelfId }: ShelfRef) =>
  shelfId === 'to-read' ? findToRead(tx, ownerId) : findOwnShelf(tx, ownerId, shelfId)

const selectForUpdate = (tx: Tx, ownerId: string) =>
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

const findOwnShelf = (tx: Tx, ownerId: string, shelfId: string) =>
  selectForUpdate(tx, ownerId).where('id', '=', shelfId).$castTo<LockedShelf>().executeTakeFirst()

const findToRead = (tx: Tx, ownerId: string) =>
  selectForUpdate(tx, ownerId).where('is_to_read', '=', true).$castTo<LockedShelf>().executeTakeFirst()

async function lockToRead(tx: Tx, ownerId: string) {
  const existing = await findToRead(tx, ownerId)
  if (existing) return existing
  await lockOwner(tx, ownerId)
  await tx
    .insertInto('shelves')
    .values({ owner_id: ownerId, title: 'To read', is_to_read: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return findToRead(tx, ownerId)
}

/** Locks the owner while a shelf is created, so that parallel requests cannot exceed the limit. */
async function lockOwner(tx: Tx, ownerId: string) {
  const { rows } = await sql`select from users where id = ${ownerId} for no key update`.execute(tx)
  if (rows.length === 0) throw notSignedIn()
}

/** Does not count To read, which every member has. */
async function assertShelfQuota(tx: Tx, ownerId: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from shelves where owner_id = ${ownerId} and not is_to_read`.execute(tx)
  if ((rows[0]?.count ?? 0) < memberShelves) return
  throw apiError(
    'quota_reached',
    msg`You have ${plural({ shelves: memberShelves }, { one: '# shelf', other: '# shelves' })}, the maximum. Delete one to create another.`,
  )
}
