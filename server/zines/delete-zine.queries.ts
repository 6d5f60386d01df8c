import type { Db, Tx } from '#server/db/connection.ts'
import { removeUnusedMedia } from '#server/media/media.queries.ts'
import { removeZinesFromIndex } from '#server/search/indexing.ts'
import { detachFromShelves } from '#server/shelves/remove-zines.ts'
import { lockCreator } from './publish-zine.queries.ts'

/** Deletes the member's own zine and enqueues the removal of its files. False if there was no such zine. */
export async function deleteZine(tx: Tx, zineId: string, ownerId: string) {
  // Deleting unlinks a project that may be publishing its next zine. Publishing uses the same lock order.
  await lockCreator(tx, ownerId)
  const zine = await tx
    .selectFrom('zines')
    .select('id')
    .where('id', '=', zineId)
    .where('creator_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst()
  if (!zine) return false
  const pages = await tx.deleteFrom('zine_pages').where('zine_id', '=', zineId).returning('media_id as id').execute()
  const pictures = await tx
    .deleteFrom('recipe_media')
    .where('zine_id', '=', zineId)
    .returning('media_id as id')
    .execute()
  const covers = await tx
    .deleteFrom('zine_printings')
    .where('zine_id', '=', zineId)
    .returning('cover_media_id as id')
    .execute()
  await uncountZine(tx, zineId, ownerId)
  await detachFromShelves(tx, [zineId])
  await removeZinesFromIndex(tx, [zineId])
  await tx.deleteFrom('zines').where('id', '=', zineId).execute()
  await removeUnusedMedia(
    tx,
    [...pages, ...pictures, ...covers].flatMap(({ id }) => id ?? []),
  )
  return true
}

/** A zine without a counter is visible nowhere. A hidden zine already has none and is not counted. */
export async function uncountZine(tx: Tx, zineId: string, creatorId: string) {
  const { numDeletedRows } = await tx.deleteFrom('zine_stats').where('zine_id', '=', zineId).executeTakeFirst()
  if (numDeletedRows === 0n) return
  await tx
    .updateTable('creator_stats')
    .set((eb) => ({ zine_count: eb('zine_count', '-', 1) }))
    .where('creator_id', '=', creatorId)
    .execute()
}

/** Whether visitors can see the zine. Not even an error may reveal that a hidden zine exists. */
export async function isZineVisible(db: Db | Tx, zineId: string) {
  const row = await db.selectFrom('zine_stats').select('zine_id').where('zine_id', '=', zineId).executeTakeFirst()
  return row !== undefined
}
