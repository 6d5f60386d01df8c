import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/connection.ts'

export type OpenUpload = {
  id: string
  ownerId: string
  byteSize: number
  expiresAt: Date
  /** Identifies the network of the client; null where it does not matter. */
  network: string | null
}

/** Serialises reservations of space across all processes. Held until the end of the transaction. */
export const lockUploadSpace = (tx: Tx) =>
  sql`select pg_advisory_xact_lock(hashtextextended('space for uploads', 7))`.execute(tx)

/** Serialises what is stored for a member, so that concurrent files together stay within the quota. */
export const lockMediaOf = (tx: Tx, ownerId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`media of ${ownerId}`}, 7))`.execute(tx)

/** A small file may have many pixels. In measurements, the results never exceeded the file by more than this. */
const derivedFilesBytes = 3 * 1024 * 1024

/** The disk space of an upload: itself, and slightly more than its size for the results of decoding. */
export const requiredSpace = (byteSize: number) => 2 * byteSize + derivedFilesBytes

/** Bytes reserved by other uploads: for each, what is still to arrive and room for the results of decoding. */
export type ReservedSpace = {
  /** The member's unfinished uploads, with or without reserved space. */
  openUploads: number
  total: number
  byMember: number
  byNetwork: number
}

/** `receivedBytes` has the number of received bytes by upload. */
export async function readReservedSpace(
  tx: Tx,
  upload: Pick<OpenUpload, 'id' | 'ownerId' | 'network'>,
  receivedBytes: Map<string, number>,
) {
  const [ids, sizes] = [[...receivedBytes.keys()], [...receivedBytes.values()]]
  const { rows } = await sql<ReservedSpace>`
    select count(*) filter (where is_own)::int as "openUploads",
      coalesce(sum(bytes) filter (where is_reserved), 0)::float8 as "total",
      coalesce(sum(bytes) filter (where is_reserved and is_own), 0)::float8 as "byMember",
      coalesce(sum(bytes) filter (where is_reserved and network = ${upload.network}), 0)::float8 as "byNetwork"
    from (
      select u.network, u.owner_id = ${upload.ownerId} as is_own, u.reserved_until > now() as is_reserved,
        2 * u.byte_size + ${derivedFilesBytes}::bigint - least(coalesce(w.bytes, 0), u.byte_size) as bytes
      from open_uploads u
      left join unnest(${ids}::text[], ${sizes}::bigint[]) w (id, bytes) on w.id = u.id
      where u.expires_at > now() and u.id <> ${upload.id}
    ) other_uploads`.execute(tx)
  return rows[0] ?? { openUploads: 0, total: 0, byMember: 0, byNetwork: 0 }
}

export type StoredMedia = { files: number; bytes: number }

export async function readStoredMedia(db: Db | Tx, ownerId: string, { withUploads = true } = {}): Promise<StoredMedia> {
  const { rows } = await sql<StoredMedia>`
    select count(*)::int as files, coalesce(sum(byte_size), 0)::float8 as bytes
    from (
      select byte_size from media where owner_id = ${ownerId}
      union all
      select byte_size from open_uploads where owner_id = ${ownerId} and expires_at > now() and ${withUploads}
      union all
      select byte_size from documents where owner_id = ${ownerId} and byte_size > 0
      union all
      select octet_length(body) from captions join zines on zines.id = zine_id where creator_id = ${ownerId}
      union all
      select octet_length(track ->> 'body')
      from drafts, jsonb_path_query(content, '$.pages[*].captions[*]') track
      where owner_id = ${ownerId} and is_imported -- No other draft has a video.
    ) stored`.execute(db)
  return rows[0] ?? { files: 0, bytes: 0 }
}

const secondsFromNow = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

export const insertOpenUpload = (tx: Tx, { id, ownerId, byteSize, expiresAt, network }: OpenUpload, seconds: number) =>
  tx
    .insertInto('open_uploads')
    .values({
      id,
      owner_id: ownerId,
      byte_size: byteSize,
      expires_at: expiresAt,
      network,
      reserved_until: secondsFromNow(seconds),
    })
    .execute()

export async function findOpenUpload(tx: Tx, id: string): Promise<OpenUpload | undefined> {
  const row = await tx.selectFrom('open_uploads').selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...row, ownerId: row.owner_id, byteSize: Number(row.byte_size), expiresAt: row.expires_at }
}

export const renewReservation = (tx: Tx, id: string, seconds: number) =>
  tx
    .updateTable('open_uploads')
    .set({ reserved_until: secondsFromNow(seconds) })
    .where('id', '=', id)
    .execute()

export async function extendReservation(db: Db, id: string, seconds: number) {
  const { numUpdatedRows } = await db
    .updateTable('open_uploads')
    .set({ reserved_until: secondsFromNow(seconds) })
    .where('id', '=', id)
    .where('reserved_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteOpenUploads = (db: Db, ids: string[]) =>
  db.deleteFrom('open_uploads').where('id', 'in', ids).execute()

export const deleteExpiredUploads = (db: Db, now: Date) =>
  db.deleteFrom('open_uploads').where('expires_at', '<=', now).execute()
