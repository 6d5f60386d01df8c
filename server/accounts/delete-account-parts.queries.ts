import { sql } from 'kysely'
import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { withdrawFromShelves } from '#server/db/shelf-lines.ts'
import { removeFreeMedia } from '#server/media/media.queries.ts'
import { forgetZines } from '#server/search/indexing.ts'

/** Each function deletes at most `Most` rows of a kind (null: all) and returns the count. */
type Most = number | null

/** Deletes the member's favorites. Locks zines first, like favoriting and deleting a zine. */
export async function takeBackFavorites(tx: Tx, userId: string, most: Most = null) {
  const { rows } = await sql<{ id: string }>`
    select id from zines
    where id in (select zine_id from favorites where user_id = ${userId} order by zine_id limit ${most})
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
export async function takeBackFollows(tx: Tx, userId: string, most: Most = null) {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from profiles
    where user_id in (
      select creator_id from follows where follower_id = ${userId} order by creator_id limit ${most})
    order by user_id for key share`.execute(tx)
  const creators = rows.map(({ id }) => id)
  await sql`
    with removed as (
      delete from follows where follower_id = ${userId} and creator_id = any(${creators}::uuid[])
      returning creator_id
    ), held as materialized (
      select creator_id from creator_stats where creator_id in (select creator_id from removed)
      order by creator_id for no key update
    )
    update creator_stats set follower_count = follower_count - 1
    from held where creator_stats.creator_id = held.creator_id`.execute(tx)
  return creators.length
}

const pagesAtOnce = 1_000
const lettersAtOnce = 2_000_000

/** Deletes zines, pages, printings and media. Rows that reference media go first, as they block its deletion. */
export async function removeZines(tx: Tx, userId: string, most: Most = null) {
  const zines = await sql<{ id: string }>`
    select id from zines where id in (
      select id from (
        select id, sum(page_count + printing) over (order by id) - page_count - printing as before
        from (select * from zines where creator_id = ${userId} order by id limit ${most}) own
      ) counted
      where ${most}::int is null or before < ${pagesAtOnce}
    ) order by id for update`.execute(tx)
  const ids = zines.rows.map(({ id }) => id)
  // A concurrent index rebuild may have added them again.
  await forgetZines(tx, ids)
  const pages = await sql<{ media: string }>`
    delete from zine_pages where zine_id = any(${ids}::uuid[]) returning media_id as media`.execute(tx)
  const covers = await sql<{ media: string | null }>`
    delete from zine_printings where zine_id = any(${ids}::uuid[]) returning cover_media_id as media`.execute(
    tx,
  )
  const shown = [...pages.rows, ...covers.rows].map(({ media }) => media)
  await sql`delete from zines where id = any(${ids}::uuid[])`.execute(tx)
  const media = await sql<{ hash: string }>`
    delete from media where id = any(${shown}::uuid[]) returning hash`.execute(tx)
  await promiseRemoval(
    tx,
    media.rows.map(({ hash }) => hash),
  )
  return ids.length
}

export async function removeDrafts(tx: Tx, userId: string, most: Most = null) {
  const drafts = await sql<{ id: string }>`
    select id from drafts where owner_id = ${userId} order by id limit ${most} for update`.execute(tx)
  const ids = drafts.rows.map(({ id }) => id)
  const documents = await sql<{ id: string }>`
    select id from documents where draft_id = any(${ids}::uuid[]) order by id for update`.execute(tx)
  const media = await sql<{ id: string }>`
    select media_id as id from draft_media where draft_id = any(${ids}::uuid[])
    union select media_id from documents d join document_pages on document_id = d.id
    where draft_id = any(${ids}::uuid[]) and media_id is not null`.execute(tx)
  await sql`delete from drafts where id = any(${ids}::uuid[])`.execute(tx)
  await removeFreeMedia(
    tx,
    media.rows.map(({ id }) => id),
  )
  const pdfs = documents.rows.map(({ id }) => id)
  if (pdfs.length > 0) await enqueueJob(tx, 'remove-pdf-files', { ownerId: userId, ids: pdfs })
  return ids.length
}

export async function promiseRemoval(tx: Tx, some: string[]) {
  const hashes = [...new Set(some)]
  for (let done = 0; done < hashes.length; done += 500)
    await enqueueJob(tx, 'remove-media-files', { hashes: hashes.slice(done, done + 500) })
}

export async function forgetSomeZines(tx: Tx, userId: string, most: number) {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, sum(letters) over (order by id) - letters as before
      from (
        select id, length(document) as letters from zines join zine_search on zine_id = id
        where creator_id = ${userId} order by id limit ${most}
      ) own
    ) counted
    where before < ${lettersAtOnce} order by id`.execute(tx)
  await forgetZines(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.length
}

/** Deletes favorites of hidden zines, which no counter includes. */
export const removeFavoritesReceived = (tx: Tx, userId: string, most: number) =>
  count(
    sql`delete from favorites where (user_id, zine_id) in (
    select given.user_id, zine_id from zines join favorites given on zine_id = zines.id
    where creator_id = ${userId} limit ${most})`.execute(tx),
  )

export const removeFollowers = (tx: Tx, userId: string, most: number) =>
  count(
    sql`delete from follows where creator_id = ${userId} and follower_id in (
    select follower_id from follows where creator_id = ${userId} limit ${most})`.execute(tx),
  )

export const removeBlocks = (tx: Tx, userId: string, most: number) =>
  count(
    sql`delete from blocks where creator_id = ${userId} and member_id in (
    select member_id from blocks where creator_id = ${userId} limit ${most})`.execute(tx),
  )

export const removeShelves = (tx: Tx, userId: string, most: number) =>
  count(
    sql`with held as materialized (
      select id from shelves where owner_id = ${userId} order by id limit ${most} for update
    )
    delete from shelves where id in (select id from held)`.execute(tx),
  )

/** Locks the member's shelves and those that contain their zines, in the common lock order. */
export const holdShelves = (tx: Tx, userId: string) =>
  sql`
    select id from shelves where id in (
      select id from shelves where owner_id = ${userId}
      union select shelf_id from shelf_items join zines on zines.id = zine_id where creator_id = ${userId}
    ) order by id for update`.execute(tx)

/** One zine at a time, as it may be on many shelves. */
export async function withdrawZines(tx: Tx, userId: string, most: Most = null) {
  const { rows } = await sql<{ id: string }>`
    select id from zines z where creator_id = ${userId} and exists (select from shelf_items where zine_id = z.id)
    order by id limit ${most}`.execute(tx)
  return withdrawFromShelves(
    tx,
    rows.map(({ id }) => id),
  )
}

export const removeFocusSessions = (tx: Tx, userId: string, most: number) =>
  count(
    sql`delete from focus_sessions where user_id = ${userId} and id in (
    select id from focus_sessions where user_id = ${userId} order by id limit ${most})`.execute(tx),
  )

export const removeVersions = (tx: Tx, userId: string, most: number) =>
  count(
    sql`delete from project_versions where (project_id, version) in (
    select project_id, v.version from projects join project_versions v on project_id = projects.id
    where user_id = ${userId} limit ${most})`.execute(tx),
  )

const count = async (done: Promise<{ numAffectedRows?: bigint }>) => Number((await done).numAffectedRows ?? 0)
