import { sql } from 'kysely'
import type { Tx } from '#server/db/connection.ts'
import { refuse } from '#server/http/errors.ts'
import type { Decoded } from './decode/decode-task.ts'

/** Of 128 bits: a copy that was scaled and saved anew differs in three or four, another picture in some fifty. */
const nearBits = 10

/** Refuses what an operator wants nobody to upload again, and what looks like it. */
export async function assertNotBlocked(tx: Tx, { hash, looks }: Pick<Decoded, 'hash' | 'looks'>) {
  const { rows } = await sql<{ isBlocked: boolean }>`
    select exists (
      select from blocked_media where hash = ${hash}
        or bit_count(('x' || looks)::bit(128) # ('x' || ${looks ?? null}::text)::bit(128)) <= ${nearBits}
    ) as "isBlocked"`.execute(tx)
  if (rows[0]?.isBlocked) throw refuse('media_refused', 'This may not be uploaded here.')
}

/** The same of what was uploaded before that, when it is about to be shown. */
export async function assertMayBeShown(tx: Tx, mediaIds: string[]) {
  const blocked = await tx
    .selectFrom('media')
    .innerJoin('blocked_media', 'blocked_media.hash', 'media.hash')
    .select('media.id')
    .where('media.id', 'in', mediaIds)
    .executeTakeFirst()
  if (blocked) throw refuse('media_refused', 'One of these files may not be shown here.')
}
