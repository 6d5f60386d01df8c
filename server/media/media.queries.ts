import { msg } from '@lingui/core/runtime-macro'
import { type Selectable, sql } from 'kysely'
import type pg from 'pg'
import { imageAddress, imageWidths } from '#contract/media-address.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import type { Schema } from '#server/db/schema.ts'
import { apiError } from '#server/http/errors.ts'
import type { Decoded } from './decode/decode-task.ts'
import { nameOfContent, readMediaKey } from './media-name.ts'
import { type MediaStorage, printSuffix } from './storage/storage.ts'

export type Media = Selectable<Schema['media']>

/** SQL: no page, recipe, printing, draft or PDF uses a row of `media`. Each row is used in one zine or draft at most. */
export const isMediaUnused = (media: string) => `(
  not exists (select from zine_pages where media_id = ${media}.id)
  and not exists (select from recipe_media where media_id = ${media}.id)
  and not exists (select from zine_printings where cover_media_id = ${media}.id)
  and not exists (select from draft_media where media_id = ${media}.id)
  and not exists (select from document_pages where media_id = ${media}.id))`

/** Held until the end of the transaction: files of one hash are never stored and removed at the same time. */
export const lockHash = (tx: Tx, hash: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${hash}, 7))`.execute(tx)

/** Prevents the removal of files while a client copies all files of a snapshot. */
const filesLock = "hashtextextended('files stay', 7)"

/** Held until the connection releases it or ends. Waits for removals in progress. */
export const lockFiles = async (client: pg.ClientBase) =>
  void (await client.query(`select pg_advisory_lock(${filesLock})`))

/** Whether files may be removed. Copying cannot begin until the transaction ends. */
async function tryLockForRemoval(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`
    select pg_try_advisory_xact_lock_shared(${sql.raw(filesLock)}) as "isLocked"`.execute(tx)
  return rows[0]?.isLocked === true
}

/** `hash` is the name of the files, and `decoded.hash` the plain hash of their content. */
type NewMedia = { ownerId: string; uploadId: string | null; hash: string; decoded: Decoded }

/** The second call for an upload gets the media of the first. */
export async function insertMedia(tx: Tx, { ownerId, uploadId, hash, decoded }: NewMedia): Promise<Media> {
  const {
    hash: contentHash,
    files: _,
    perceptualHash: _perceptualHash,
    byteSize,
    printWidth = null,
    ...columns
  } = decoded
  const inserted = await tx
    .insertInto('media')
    .values({
      ...columns,
      owner_id: ownerId,
      upload_id: uploadId,
      hash,
      content_hash: contentHash,
      byte_size: byteSize,
      print_width: printWidth,
    })
    .onConflict((conflict) => conflict.constraint('media_upload_unique').doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted ?? tx.selectFrom('media').selectAll().where('upload_id', '=', uploadId).executeTakeFirstOrThrow()
}

export const findMediaOfUpload = (db: Db, ownerId: string, uploadId: string): Promise<Media | undefined> =>
  db
    .selectFrom('media')
    .selectAll()
    .where('upload_id', '=', uploadId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()

/** Whether any content uses these files. A profile picture may outlive the zine that used it first. */
async function isHashUsed(tx: Tx, hash: string): Promise<boolean> {
  const pictureUrls = imageWidths.map((width) => imageAddress(hash, width))
  const { rows } = await sql<{ isUsed: boolean }>`
    select exists (select from media where hash = ${hash})
        or exists (select from profiles where picture_url in (${sql.join(pictureUrls)})) as "isUsed"`.execute(tx)
  return rows[0]?.isUsed ?? true
}

export async function listUnknownHashes(db: Db, hashes: string[]): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select hash from unnest(${hashes}::text[]) hash
    where not exists (select from media m where m.hash = hash.hash)`.execute(db)
  return rows.map((row) => row.hash)
}

