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
