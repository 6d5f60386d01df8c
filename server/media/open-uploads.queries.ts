import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connection.ts'

export type OpenUpload = { id: string; ownerId: string; byteSize: number; expiresAt: Date }

/** Space is looked at and taken by one after the other, in all processes. Held to the end of the transaction. */
export const lockUploadSpace = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('space for uploads', 7))`.execute(tx)

export type HeldSpace = {
  /** The member's. */
  openUploads: number
  /** Everybody's: what is still to come, and as much again for what is made of it before it goes. */
  promisedBytes: number
}

/** `written` says how much of which uploads has arrived. */
export async function readHeldSpace(tx: Tx, ownerId: string, written: Map<string, number>) {
  const [ids, sizes] = [[...written.keys()], [...written.values()]]
  const { rows } = await sql<HeldSpace>`
    select count(*) filter (where u.owner_id = ${ownerId})::int as "openUploads",
      coalesce(sum(2 * u.byte_size - least(coalesce(w.bytes, 0), u.byte_size)), 0)::float8 as "promisedBytes"
    from open_uploads u
    left join unnest(${ids}::text[], ${sizes}::bigint[]) w (id, bytes) on w.id = u.id
    where u.expires_at > now()`.execute(tx)
  return rows[0] ?? { openUploads: 0, promisedBytes: 0 }
}

export type KeptMedia = { files: number; bytes: number }

/** What a member keeps; of an upload under way what was announced. */
export async function readKeptMedia(db: Db | Tx, ownerId: string): Promise<KeptMedia> {
  const { rows } = await sql<KeptMedia>`
    select count(*)::int as files, coalesce(sum(byte_size), 0)::float8 as bytes
    from (
      select byte_size from media where owner_id = ${ownerId}
      union all
      select byte_size from open_uploads where owner_id = ${ownerId} and expires_at > now()
    ) kept`.execute(db)
  return rows[0] ?? { files: 0, bytes: 0 }
}

export const insertOpenUpload = (tx: Tx, { id, ownerId, byteSize, expiresAt }: OpenUpload) =>
  tx
    .insertInto('open_uploads')
    .values({ id, owner_id: ownerId, byte_size: byteSize, expires_at: expiresAt })
    .execute()

export const deleteOpenUploads = (db: Db, ids: string[]) =>
  db.deleteFrom('open_uploads').where('id', 'in', ids).execute()

export const deleteExpiredUploads = (db: Db, now: Date) =>
  db.deleteFrom('open_uploads').where('expires_at', '<=', now).execute()
