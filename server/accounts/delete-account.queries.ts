import { sql } from 'kysely'
import { dropPending } from '#server/auth/sessions/sessions.queries.ts'
import type { Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { forgetCreator } from '#server/search/indexing.ts'

/**
 * Holds an account still: from here on nothing new can be theirs, and what was under way has ended. Profile, zines,
 * user is the order in which everything else locks; deletions wait for each other, as each touches many rows.
 */
export async function lockAccount(tx: Tx, userId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended('delete-account', 7))`.execute(tx)
  await sql`select 1 from profiles where user_id = ${userId} for update`.execute(tx)
  await sql`select 1 from zines where creator_id = ${userId} order by id for update`.execute(tx)
  return tx.selectFrom('users').select('username').where('id', '=', userId).forUpdate().executeTakeFirst()
}

/** Removes a locked account with everything in it; what others keep of theirs stays exact. */
export async function removeAccount(tx: Tx, userId: string) {
  await takeBackFavorites(tx, userId)
  await takeBackFollows(tx, userId)
  await forget(tx, userId)
  const picture = await findPicture(tx, userId)
  const hashes = await removeMedia(tx, userId)
  await dropPending(tx, userId)
  await tx.deleteFrom('users').where('id', '=', userId).execute()
  await promiseRemoval(tx, new Set(picture ? [...hashes, picture] : hashes))
}

/** Zines first, in the order in which deleting and favoriting them lock. */
async function takeBackFavorites(tx: Tx, userId: string) {
  await sql`
    select 1 from zines where id in (select zine_id from favorites where user_id = ${userId})
    order by id for key share`.execute(tx)
  await sql`
    with removed as (delete from favorites where user_id = ${userId} returning zine_id)
    update zine_stats set favorite_count = favorite_count - 1
    from removed where zine_stats.zine_id = removed.zine_id`.execute(tx)
}

async function takeBackFollows(tx: Tx, userId: string) {
  await sql`
    select 1 from profiles where user_id in (select creator_id from follows where follower_id = ${userId})
    order by user_id for key share`.execute(tx)
  await sql`
    with removed as (delete from follows where follower_id = ${userId} returning creator_id)
    update creator_stats set follower_count = follower_count - 1
    from removed where creator_stats.creator_id = removed.creator_id`.execute(tx)
}

async function forget(tx: Tx, userId: string) {
  const zines = await tx.selectFrom('zines').select('id').where('creator_id', '=', userId).execute()
  await forgetCreator(
    tx,
    userId,
    zines.map(({ id }) => id),
  )
}

async function findPicture(tx: Tx, userId: string) {
  const profile = await tx
    .selectFrom('profiles')
    .select('picture_url')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return /^\/media\/([0-9a-f]{32})-/.exec(profile?.picture_url ?? '')?.[1]
}

/** Pages keep their media from being deleted, so they go first. */
async function removeMedia(tx: Tx, userId: string) {
  await sql`
    delete from zine_pages where zine_id in (select id from zines where creator_id = ${userId})`.execute(tx)
  await tx.deleteFrom('zines').where('creator_id', '=', userId).execute()
  const removed = await tx.deleteFrom('media').where('owner_id', '=', userId).returning('hash').execute()
  return removed.map(({ hash }) => hash)
}

async function promiseRemoval(tx: Tx, unique: Set<string>) {
  const hashes = [...unique]
  for (let done = 0; done < hashes.length; done += 500)
    await enqueueJob(tx, 'remove-media-files', { hashes: hashes.slice(done, done + 500) })
}