/** Locks the rows first, so that a transaction that is about to use one has finished before the check. */
export async function removeUnusedMedia(tx: Tx, ids: string[]) {
  if (ids.length === 0) return
  await tx.selectFrom('media').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const { rows } = await sql<{ hash: string }>`
    delete from media m where id in (${sql.join(ids)}) and ${sql.raw(isMediaUnused('m'))} returning hash`.execute(tx)
  const hashes = [...new Set(rows.map((row) => row.hash))]
  if (hashes.length > 0) await enqueueJob(tx, 'remove-media-files', { hashes })
}

const isUnpublished = sql.raw(`${isMediaUnused('m')} and not exists (
  select from profiles p where p.user_id = m.owner_id and p.picture_url like '/media/' || m.hash || '-%')`)

/**
 * Deletes media uploaded before `before` and never published, and enqueues the removal of their files. Locks the rows
 * first, and checks again what a transaction has begun to use in the meantime.
 */
export async function removeUnpublishedMedia(tx: Tx, before: Date): Promise<number> {
  const locked = await sql<{ id: string }>`
    select id from media m where created_at < ${before} and ${isUnpublished}
    order by created_at limit 500 for update skip locked`.execute(tx)
  const ids = locked.rows.map(({ id }) => id)
  const { rows } = await sql<{ hash: string }>`
    delete from media m where id = any(${ids}::uuid[]) and ${isUnpublished} returning hash`.execute(tx)
  const hashes = [...new Set(rows.map((row) => row.hash))]
  if (hashes.length > 0) await enqueueJob(tx, 'remove-media-files', { hashes })
  return rows.length
}

/** Retry delay in seconds. A backup of a large library takes minutes. */
const retryAfterSeconds = 60

/** Removes the files of a hash unless they are in use; retries later during a backup. Can be repeated. */
export async function removeUnusedFiles({ db, storage }: { db: Db; storage: MediaStorage }, hash: string) {
  await db.transaction().execute(async (tx) => {
    await lockHash(tx, hash)
    if (await isHashUsed(tx, hash)) return
    if (!(await tryLockForRemoval(tx))) return enqueueRemoval(tx, hash)
    await Promise.all(suffixes.map((suffix) => storage.remove(hash + suffix)))
  })
}

const enqueueRemoval = (tx: Tx, hash: string) =>
  enqueueJob(tx, 'remove-media-files', { hashes: [hash] }, { afterSeconds: retryAfterSeconds, key: `remove ${hash}` })

const suffixes = [...imageWidths.map((width) => `-${width}.webp`), printSuffix, '.mp4', '.webm']

/** A hash has 128 bits. A scaled and re-encoded copy differs in three or four, another picture in about fifty. */
const maxDifferentBits = 10

/** Refuses media that an operator has blocked, and media that looks like it. */
export async function assertNotBlocked(tx: Tx, { hash, decoded }: Pick<NewMedia, 'hash' | 'decoded'>) {
  const { hash: contentHash, perceptualHash } = decoded
  // Media from before names had a key was blocked under the plain hash.
  const { rows } = await sql<{ isBlocked: boolean }>`
    select exists (
      select from blocked_media where hash in (${hash}, ${contentHash})
        or bit_count(('x' || perceptual_hash)::bit(128) # ('x' || ${perceptualHash ?? null}::text)::bit(128)) <= ${maxDifferentBits}
    ) as "isBlocked"`.execute(tx)
  if (rows[0]?.isBlocked) throw apiError('media_refused', msg`This file cannot be uploaded here.`)
}

/** The same check for earlier uploads, before they are shown. Either file may be from before names had a key. */
export async function assertNoneBlocked(tx: Tx, mediaIds: string[]) {
  const key = await readMediaKey(tx)
  const media = await tx.selectFrom('media').select(['hash', 'content_hash']).where('id', 'in', mediaIds).execute()
  const hashes = media.flatMap(({ hash, content_hash }) => [hash, content_hash ?? nameOfContent(key, hash)])
  const blocked = await tx.selectFrom('blocked_media').select('hash').where('hash', 'in', hashes).executeTakeFirst()
  if (blocked) throw apiError('media_refused', msg`One of these files cannot be shown here.`)
}
