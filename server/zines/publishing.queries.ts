import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { enqueueJob } from '../db/jobs.ts'
import { forgetZines, indexZines } from '../search/indexing.ts'

/** Lets one publication of a member happen after the other, so that media cannot be taken twice. */
export const lockCreator = (tx: Tx, userId: string) =>
  tx
    .selectFrom('profiles')
    .select('user_id')
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Media the member uploaded and has not published, by content hash, oldest first; held against the sweep. */
export const listUnpublishedMedia = (tx: Tx, ownerId: string, hashes: string[]) =>
  tx
    .selectFrom('media')
    .select(['id', 'hash', 'kind'])
    .where('owner_id', '=', ownerId)
    .where('hash', 'in', hashes)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('zine_pages').select('media_id').whereRef('media_id', '=', 'media.id'))),
    )
    .forKeyShare()
    .orderBy('id')
    .execute()

export const listOwnHashes = (tx: Tx, ownerId: string, hashes: string[]) =>
  tx
    .selectFrom('media')
    .select('hash')
    .distinct()
    .where('owner_id', '=', ownerId)
    .where('hash', 'in', hashes)
    .execute()

/** The member's zine of this title that has exactly these media in this order, if there is one. */
export async function findSameZine(
  tx: Tx,
  ownerId: string,
  { title, hashes }: { title: string; hashes: string[] },
) {
  const { rows } = await sql<{ id: string }>`
    select z.id from zines z
    where z.creator_id = ${ownerId} and z.title = ${title} and z.created_at > now() - interval '1 day'
      and (select array_agg(m.hash order by zp.position) from zine_pages zp join media m on m.id = zp.media_id
           where zp.zine_id = z.id) = ${hashes}::text[]
    order by z.id desc limit 1`.execute(tx)
  return rows[0]?.id
}

export type NewZine = {
  creatorId: string
  title: string
  description: string | null
  aspectRatio: '1:1' | '4:5' | '9:16'
  pages: { mediaId: string; altText: string }[]
}

/** Writes a zine with its pages, its counters and what it is found by. */
export async function insertZine(tx: Tx, zine: NewZine) {
  const { id } = await tx
    .insertInto('zines')
    .values({
      creator_id: zine.creatorId,
      title: zine.title,
      description: zine.description,
      aspect_ratio: zine.aspectRatio,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('zine_pages')
    .values(
      zine.pages.map((page, position) => ({
        zine_id: id,
        position,
        media_id: page.mediaId,
        alt_text: page.altText,
      })),
    )
    .execute()
  await tx.insertInto('zine_stats').values({ zine_id: id }).execute()
  await countZines(tx, zine.creatorId, 1)
  await indexZines(tx, [id])
  return id
}

/** Deletes the member's own zine and promises the removal of its files; false when there was nothing to delete. */
export async function removeZine(tx: Tx, zineId: string, ownerId: string) {
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
  await countZines(tx, ownerId, -1)
  await forgetZines(tx, [zineId])
  await tx.deleteFrom('zines').where('id', '=', zineId).execute()
  await removeMedia(
    tx,
    pages.map((page) => page.media_id),
  )
  return true
}

async function removeMedia(tx: Tx, mediaIds: string[]) {
  if (mediaIds.length === 0) return
  const removed = await tx.deleteFrom('media').where('id', 'in', mediaIds).returning('hash').execute()
  await enqueueJob(tx, 'remove-media-files', { hashes: removed.map((media) => media.hash) })
}

const countZines = (tx: Tx, creatorId: string, change: 1 | -1) =>
  tx
    .updateTable('creator_stats')
    .set((eb) => ({ zine_count: eb('zine_count', '+', change) }))
    .where('creator_id', '=', creatorId)
    .execute()

export async function zineExists(tx: Tx, zineId: string) {
  const row = await tx.selectFrom('zines').select('id').where('id', '=', zineId).executeTakeFirst()
  return row !== undefined
}
