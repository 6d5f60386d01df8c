import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { z } from 'zod'
import { recordAction } from '#server/audit/audit.queries.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { decodeFile } from '#server/media/decode-file.ts'
import { type IngestDeps, makeWorkFolder } from '#server/media/ingest.ts'
import { openRead } from '#server/media/storage/storage.ts'
import type { DecisionInput, Outcome } from './save-decision.ts'

type MediaSelector = { hash: string } | { zineId: string }
type ActorOption = Partial<Pick<DecisionInput, 'actor'>>

/** Blocks one file, or all of a zine, including the pictures on its pages. A job then reads the stored files for their perceptual hashes, so block before removing. */
export async function blockMedia(
  tx: Tx,
  { note = null, actor = 'operator', ...selector }: MediaSelector & ActorOption & { note?: string | null },
): Promise<Outcome> {
  const hashes = 'hash' in selector ? [selector.hash] : await listHashes(tx, selector.zineId)
  if (hashes.length === 0) return 'absent'
  const blocked = await tx
    .insertInto('blocked_media')
    .values(hashes.map((hash) => ({ hash, note })))
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .execute()
  for (const { hash } of blocked) {
    await enqueueJob(tx, 'hash-blocked-media', { hash })
    await recordAction(tx, {
      actor,
      act: 'media blocked',
      subject: `media ${hash}`,
      ...(note && { detail: { note } }),
    })
  }
  return blocked.length > 0 ? 'done' : 'already'
}

async function listHashes(tx: Tx, zineId: string) {
  const { rows } = await sql<{ hash: string }>`
    select hash from media where id in (
      select media_id from zine_pages where zine_id = ${zineId}
      union all select media_id from recipe_media where zine_id = ${zineId})
    group by hash order by hash`.execute(tx)
  return rows.map(({ hash }) => hash)
}

export async function unblockMedia(tx: Tx, { hash, actor = 'operator' }: ActorOption & { hash: string }) {
  const { numDeletedRows } = await tx.deleteFrom('blocked_media').where('hash', '=', hash).executeTakeFirst()
  if (numDeletedRows === 0n) return 'absent'
  await recordAction(tx, { actor, act: 'media unblocked', subject: `media ${hash}` })
  return 'done'
}

/** The precision of a list cursor. */
const blockedAt = sql<Date>`date_trunc('milliseconds', blocked_at)`

type BlockedMediaRange = { limit?: number; after?: { at: Date; hash: string } | undefined }

/** Newest first. `after` is the last row of the previous page. */
export const listBlockedMedia = (db: Db, { limit = 1000, after }: BlockedMediaRange = {}) =>
  db
    .selectFrom('blocked_media')
    .select(['hash', 'note', blockedAt.as('blockedAt')])
    .select(({ eb }) => eb('perceptual_hash', 'is not', null).as('knowsLooks'))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${blockedAt}, hash) < (${after?.at}::timestamptz, ${after?.hash})`),
    )
    .orderBy(blockedAt, 'desc')
    .orderBy('hash', 'desc')
    .limit(limit)
    .execute()

export type PerceptualHashDeps = Pick<IngestDeps, 'config' | 'db' | 'storage' | 'limits' | 'log'>

const blockedMediaPayload = z.object({ hash: z.string() })

export const blockedMediaJobs = (deps: PerceptualHashDeps): TaskList => ({
  'hash-blocked-media': async (payload) => {
    const { hash } = blockedMediaPayload.parse(payload)
    const perceptualHash = await perceptualHashOf(deps, hash)
    if (perceptualHash)
      await deps.db
        .updateTable('blocked_media')
        .set({ perceptual_hash: perceptualHash })
        .where('hash', '=', hash)
        .execute()
  },
})

/** The perceptual hash of the stored preview, decoded like an upload. Undefined if the preview is deleted. */
async function perceptualHashOf({ config, storage, limits, log }: PerceptualHashDeps, hash: string) {
  const stored = await storage.find(`${hash}-1600.webp`)
  const content = stored && (await openRead(stored))
  if (!content) return undefined
  const into = await makeWorkFolder(config)
  try {
    const from = join(into, 'blocked')
    await pipeline(content, createWriteStream(from))
    const { perceptualHash } = await decodeFile({ from, into, isPortrait: true, limits }, log)
    return perceptualHash
  } finally {
    await rm(into, { recursive: true, force: true })
  }
}
