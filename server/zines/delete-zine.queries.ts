import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { forgetZines } from '#server/search/indexing.ts'

/** Deletes the member's own zine and promises the removal of its files; false when there was nothing to delete. */
export async function deleteZine(tx: Tx, zineId: string, ownerId: string) {
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
    .returning('media_id')
    .execute()
  await uncountZine(tx, ownerId)
  await forgetZines(tx, [zineId])
  await tx.deleteFrom('zines').where('id', '=', zineId).execute()
  await removeMedia(
    tx,
    pages.map((page) => page.media_id),
  )
  return true
}

/** The number of a creator’s zines goes with every zine that comes or goes. */
const uncountZine = (tx: Tx, creatorId: string) =>
  tx
    .updateTable('creator_stats')
    .set((eb) => ({ zine_count: eb('zine_count', '-', 1) }))
    .where('creator_id', '=', creatorId)
    .execute()

async function removeMedia(tx: Tx, mediaIds: string[]) {
  if (mediaIds.length === 0) return
  const removed = await tx.deleteFrom('media').where('id', 'in', mediaIds).returning('hash').execute()
  await enqueueJob(tx, 'remove-media-files', { hashes: removed.map((media) => media.hash) })
}

export async function zineExists(tx: Tx, zineId: string) {
  const row = await tx.selectFrom('zines').select('id').where('id', '=', zineId).executeTakeFirst()
  return row !== undefined
}
