import { sql } from 'kysely'
import type { Tx } from '#server/db/connection.ts'
import { isMediaUnused } from '#server/media/media.queries.ts'
import type { MemberMedia } from '#server/zines/publish-zine.queries.ts'
import type { DraftRef } from './drafts.queries.ts'

const isAttached = (draftId: string) =>
  sql<boolean>`exists (select from draft_media where media_id = media.id and draft_id = ${draftId})`

const isOfDocument = (draftId: string) => sql<boolean>`exists (
  select from document_pages join documents on documents.id = document_id
  where media_id = media.id and draft_id = ${draftId})`

/** Media that the draft holds, then pages of its PDFs and unused uploads. Locked until the transaction ends. */
export const listAttachable = (tx: Tx, { ownerId, draftId }: DraftRef, hashes: string[]): Promise<MemberMedia[]> =>
  tx
    .selectFrom('media')
    .select(['id', 'hash', 'kind'])
    .where('owner_id', '=', ownerId)
    .where('hash', 'in', hashes)
    .where((eb) =>
      eb.or([isAttached(draftId), isOfDocument(draftId), sql<boolean>`${sql.raw(isMediaUnused('media'))}`]),
    )
    .forKeyShare()
    .orderBy(isAttached(draftId), 'desc')
    .orderBy('id')
    .execute()

export async function attachMedia(tx: Tx, draftId: string, mediaIds: string[]) {
  await sql`
    insert into draft_media (draft_id, media_id) select ${draftId}, unnest(${mediaIds}::uuid[])
    on conflict do nothing`.execute(tx)
}

/** Releases the oldest media that the draft holds but does not show, beyond `max`. Returns their ids. */
export async function detachOldest(tx: Tx, draftId: string, { shownIds, max }: { shownIds: string[]; max: number }) {
  const { rows } = await sql<{ id: string }>`
    delete from draft_media where media_id in (
      select media_id from draft_media where draft_id = ${draftId} and media_id <> all(${shownIds}::uuid[])
      order by media_id desc offset ${max})
    returning media_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Locked before their media, in the same order as when a PDF is split again. */
export const lockDocuments = (tx: Tx, draftId: string) =>
  tx.selectFrom('documents').select(['id', 'state']).where('draft_id', '=', draftId).orderBy('id').forUpdate().execute()

export async function listMediaOfDraft(tx: Tx, draftId: string) {
  const { rows } = await sql<{ id: string }>`
    select media_id as id from draft_media where draft_id = ${draftId}
    union
    select media_id from document_pages join documents on documents.id = document_id
    where draft_id = ${draftId} and media_id is not null`.execute(tx)
  return rows.map(({ id }) => id)
}
