import { sql } from 'kysely'
import type { Shelf, Visibility } from '#contract/shelves.ts'
import { assertMayPublish } from '#server/auth/sign-ups/may-publish.ts'
import type { Config } from '#server/config/config.ts'
import type { Tx } from '#server/db/connection.ts'
import { Refusal, refuse } from '#server/http/errors.ts'
import { assertRoomForShelf, findShelf, holdOwner, holdShelf, type OwnShelf } from './hold-shelf.ts'
import { shelfFields, withOwner } from './shelf-json.ts'

type Publishing = Pick<Config, 'confirmBeforePublishing'>
type Words = { title: string; about: string; visibility: Visibility }
type NewShelf = Words & { ownerId: string; id: string | undefined }

/** The id of the new shelf; of the one there is, when it was begun under this id already. */
export async function createShelf(tx: Tx, { ownerId, id, ...words }: NewShelf, config: Publishing) {
  await holdOwner(tx, ownerId)
  if (id && (await findShelf(tx, { ownerId, shelfId: id }))) return id
  if (words.visibility !== 'private') await assertMayPublish(tx, ownerId, config)
  await assertRoomForShelf(tx, ownerId)
  const inserted = await tx
    .insertInto('shelves')
    .values({ ...(id && { id }), owner_id: ownerId, ...words })
    // Another member's.
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw refuse('invalid_request', 'A shelf cannot have this id. Please choose another.')
  return inserted.id
}

type Change = { [Word in keyof Words]?: Words[Word] | undefined } & { version?: number | undefined }

/** Writes what is new of it, and answers how it was before. What is there already is not written again, so an update can be sent again. */
export async function updateShelf(tx: Tx, own: OwnShelf, { version, ...change }: Change, config: Publishing) {
  const held = await holdShelf(tx, own)
  if (held.isToRead) throw refuse('invalid_request', 'To read stays as it is: private, and called so.')
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

/** The shelf as it was; undefined when there was nothing to delete. */
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
