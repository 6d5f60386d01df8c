import { sql } from 'kysely'
import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { removeUnusedMedia } from '#server/media/media.queries.ts'
import { removeZinesFromIndex } from '#server/search/indexing.ts'
import { detachFromShelves } from '#server/shelves/remove-zines.ts'

/** Each function deletes at most `RowLimit` rows of a kind (null: all) and returns the count. */
type RowLimit = number | null

/** Deletes the member's favorites. Locks zines first, like favoriting and deleting a zine. */
export async function removeOwnFavorites(tx: Tx, userId: string, limit: RowLimit = null) {
  const { rows } = await sql<{ id: string }>`
    select id from zines
    where id in (select zine_id from favorites where user_id = ${userId} order by zine_id limit ${limit})
    order by id for key share`.execute(tx)
  const zines = rows.map(({ id }) => id)
  await sql`
    with removed as (
      delete from favorites where user_id = ${userId} and zine_id = any(${zines}::uuid[]) returning zine_id
    )
    update zine_stats set favorite_count = favorite_count - 1
    from removed where zine_stats.zine_id = removed.zine_id`.execute(tx)
  return zines.length
}

/** Locks counters in the same order as a block between two members. */
export async function removeOwnFollows(tx: Tx, userId: string, limit: RowLimit = null) {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from profiles
    where user_id in (
      select creator_id from follows where follower_id = ${userId} order by creator_id limit ${limit})
    order by user_id for key share`.execute(tx)
  const creators = rows.map(({ id }) => id)
  await sql`
    with removed as (
      delete from follows where follower_id = ${userId} and creator_id = any(${creators}::uuid[])
      returning creator_id
    ), locked as materialized (
      select creator_id from creator_stats where creator_id in (select creator_id from removed)
      order by creator_id for no key update
    )
    update creator_stats set follower_count = follower_count - 1
    from locked where creator_stats.creator_id = locked.creator_id`.execute(tx)
  return creators.length
}

const maxPagesPerStep = 1_000
const maxCharactersPerStep = 2_000_000

/** Deletes zines, pages, printings and media. Rows that reference media go first, as they block its deletion. */
export async function removeZines(tx: Tx, userId: string, limit: RowLimit = null) {
  const zines = await sql<{ id: string }>`
    select id from zines where id in (
      select id from (
        select id, sum(page_count + printing) over (order by id) - page_count - printing as before
        from (select * from zines where creator_id = ${userId} order by id limit ${limit}) own
      ) counted
      where ${limit}::int is null or before < ${maxPagesPerStep}
    ) order by id for update`.execute(tx)
  const ids = zines.rows.map(({ id }) => id)
  // A concurrent index rebuild may have added them again.
  await removeZinesFromIndex(tx, ids)
  const pages = await sql<{ media: string }>`
    delete from zine_pages where zine_id = any(${ids}::uuid[]) returning media_id as media`.execute(tx)
  const pictures = await sql<{ media: string }>`
    delete from recipe_media where zine_id = any(${ids}::uuid[]) returning media_id as media`.execute(tx)
  const covers = await sql<{ media: string | null }>`
    delete from zine_printings where zine_id = any(${ids}::uuid[]) returning cover_media_id as media`.execute(tx)
  const mediaIds = [...pages.rows, ...pictures.rows, ...covers.rows].map(({ media }) => media)
  await sql`delete from zines where id = any(${ids}::uuid[])`.execute(tx)
  const media = await sql<{ hash: string }>`
    delete from media where id = any(${mediaIds}::uuid[]) returning hash`.execute(tx)
  await enqueueFileRemoval(
    tx,
    media.rows.map(({ hash }) => hash),
  )
  return ids.length
}

export async function removeDrafts(tx: Tx, userId: string, limit: RowLimit = null) {
  const drafts = await sql<{ id: string }>`
    select id from drafts where owner_id = ${userId} order by id limit ${limit} for update`.execute(tx)
  const ids = drafts.rows.map(({ id }) => id)
  const documents = await sql<{ id: string }>`
    select id from documents where draft_id = any(${ids}::uuid[]) order by id for update`.execute(tx)
  const media = await sql<{ id: string }>`
    select media_id as id from draft_media where draft_id = any(${ids}::uuid[])
    union select media_id from documents d join document_pages on document_id = d.id
    where draft_id = any(${ids}::uuid[]) and media_id is not null`.execute(tx)
  await sql`delete from drafts where id = any(${ids}::uuid[])`.execute(tx)
  await removeUnusedMedia(
    tx,
    media.rows.map(({ id }) => id),
  )
  const pdfs = documents.rows.map(({ id }) => id)
  if (pdfs.length > 0) await enqueueJob(tx, 'remove-pdf-files', { ownerId: userId, ids: pdfs })
  return ids.length
}

export async function enqueueFileRemoval(tx: Tx, duplicatedHashes: string[]) {
  const hashes = [...new Set(duplicatedHashes)]
  for (let first = 0; first < hashes.length; first += 500)
    await enqueueJob(tx, 'remove-media-files', { hashes: hashes.slice(first, first + 500) })
}

export async function removeCreatorZinesFromIndex(tx: Tx, userId: string, limit: number) {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, sum(characters) over (order by id) - characters as before
      from (
        select id, length(document) as characters from zines join zine_search on zine_id = id
        where creator_id = ${userId} order by id limit ${limit}
      ) own
    ) counted
    where before < ${maxCharactersPerStep} order by id`.execute(tx)
  await removeZinesFromIndex(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/** Deletes favorites of hidden zines, which no counter includes. */
export const removeReceivedFavorites = (tx: Tx, userId: string, limit: number) =>
  affectedRows(
    sql`delete from favorites where (user_id, zine_id) in (
    select received.user_id, zine_id from zines join favorites received on zine_id = zines.id
    where creator_id = ${userId} limit ${limit})`.execute(tx),
  )

export const removeFollowers = (tx: Tx, userId: string, limit: number) =>
  affectedRows(
    sql`delete from follows where creator_id = ${userId} and follower_id in (
    select follower_id from follows where creator_id = ${userId} limit ${limit})`.execute(tx),
  )

export const removeBlocks = (tx: Tx, userId: string, limit: number) =>
  affectedRows(
    sql`delete from blocks where creator_id = ${userId} and member_id in (
    select member_id from blocks where creator_id = ${userId} limit ${limit})`.execute(tx),
  )

export const removeShelves = (tx: Tx, userId: string, limit: number) =>
  affectedRows(
    sql`with locked as materialized (
      select id from shelves where owner_id = ${userId} order by id limit ${limit} for update
    )
    delete from shelves where id in (select id from locked)`.execute(tx),
  )

/** Locks the member's shelves and those that contain their zines, in the common lock order. */
export const lockShelves = (tx: Tx, userId: string) =>
  sql`
    select id from shelves where id in (
      select id from shelves where owner_id = ${userId}
      union select shelf_id from shelf_items join zines on zines.id = zine_id where creator_id = ${userId}
    ) order by id for update`.execute(tx)

/** One zine at a time, as it may be on many shelves. */
export async function removeZinesFromShelves(tx: Tx, userId: string, limit: RowLimit = null) {
  const { rows } = await sql<{ id: string }>`
    select id from zines z where creator_id = ${userId} and exists (select from shelf_items where zine_id = z.id)
    order by id limit ${limit}`.execute(tx)
  return detachFromShelves(
    tx,
    rows.map(({ id }) => id),
  )
}

export const removeFocusSessions = (tx: Tx, userId: string, limit: number) =>
  affectedRows(
    sql`delete from focus_sessions where user_id = ${userId} and id in (
    select id from focus_sessions where user_id = ${userId} order by id limit ${limit})`.execute(tx),
  )

export const removeProjectVersions = (tx: Tx, userId: string, limit: number) =>
  affectedRows(
    sql`delete from project_versions where (project_id, version) in (
    select project_id, v.version from projects join project_versions v on project_id = projects.id
    where user_id = ${userId} limit ${limit})`.execute(tx),
  )

const affectedRows = async (pending: Promise<{ numAffectedRows?: bigint }>) =>
  Number((await pending).numAffectedRows ?? 0)
