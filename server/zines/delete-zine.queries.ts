import type { Db, Tx } from '#server/db/connection.ts'
import { withdrawFromShelves } from '#server/db/shelf-lines.ts'
import { removeFreeMedia } from '#server/media/media.queries.ts'
import { forgetZines } from '#server/search/indexing.ts'
import { lockCreator } from './publish-zine.queries.ts'

/** Deletes the member's own zine and promises the removal of its files; false when there was nothing to delete. */
export async function deleteZine(tx: Tx, zineId: string, ownerId: string) {
  // A project may be told of it and of its next zine at once; whoever publishes that holds both in this order.
  await lockCreator(tx, ownerId)
  const zine = await tx
    .selectFrom('zines')
    .select('id')
    .where('id', '=', zineId)
    .where('creator_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  if (!zine) return false
  const pages = await tx
    .deleteFrom('zine_pages')
    .where('zine_id', '=', zineId)
    .returning('media_id as id')
    .execute()
  const covers = await tx
    .deleteFrom('zine_printings')
    .where('zine_id', '=', zineId)
    .returning('cover_media_id as id')
    .execute()
  await uncountZine(tx, zineId, ownerId)
  await withdrawFromShelves(tx, [zineId])
  await forgetZines(tx, [zineId])
  await tx.deleteFrom('zines').where('id', '=', zineId).execute()
  await removeFreeMedia(
    tx,
    [...pages, ...covers].flatMap(({ id }) => id ?? []),
  )
  return true
}

/** Without its counter a zine is shown nowhere. One that is hidden has none, and is not counted. */
export async function uncountZine(tx: Tx, zineId: string, creatorId: string) {
  const { numDeletedRows } = await tx
    .deleteFrom('zine_stats')
    .where('zine_id', '=', zineId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return
  await tx
    .updateTable('creator_stats')
    .set((eb) => ({ zine_count: eb('zine_count', '-', 1) }))
    .where('creator_id', '=', creatorId)
    .execute()
}

/** Whether visitors can see it: of what is hidden nobody is to learn that it is there, by a refusal neither. */
export async function isZineShown(db: Db | Tx, zineId: string) {
  const row = await db
    .selectFrom('zine_stats')
    .select('zine_id')
    .where('zine_id', '=', zineId)
    .executeTakeFirst()
  return row !== undefined
}
