import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { z } from 'zod'
import { noteAct } from '#server/audit/audit.queries.ts'
import type { Db, Tx } from '#server/db/connection.ts'
import { enqueueJob } from '#server/db/jobs.ts'
import { decodeFile } from '#server/media/decode-file.ts'
import { type IngestDeps, makeWorkFolder } from '#server/media/ingest.ts'
import { beginRead } from '#server/media/storage/storage.ts'
import type { Given, Outcome } from './decide.ts'

type Which = { hash: string } | { zineId: string }
type Act = Partial<Pick<Given, 'actor'>>

/** Blocks one file, or all of a zine. A job then reads the stored files for their perceptual hashes, so block before removing. */
export async function blockMedia(
  tx: Tx,
  { note = null, actor = 'operator', ...which }: Which & Act & { note?: string | null },
): Promise<Outcome> {
  const hashes = 'hash' in which ? [which.hash] : await listHashes(tx, which.zineId)
  if (hashes.length === 0) return 'absent'
  const blocked = await tx
    .insertInto('blocked_media')
    .values(hashes.map((hash) => ({ hash, note })))
    .onConflict((known) => known.column('hash').doNothing())
    .returning('hash')
    .execute()
  for (const { hash } of blocked) {
    await enqueueJob(tx, 'look-at-blocked-media', { hash })
    await noteAct(tx, {
      actor,
      act: 'media blocked',
      subject: `media ${hash}`,
      ...(note && { detail: { note } }),
    })
  }
  return blocked.length > 0 ? 'done' : 'already'
}

async function listHashes(tx: Tx, zineId: string) {
  const rows = await tx
    .selectFrom('zine_pages')
    .innerJoin('media', 'media.id', 'media_id')
    .select('hash')
    .distinct()
    .where('zine_id', '=', zineId)
    .orderBy('hash')
    .execute()
  return rows.map(({ hash }) => hash)
}

export async function unblockMedia(tx: Tx, { hash, actor = 'operator' }: Act & { hash: string }) {
  const { numDeletedRows } = await tx.deleteFrom('blocked_media').where('hash', '=', hash).executeTakeFirst()
  if (numDeletedRows === 0n) return 'absent'
  await noteAct(tx, { actor, act: 'media unblocked', subject: `media ${hash}` })
  return 'done'
}

/** The precision of a list cursor. */
const blockedAt = sql<Date>`date_trunc('milliseconds', blocked_at)`

type Part = { limit?: number; after?: { at: Date; hash: string } | undefined }

/** Newest first. `after` is the last row of the previous page. */
export const listBlockedMedia = (db: Db, { limit = 1000, after }: Part = {}) =>
  db
    .selectFrom('blocked_media')
    .select(['hash', 'note', blockedAt.as('blockedAt')])
    .select(({ eb }) => eb('looks', 'is not', null).as('knowsLooks'))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${blockedAt}, hash) < (${after?.at}::timestamptz, ${after?.hash})`),
    )
    .orderBy(blockedAt, 'desc')
    .orderBy('hash', 'desc')
    .limit(limit)
    .execute()

export type LookDeps = Pick<IngestDeps, 'config' | 'db' | 'storage' | 'limits' | 'log'>

const blocked = z.object({ hash: z.string() })

export const lookAtBlockedJobs = (deps: LookDeps): TaskList => ({
  'look-at-blocked-media': async (payload) => {
    const { hash } = blocked.parse(payload)
    const looks = await looksOfStored(deps, hash)
    if (looks) await deps.db.updateTable('blocked_media').set({ looks }).where('hash', '=', hash).execute()
  },
})

/** The perceptual hash of the stored preview, decoded like an upload. Undefined if the preview is deleted. */
async function looksOfStored({ config, storage, limits, log }: LookDeps, hash: string) {
  const stored = await storage.find(`${hash}-1600.webp`)
  const content = stored && (await beginRead(stored))
  if (!content) return undefined
  const into = await makeWorkFolder(config)
  try {
    const from = join(into, 'blocked')
    await pipeline(content, createWriteStream(from))
    const { looks } = await decodeFile({ from, into, isPortrait: true, limits }, log)
    return looks
  } finally {
    await rm(into, { recursive: true, force: true })
  }
}
